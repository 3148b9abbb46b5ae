//! Figures of the chapter on a newer Transformer.

pub(crate) mod clocks;
mod experiments;
mod offsets;
mod real_sentences;
mod scaling;

pub(crate) use self::{experiments::*, offsets::*, real_sentences::*, scaling::*};
pub(crate) use crate::typed::typed_sentence;
