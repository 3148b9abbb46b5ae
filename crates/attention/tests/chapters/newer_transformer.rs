//! Chapter 8: a newer Transformer.

mod decoder_only;
mod grouped_query;
