//! The unmasked keys of one row of scores.

use std::{borrow::Cow, ops::Range};

use crate::Real;

/// The keys that one query may attend to.
///
/// Most masks allow a range, which takes no time per key. Only explicit pairs need a test for each
/// key of the range.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct KeysOfQuery<'mask> {
    /// All keys outside this range are masked.
    pub(crate) range: Range<usize>,
    /// Whether explicit pairs allow each key, including keys outside the range.
    pub(crate) pairs: Option<Cow<'mask, [bool]>>,
}

impl<'mask> KeysOfQuery<'mask> {
    pub(super) fn all(keys: usize) -> Self {
        Self { range: 0..keys, pairs: None }
    }

    /// Masks all keys outside `start..end`.
    pub(super) fn keep(&mut self, start: usize, end: usize) {
        let end = self.range.end.min(end);
        self.range = self.range.start.max(start).min(end)..end;
    }

    /// Masks the keys that are `false` in `allowed`.
    pub(super) fn keep_pairs(&mut self, allowed: Cow<'mask, [bool]>) {
        self.pairs = Some(match self.pairs.take() {
            None => allowed,
            Some(pairs) => pairs
                .iter()
                .zip(allowed.as_ref())
                .map(|(&one, &two)| one && two)
                .collect(),
        });
    }

    /// Returns the keys that one of the two allows, of `keys` keys: a range if they form one,
    /// otherwise pairs.
    pub(super) fn or(self, other: Self, keys: usize) -> Self {
        let [one, two] = [&self, &other].map(|allowed| allowed.range.clone());
        if two.is_empty() {
            return self;
        }
        if one.is_empty() {
            return other;
        }
        let range = one.start.min(two.start)..one.end.max(two.end);
        let ranges = self.pairs.is_none() && other.pairs.is_none();
        let pairs = if ranges && one.start <= two.end && two.start <= one.end {
            None
        } else {
            let mut pairs = vec![false; keys];
            for allowed in [self, other] {
                for key in allowed.range.clone() {
                    pairs[key] |= allowed.pairs.as_ref().is_none_or(|pairs| pairs[key]);
                }
            }
            Some(Cow::Owned(pairs))
        };
        Self { range, pairs }
    }

    /// Returns whether at least one of these keys is unmasked.
    pub(crate) fn any_of(&self, keys: &Range<usize>) -> bool {
        let start = self.range.start.max(keys.start);
        let mut both = start..self.range.end.min(keys.end);
        match &self.pairs {
            None => !both.is_empty(),
            Some(pairs) => both.any(|key| pairs[key]),
        }
    }

    /// Returns the number of unmasked keys.
    pub(crate) fn count(&self) -> usize {
        match &self.pairs {
            None => self.range.len(),
            Some(pairs) => {
                pairs[self.range.clone()].iter().filter(|&&allowed| allowed).count()
            }
        }
    }

    /// Appends the entries of `row` at unmasked keys.
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

    /// Writes packed entries, times `scale`, to the positions of their keys in `row`, and leaves
    /// the others unchanged.
    pub(crate) fn unpack(&self, packed: &[Real], scale: Real, row: &mut [Real]) {
        let within = &mut row[self.range.clone()];
        match &self.pairs {
            None => {
                for (entry, packed) in within.iter_mut().zip(packed) {
                    *entry = packed * scale;
                }
            }
            Some(pairs) => {
                let mut packed = packed.iter();
                let pairs = &pairs[self.range.clone()];
                for (entry, _) in
                    within.iter_mut().zip(pairs).filter(|(_, allowed)| **allowed)
                {
                    *entry =
                        packed.next().expect("one entry for each unmasked key") * scale;
                }
            }
        }
    }
}
