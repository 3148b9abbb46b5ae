//! Searches, scores, and data. Trainings and whole corpora are in the tests of the crate
//! `attention`, which has models.
#![cfg_attr(real_f64, allow(clippy::unnecessary_cast, reason = "`Real` may be `f32`"))]

mod batch;
mod beam;
mod bleu;
mod corpus;
mod floor;
mod golden;
mod grammar;
mod tab_separated;
mod tokenizer;
mod vocabulary;

use translation::data::{Corpus, Pair};

fn pair((source, target): (&str, &str)) -> Pair {
    Pair { source: source.into(), target: target.into() }
}

fn corpus(pairs: &[(&str, &str)]) -> Corpus {
    Corpus::from_pairs(pairs.iter().copied().map(pair))
}
