//! Tokens from bytes: a vocabulary that is learned from a text and can encode every text.
//!
//! | file | holds |
//! |---|---|
//! | `byte_pairs/pieces.rs` | [`pieces`]: where a text is cut before merging |
//! | `byte_pairs/training.rs` | [`BytePairs::train`] |
//! | `byte_pairs/file.rs` | the format of saved merges |
//! | `byte_pairs/stream.rs` | [`Utf8Stream`]: characters from tokens, one after another |
//! | `byte_pairs/subwords.rs` | [`Subwords`]: the vocabulary of a translator |

mod file;
mod pieces;
mod stream;
mod subwords;
#[cfg(test)]
mod tests;
mod training;

use std::collections::HashMap;

pub use file::{BytePairsError, BytePairsProblem};
pub use pieces::pieces;
pub use stream::Utf8Stream;
pub use subwords::Subwords;

/// A tokenizer that replaces frequent pairs of tokens by new tokens.
///
/// The first 256 tokens are the bytes, so no text is unknown, and each merge adds a token. Merges
/// stay within the [`pieces`] of a text, so a token never crosses a space.
///
/// # Source
///
/// Sennrich, Haddow, and Birch (2016), *Neural machine translation of rare words with subword
/// units*, with bytes as the base.
///
/// # Example
///
/// ```
/// use attention::newer_transformer::BytePairs;
///
/// let bytes = BytePairs::train("the men see the girl", 2);
/// assert_eq!(bytes.encode("the").len(), 1); // t + h, then th + e
/// let tokens = bytes.encode("the café, 東京");
/// assert_eq!(bytes.decode(&tokens), "the café, 東京".as_bytes());
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct BytePairs {
    /// The two tokens of which each token after the bytes is made.
    merges: Vec<[usize; 2]>,
    /// The token that replaces two tokens.
    merged: HashMap<[usize; 2], usize>,
    /// The bytes of each token.
    bytes: Vec<Vec<u8>>,
}

impl BytePairs {
    /// Creates a tokenizer without merges, whose tokens are bytes.
    pub fn bytes() -> Self {
        Self {
            merges: Vec::new(),
            merged: HashMap::new(),
            bytes: (0..=u8::MAX).map(|byte| vec![byte]).collect(),
        }
    }

    /// Adds a merge and returns its token.
    fn add(&mut self, pair: [usize; 2]) -> usize {
        let token = self.bytes.len();
        let bytes = pair.map(|part| self.bytes[part].as_slice());
        self.bytes.push(bytes.concat());
        self.merges.push(pair);
        self.merged.insert(pair, token);
        token
    }

    /// Returns the number of tokens.
    pub fn vocab(&self) -> usize {
        self.bytes.len()
    }

    /// Returns the merges, in the order in which they were learned.
    pub fn merges(&self) -> &[[usize; 2]] {
        &self.merges
    }

    /// Returns the bytes of a token.
    #[track_caller]
    pub fn token(&self, token: usize) -> &[u8] {
        let vocab = self.vocab();
        assert!(token < vocab, "BytePairs: token {token} of {vocab}");
        &self.bytes[token]
    }

    /// Returns the tokens of a text.
    ///
    /// In each piece, the merge that was learned first is applied first.
    // ANCHOR: encode
    pub fn encode(&self, text: &str) -> Vec<usize> {
        let mut tokens = Vec::new();
        for piece in pieces(text) {
            let mut part: Vec<usize> =
                piece.bytes().map(usize::from).collect();
            while let Some((token, pair)) = self.first_merge(&part) {
                replace(&mut part, pair, token);
            }
            tokens.extend(part);
        }
        tokens
    }

    fn first_merge(
        &self,
        part: &[usize],
    ) -> Option<(usize, [usize; 2])> {
        let pairs = part.windows(2).map(|two| [two[0], two[1]]);
        let known = pairs
            .filter_map(|pair| Some((*self.merged.get(&pair)?, pair)));
        known.min()
    }
    // ANCHOR_END: encode

    /// Returns the bytes of a text.
    ///
    /// Decoding inverts encoding. Tokens that a model has drawn may end within a character, so the
    /// bytes of other tokens may not be text; [`Utf8Stream`] makes text of them.
    #[track_caller]
    pub fn decode(&self, tokens: &[usize]) -> Vec<u8> {
        let mut bytes = Vec::new();
        for &token in tokens {
            bytes.extend_from_slice(self.token(token));
        }
        bytes
    }
}

/// Replaces each occurrence of a pair by a token, from left to right.
fn replace(part: &mut Vec<usize>, pair: [usize; 2], token: usize) {
    let mut kept = 0;
    let mut read = 0;
    while read < part.len() {
        if part[read..].starts_with(&pair) {
            part[kept] = token;
            read += 2;
        } else {
            part[kept] = part[read];
            read += 1;
        }
        kept += 1;
    }
    part.truncate(kept);
}
