//! The tokens of a language and their indices.

mod error;
mod reserved;

use std::collections::HashMap;

use reserved::RESERVED;

pub use error::VocabularyError;
pub use reserved::{BOS, EOS, PAD, UNK};

/// The tokens of one language with their indices: first `<pad>`, `<unk>`, `<bos>`, and `<eos>`,
/// then the words.
///
/// # Example
///
/// ```
/// use attention::data::{EOS, UNK, Vocabulary, tokenize};
///
/// let sentences = ["the cat sleeps.", "the dog sings."].map(tokenize);
/// let vocabulary = Vocabulary::new(sentences.iter().map(Vec::as_slice), 1);
/// assert_eq!(vocabulary.tokens()[..6], ["<pad>", "<unk>", "<bos>", "<eos>", ".", "the"]);
///
/// let mut ids = vocabulary.encode(&tokenize("The cow sings."));
/// assert_eq!(ids, [5, UNK, 8, 4]);
/// ids.push(EOS);
/// assert_eq!(vocabulary.decode(&ids), ["the", "<unk>", "sings", "."]);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Vocabulary {
    /// The tokens by index.
    tokens: Vec<String>,
    /// The index of each token.
    ids: HashMap<String, usize>,
}

impl Vocabulary {
    /// Collects the tokens that occur at least `min_frequency` times.
    ///
    /// The most frequent token is first, and equally frequent ones are in the order of their
    /// characters.
    pub fn new<'a>(
        sentences: impl IntoIterator<Item = &'a [String]>,
        min_frequency: usize,
    ) -> Self {
        let mut counts: HashMap<&str, usize> = HashMap::new();
        for token in sentences.into_iter().flatten() {
            *counts.entry(token).or_default() += 1;
        }
        counts.retain(|token, count| {
            *count >= min_frequency && !RESERVED.contains(token)
        });
        let mut counts: Vec<(&str, usize)> =
            counts.into_iter().collect();
        counts.sort_by(|(a, count_a), (b, count_b)| {
            count_b.cmp(count_a).then(a.cmp(b))
        });
        let words = counts.into_iter().map(|(token, _)| token);
        let tokens = RESERVED.into_iter().chain(words);
        Self::number(tokens.map(String::from).collect())
    }

    /// Creates a vocabulary from the result of [`tokens`](Vocabulary::tokens), which is saved with
    /// a model.
    ///
    /// # Errors
    ///
    /// If the list does not start with the reserved tokens, or if a token occurs twice.
    pub fn from_tokens(
        tokens: Vec<String>,
    ) -> Result<Self, VocabularyError> {
        use VocabularyError::{Duplicate, Missing, Reserved};
        for (id, expected) in RESERVED.into_iter().enumerate() {
            let Some(found) = tokens.get(id) else {
                return Err(Missing { id, expected });
            };
            if found != expected {
                let found = found.clone();
                return Err(Reserved { id, expected, found });
            }
        }
        let mut seen = HashMap::new();
        for (second, token) in tokens.iter().enumerate() {
            if let Some(first) = seen.insert(token, second) {
                let token = token.clone();
                return Err(Duplicate { token, first, second });
            }
        }
        Ok(Self::number(tokens))
    }

    fn number(tokens: Vec<String>) -> Self {
        let ids = tokens.iter().cloned().zip(0..).collect();
        Self { tokens, ids }
    }

    /// Returns the number of tokens, including the four reserved ones.
    pub fn len(&self) -> usize {
        self.tokens.len()
    }

    /// Returns `false`, because a vocabulary has at least the reserved tokens.
    pub fn is_empty(&self) -> bool {
        self.tokens.is_empty()
    }

    /// Returns all tokens by index.
    pub fn tokens(&self) -> &[String] {
        &self.tokens
    }

    /// Returns the index of a token, or [`UNK`].
    pub fn id(&self, token: &str) -> usize {
        self.ids.get(token).copied().unwrap_or(UNK)
    }

    /// Returns the token with an index.
    pub fn token(&self, id: usize) -> Option<&str> {
        self.tokens.get(id).map(String::as_str)
    }

    /// Returns the indices of the tokens of a text, without `<bos>` and `<eos>`.
    ///
    /// A word of the text that looks like a reserved token is unknown, so a text cannot end itself.
    pub fn encode(&self, tokens: &[String]) -> Vec<usize> {
        let ids = tokens.iter().map(|token| match self.id(token) {
            PAD | BOS | EOS => UNK,
            id => id,
        });
        ids.collect()
    }

    /// Returns the tokens with these indices up to the first [`EOS`], without [`PAD`] and [`BOS`].
    ///
    /// An index that is not in the vocabulary becomes `<unk>`.
    pub fn decode(&self, ids: &[usize]) -> Vec<String> {
        let ids = ids.iter().copied().take_while(|&id| id != EOS);
        let shown = ids.filter(|&id| id != PAD && id != BOS);
        let tokens =
            shown.map(|id| self.token(id).unwrap_or(RESERVED[UNK]));
        tokens.map(String::from).collect()
    }
}
