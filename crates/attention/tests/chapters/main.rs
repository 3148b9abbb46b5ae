//! The code of the chapters: numbers by hand, claims of the text, and what all models must do.
//! Whether layers compute what they should, forward and backward, is in `tests/proofs`.
#![cfg_attr(real_f64, allow(clippy::unnecessary_cast, reason = "`Real` may be `f32`"))]

mod attention_as_memory;
mod attention_cues;
mod automatic_differentiation;
mod models;
mod multi_head;
mod nadaraya_watson;
mod newer_transformer;
mod price_of_a_token;
mod scoring_functions;
mod self_attention;
mod transformer;
