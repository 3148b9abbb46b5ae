//! The conditions that make up a mask.

use std::borrow::Cow;
use std::sync::Arc;

use ndarray::{ArcArray, ArcArray2, Axis, Ix3};

use super::row::KeysOfQuery;

/// One condition on the example, the query and the key.
///
/// All variants are cheap to clone, because `and` copies the rules of both masks.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Rule {
    /// Query i is at the position of key `position` + i and attends to this many keys before and
    /// after it.
    Window { position: usize, before: usize, after: usize },
    /// All queries attend to this many keys at the start.
    FirstKeys(usize),
    /// `[batch]`
    ValidLens(Arc<[usize]>),
    /// `[batch, queries]`
    ValidLensPerQuery(ArcArray2<usize>),
    /// `[queries, keys]`, in standard layout
    Allowed(ArcArray2<bool>),
    /// `[batch, queries, keys]`, in standard layout
    AllowedPerExample(ArcArray<bool, Ix3>),
    /// The pairs that one list of rules allows or the other.
    Either([Arc<[Rule]>; 2]),
}

impl Rule {
    fn starting_at(&self, position: usize) -> Self {
        match self {
            Self::Window { before, after, .. } => {
                Self::Window { position, before: *before, after: *after }
            }
            Self::Either(both) => {
                Self::Either(both.each_ref().map(|rules| starting_at(rules, position)))
            }
            _ => self.clone(),
        }
    }

    #[track_caller]
    fn allows(&self, batch: usize, query: usize, key: usize) -> bool {
        match self {
            // ANCHOR: allows
            Self::Window { position, before, after } => {
                let query = position.saturating_add(query);
                query.saturating_sub(*before) <= key
                    && key <= query.saturating_add(*after)
            }
            Self::FirstKeys(count) => key < *count,
            Self::ValidLens(lens) => key < lens[batch],
            Self::ValidLensPerQuery(lens) => key < lens[[batch, query]],
            Self::Allowed(pair) => pair[[query, key]],
            Self::AllowedPerExample(pair) => pair[[batch, query, key]],
            // ANCHOR_END: allows
            Self::Either(both) => {
                both.iter().any(|rules| all_allow(rules, batch, query, key))
            }
        }
    }

    /// Removes from `allowed`, a part of `keys` keys, those that this rule masks for the query.
    fn restrict<'mask>(
        &'mask self,
        allowed: &mut KeysOfQuery<'mask>,
        batch: usize,
        query: usize,
        keys: usize,
    ) {
        match self {
            Self::Window { position, before, after } => {
                let query = position.saturating_add(query);
                let end = query.saturating_add(*after).saturating_add(1);
                allowed.keep(query.saturating_sub(*before), end);
            }
            Self::FirstKeys(count) => allowed.keep(0, *count),
            Self::ValidLens(lens) => allowed.keep(0, lens[batch]),
            Self::ValidLensPerQuery(lens) => allowed.keep(0, lens[[batch, query]]),
            Self::Allowed(pairs) => {
                let row = pairs.index_axis(Axis(0), query);
                allowed.keep_pairs(Cow::Borrowed(row.to_slice().expect(LAYOUT)));
            }
            Self::AllowedPerExample(pairs) => {
                let row = pairs.index_axis(Axis(0), batch);
                let row = row.index_axis_move(Axis(0), query);
                allowed.keep_pairs(Cow::Borrowed(row.to_slice().expect(LAYOUT)));
            }
            Self::Either(both) => {
                let [one, two] =
                    both.each_ref().map(|rules| keys_of(rules, batch, query, keys));
                let either = one.or(two, keys);
                allowed.keep(either.range.start, either.range.end);
                if let Some(pairs) = either.pairs {
                    allowed.keep_pairs(pairs);
                }
            }
        }
    }

    /// Returns a message if the rule does not fit scores of this shape.
    pub(super) fn fits(
        &self,
        batch: usize,
        queries: usize,
        keys: usize,
    ) -> Result<(), String> {
        let has = match self {
            Self::Window { .. } | Self::FirstKeys(_) => return Ok(()),
            Self::Either(both) => {
                let mut rules = both.iter().flat_map(|rules| rules.iter());
                return rules.try_for_each(|rule| rule.fits(batch, queries, keys));
            }
            Self::ValidLens(lens) if lens.len() == batch => {
                return fit_lens(lens.iter(), keys);
            }
            Self::ValidLensPerQuery(lens) if lens.dim() == (batch, queries) => {
                return fit_lens(lens.iter(), keys);
            }
            Self::Allowed(pairs) if pairs.dim() == (queries, keys) => return Ok(()),
            Self::AllowedPerExample(pairs) if pairs.dim() == (batch, queries, keys) => {
                return Ok(());
            }
            Self::ValidLens(lens) => {
                let count = lens.len();
                return Err(format!(
                    "the mask has {count} valid lengths for {batch} examples"
                ));
            }
            Self::ValidLensPerQuery(lens) => {
                ("valid lengths", lens.shape(), vec![batch, queries])
            }
            Self::Allowed(pairs) => {
                ("allowed pairs", pairs.shape(), vec![queries, keys])
            }
            Self::AllowedPerExample(pairs) => {
                ("allowed pairs", pairs.shape(), vec![batch, queries, keys])
            }
        };
        let (what, shape, needed) = has;
        Err(format!("the mask has {what} {shape:?} instead of {needed:?}"))
    }
}

/// Returns whether all rules allow a pair.
#[track_caller]
pub(super) fn all_allow(
    rules: &[Rule],
    batch: usize,
    query: usize,
    key: usize,
) -> bool {
    rules.iter().all(|rule| rule.allows(batch, query, key))
}

/// Returns which of `keys` keys all rules allow for a query.
pub(super) fn keys_of(
    rules: &[Rule],
    batch: usize,
    query: usize,
    keys: usize,
) -> KeysOfQuery<'_> {
    let mut allowed = KeysOfQuery::all(keys);
    for rule in rules {
        rule.restrict(&mut allowed, batch, query, keys);
    }
    allowed
}

/// Returns the rules with query 0 at another position.
pub(super) fn starting_at(rules: &[Rule], position: usize) -> Arc<[Rule]> {
    rules.iter().map(|rule| rule.starting_at(position)).collect()
}

fn fit_lens<'lens>(
    lens: impl Iterator<Item = &'lens usize>,
    keys: usize,
) -> Result<(), String> {
    match lens.max() {
        Some(len) if *len > keys => {
            Err(format!("the mask has valid length {len} for {keys} keys"))
        }
        _ => Ok(()),
    }
}

const LAYOUT: &str = "tables are stored in standard layout";
