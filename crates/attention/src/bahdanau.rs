//! [Chapter 4](#ch:bahdanau): Bahdanau attention.
//!
//! At every step, the decoder attends to all states of the encoder, with its own state as the
//! query.
//!
//! | task | item |
//! |---|---|
//! | translate with attention | [`Bahdanau`] |

mod model;

pub use model::{Bahdanau, BahdanauState, Memory};
