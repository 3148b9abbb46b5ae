//! The bytes of a key-value cache.

/// The entries that one layer keeps for each token.
// ANCHOR: kept
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CachedVectors {
    /// A key and a value of `dim` entries for each key head.
    KeysAndValues {
        /// The number of heads with keys of their own.
        key_heads: usize,
        /// The entries of a key, and of a value.
        dim: usize,
    },
    /// One vector for all heads, and one rotated key.
    Latent {
        /// The entries of the vector.
        latent: usize,
        /// The entries of the rotated key.
        rotated: usize,
    },
}

impl CachedVectors {
    /// Returns the number of entries.
    pub fn entries(self) -> usize {
        match self {
            Self::KeysAndValues { key_heads, dim } => {
                2 * key_heads * dim
            }
            Self::Latent { latent, rotated } => latent + rotated,
        }
    }
}
// ANCHOR_END: kept

/// The sizes on which the cache of a model depends.
///
/// # Example
///
/// ```
/// use attention::price_of_a_token::{CacheSize, CachedVectors};
///
/// let kept = CachedVectors::KeysAndValues { key_heads: 8, dim: 128 };
/// let llama = CacheSize::new(32, kept);
/// assert_eq!(llama.bytes(1), 128 * 1024);
/// // With a window in half of the layers, a long text needs little more than half of it.
/// let windowed = llama.windowed(16, 1024);
/// assert_eq!(windowed.bytes(131_072) * 128, llama.bytes(131_072) * 64 + llama.bytes(1024) * 64);
/// ```
// ANCHOR: cache_size
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CacheSize {
    /// The number of layers.
    pub layers: usize,
    /// The entries per token in each of them.
    pub kept: CachedVectors,
    /// The number of layers that keep only the last tokens.
    pub windowed_layers: usize,
    /// The number of tokens that those layers keep.
    pub window: usize,
    /// The bytes of an entry.
    pub entry_bytes: usize,
}
// ANCHOR_END: cache_size

impl CacheSize {
    /// Returns a model that keeps all tokens in all layers, in 16 bits.
    pub const fn new(layers: usize, kept: CachedVectors) -> Self {
        Self {
            layers,
            kept,
            windowed_layers: 0,
            window: usize::MAX,
            entry_bytes: 2,
        }
    }

    /// Returns this model with a window in some of its layers.
    ///
    /// # Panics
    ///
    /// If the model has fewer layers.
    #[must_use]
    #[track_caller]
    pub const fn windowed(self, layers: usize, window: usize) -> Self {
        assert!(
            layers <= self.layers,
            "CacheSize: more layers with a window than layers"
        );
        Self { windowed_layers: layers, window, ..self }
    }

    /// Returns the bytes of the cache for a text.
    ///
    /// # Panics
    ///
    /// If more layers have a window than there are layers.
    // ANCHOR: bytes
    pub fn bytes(&self, tokens: usize) -> u64 {
        let all = self.layers - self.windowed_layers;
        let kept = all * tokens
            + self.windowed_layers * tokens.min(self.window);
        let per_token = self.kept.entries() * self.entry_bytes;
        kept as u64 * per_token as u64
    }
    // ANCHOR_END: bytes
}

const fn shared(key_heads: usize, dim: usize) -> CachedVectors {
    CachedVectors::KeysAndValues { key_heads, dim }
}

/// Published models.
///
/// GPT-3 counts as if all of its layers kept all tokens.
///
/// # Source
///
/// The configurations of the repositories `EleutherAI/gpt-neox` for GPT-3, `openai/gpt-oss` for
/// gpt-oss, `deepseek-ai/DeepSeek-V3` for DeepSeek-V3, and `Lightning-AI/litgpt` for the others.
pub const PUBLISHED: [(&str, CacheSize); 9] = [
    ("GPT-3 175B", CacheSize::new(96, shared(96, 128))),
    ("Llama-2-7B", CacheSize::new(32, shared(32, 128))),
    ("Llama-3.1-405B", CacheSize::new(126, shared(8, 128))),
    ("Llama-3.1-70B", CacheSize::new(80, shared(8, 128))),
    ("Llama-3.1-8B", CacheSize::new(32, shared(8, 128))),
    (
        "Gemma-3-27B",
        CacheSize::new(62, shared(16, 128)).windowed(52, 1024),
    ),
    ("DeepSeek-V3", {
        let kept = CachedVectors::Latent { latent: 512, rotated: 64 };
        CacheSize::new(61, kept)
    }),
    (
        "gpt-oss-120b",
        CacheSize::new(36, shared(8, 64)).windowed(18, 128),
    ),
    ("Falcon-7B", CacheSize::new(32, shared(1, 64))),
];
