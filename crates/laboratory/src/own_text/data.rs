//! A text as tokens for training and evaluation.

use super::{Settings, TextError};
use attention::newer_transformer::BytePairs;

/// The token of a line break, which is a byte.
pub(super) const LINE_BREAK: usize = b'\n' as usize;

/// A text, split, with the tokenizer that was learned from its training part.
#[derive(Clone, Debug)]
pub struct Prepared {
    /// The tokenizer.
    pub tokenizer: BytePairs,
    /// The tokens of the first nine tenths.
    pub training: Vec<usize>,
    /// The tokens of the rest.
    pub held_out: Vec<usize>,
}

impl Prepared {
    /// Splits a text before the line in which its last tenth begins, or within a long line, and
    /// learns byte pairs from the first part.
    ///
    /// # Errors
    ///
    /// [`TextError`] if a part is too short for the context, or if a setting is impossible.
    pub fn new(text: &str, settings: &Settings) -> Result<Self, TextError> {
        if text.is_empty() {
            return Err(TextError::Empty);
        }
        settings.check()?;
        let (training, held_out) = split(text);
        let tokenizer = BytePairs::train(training, settings.vocab - 256);
        let prepared = Self {
            training: tokenizer.encode(training),
            held_out: tokenizer.encode(held_out),
            tokenizer,
        };
        prepared.check(settings)?;
        Ok(prepared)
    }

    /// Returns the token that starts a text: the line break, or the most frequent token if the
    /// training part has one line.
    ///
    /// A model that has never read a token does not know what follows.
    pub(super) fn start(&self) -> usize {
        let mut counts = vec![0; self.tokenizer.vocab()];
        for &token in &self.training {
            counts[token] += 1;
        }
        if counts[LINE_BREAK] > 0 {
            return LINE_BREAK;
        }
        let tokens = 0..counts.len();
        tokens.max_by_key(|&token| counts[token]).unwrap_or(LINE_BREAK)
    }

    /// Checks settings, and that they have a context for which both parts are long enough.
    pub(super) fn check(&self, settings: &Settings) -> Result<(), TextError> {
        settings.check()?;
        for (part, tokens) in [("training", &self.training), ("held-out", &self.held_out)] {
            let (tokens, context) = (tokens.len(), settings.context);
            if tokens <= context {
                return Err(TextError::Short { part, tokens, context });
            }
        }
        Ok(())
    }
}

/// Splits before the last line that begins in the first nine tenths, or within a line if that
/// leaves less than half of the text.
pub(super) fn split(text: &str) -> (&str, &str) {
    let nine_tenths = (0..=text.len() / 10 * 9).rev();
    let mut boundaries = nine_tenths.filter(|&at| text.is_char_boundary(at));
    let most = boundaries.next().unwrap_or(0);
    let line = text[..most].rfind('\n').map(|end| end + 1);
    let line = line.filter(|&at| at >= text.len() / 2);
    text.split_at(line.unwrap_or(most))
}
