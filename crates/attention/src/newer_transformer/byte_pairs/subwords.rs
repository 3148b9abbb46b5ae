//! Byte pairs as the vocabulary of a translator.

use super::BytePairs;
use crate::data::EOS;

/// The tokens before the byte pairs: padding, an unknown word, which
/// byte pairs do not have, start, and end.
const RESERVED: usize = 4;

/// One vocabulary for both languages: the reserved tokens of
/// [`data`](crate::data), then [`BytePairs`].
///
/// # Example
///
/// ```
/// use attention::data::EOS;
/// use attention::newer_transformer::{BytePairs, Subwords};
///
/// let subwords = Subwords(BytePairs::train("the men, les hommes", 3));
/// let tokens = subwords.encode("Les hommes ?");
/// assert_eq!(tokens.last(), Some(&EOS));
/// assert_eq!(subwords.decode(&tokens), "Les hommes ?".as_bytes());
/// ```
// ANCHOR: subwords
#[derive(Clone, Debug, PartialEq)]
pub struct Subwords(pub BytePairs);

impl Subwords {
    /// Returns the number of tokens.
    pub fn vocab(&self) -> usize {
        RESERVED + self.0.vocab()
    }

    /// Returns the tokens of a text and [`EOS`].
    pub fn encode(&self, text: &str) -> Vec<usize> {
        let pairs = self.0.encode(text).into_iter();
        pairs.map(|pair| RESERVED + pair).chain([EOS]).collect()
    }

    /// Returns the bytes of tokens up to the first [`EOS`].
    pub fn decode(&self, tokens: &[usize]) -> Vec<u8> {
        let ended = tokens.iter().take_while(|token| **token != EOS);
        ended.flat_map(|token| self.token(*token)).copied().collect()
    }

    /// Returns the bytes of a token; a reserved one has none.
    #[track_caller]
    pub fn token(&self, token: usize) -> &[u8] {
        match token.checked_sub(RESERVED) {
            Some(pair) => self.0.token(pair),
            None => &[],
        }
    }
}
// ANCHOR_END: subwords
