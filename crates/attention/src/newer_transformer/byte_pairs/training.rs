//! Learning merges from a text.

use std::cmp::Reverse;
use std::collections::{BTreeMap, HashMap};

use super::{BytePairs, pieces, replace};

/// The number of occurrences of each pair of tokens.
type Counts = HashMap<[usize; 2], usize>;

impl BytePairs {
    /// Learns merges from a text.
    ///
    /// Each merge joins the most frequent pair of tokens. Of equally frequent pairs, it joins the
    /// one with the smaller first token, and then the smaller second token. It stops early if no
    /// pair occurs twice. Occurrences may overlap: `aaa` contains the pair `aa` twice, although a
    /// merge replaces only one of them.
    // ANCHOR: train
    pub fn train(text: &str, merges: usize) -> Self {
        let mut words: BTreeMap<&str, usize> = BTreeMap::new();
        for piece in pieces(text) {
            *words.entry(piece).or_default() += 1;
        }
        let words = words.into_iter().map(|(piece, count)| {
            (piece.bytes().map(usize::from).collect(), count)
        });
        let mut words: Vec<(Vec<usize>, usize)> = words.collect();
        let mut counts = Counts::new();
        for (word, count) in &words {
            for pair in pairs(word) {
                *counts.entry(pair).or_default() += count;
            }
        }
        let mut tokenizer = Self::bytes();
        while tokenizer.merges.len() < merges {
            let Some(pair) = most_frequent(&counts) else {
                break;
            };
            let token = tokenizer.add(pair);
            for (word, count) in &mut words {
                merge(word, *count, pair, token, &mut counts);
            }
        }
        tokenizer
    }
    // ANCHOR_END: train
}

fn pairs(word: &[usize]) -> impl Iterator<Item = [usize; 2]> {
    word.windows(2).map(|two| [two[0], two[1]])
}

fn most_frequent(counts: &Counts) -> Option<[usize; 2]> {
    let often = counts.iter().filter(|(_, count)| **count > 1);
    let key = |(pair, count): &(&[usize; 2], &usize)| {
        (**count, Reverse(**pair))
    };
    often.max_by_key(key).map(|(pair, _)| *pair)
}

/// Replaces a pair in a word that occurs `count` times.
fn merge(
    word: &mut Vec<usize>,
    count: usize,
    pair: [usize; 2],
    token: usize,
    counts: &mut Counts,
) {
    if !pairs(word).any(|one| one == pair) {
        return;
    }
    for old in pairs(word) {
        if let Some(occurrences) = counts.get_mut(&old) {
            *occurrences -= count;
        }
    }
    replace(word, pair, token);
    for new in pairs(word) {
        *counts.entry(new).or_default() += count;
    }
}
