//! What a mask leaves of one row of scores.

use std::{borrow::Cow, ops::Range};

use crate::Real;

/// The keys that one query may look at.
///
/// Most masks allow a range, and reading one costs nothing per key. Only explicit pairs need a look at
/// each key within the range.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct KeysOfQuery<'mask> {
    /// No key outside this range may be looked at.
    pub(crate) range: Range<usize>,
    /// With explicit pairs: for each key, also those outside the range, whether the pairs allow it.
    pub(crate) pairs: Option<Cow<'mask, [bool]>>,
}

impl<'mask> KeysOfQuery<'mask> {
    pub(super) fn all(keys: usize) -> Self {
        Self {
            range: 0..keys,
            pairs: None,
        }
    }

    /// Hides what lies before `start`, and what lies at `end` or after it.
    pub(super) fn keep(&mut self, start: usize, end: usize) {
        let end = self.range.end.min(end);
        self.range = self.range.start.max(start).min(end)..end;
    }

    /// Hides the keys that are not `true` in `allowed`.
    pub(super) fn keep_pairs(&mut self, allowed: &'mask [bool]) {
        self.pairs = Some(match self.pairs.take() {
            None => Cow::Borrowed(allowed),
            Some(pairs) => pairs
                .iter()
                .zip(allowed)
                .map(|(&one, &two)| one && two)
                .collect(),
        });
    }

    /// How many keys may be looked at.
    pub(crate) fn count(&self) -> usize {
        match &self.pairs {
            None => self.range.len(),
            Some(pairs) => pairs[self.range.clone()]
                .iter()
                .filter(|&&allowed| allowed)
                .count(),
        }
    }

    /// Appends what `row` has for the allowed keys, and nothing for the others.
    pub(crate) fn pack(&self, row: &[Real], packed: &mut Vec<Real>) {
        let within = &row[self.range.clone()];
        match &self.pairs {
            None => packed.extend_from_slice(within),
            Some(pairs) => {
                let pairs = &pairs[self.range.clone()];
                packed.extend(
                    pairs
                        .iter()
                        .zip(within)
                        .filter(|(allowed, _)| **allowed)
                        .map(|(_, &x)| x),
                );
            }
        }
    }

    /// Writes packed numbers, times `scale`, to where their keys stand in `row`, and leaves the others alone.
    pub(crate) fn unpack(&self, packed: &[Real], scale: Real, row: &mut [Real]) {
        let within = &mut row[self.range.clone()];
        match &self.pairs {
            None => {
                for (entry, number) in within.iter_mut().zip(packed) {
                    *entry = number * scale;
                }
            }
            Some(pairs) => {
                let mut packed = packed.iter();
                let pairs = &pairs[self.range.clone()];
                for (entry, _) in within
                    .iter_mut()
                    .zip(pairs)
                    .filter(|(_, allowed)| **allowed)
                {
                    *entry =
                        packed.next().expect("one number for each allowed key") * scale;
                }
            }
        }
    }
}
