//! [Appendix C](#ch:encoder-decoder): recurrent encoder-decoders.
//!
//! An encoder reads a sentence in one language, and a decoder writes it in another, token by token.
//! This module re-exports the items that all such models share: the [trait](EncoderDecoder), the
//! [training](train), two search algorithms, and the scores of translations. Its own model,
//! [`FixedContext`], has gated recurrent units and no attention.
//!
//! | task | item |
//! |---|---|
//! | read source sentences | [`Encoder`] |
//! | decode each of them from one vector | [`FixedContext`] |
//! | train a model on pairs of sentences | [`train`] with a [`Recipe`] |
//! | choose the most probable token at each step | [`greedy`] |
//! | choose in another way | [`write_with`] |
//! | keep several hypotheses at each step | [`beam_search`], and [`translate_with_beam`] for a model |
//! | score translations | [`bleu`](mod@bleu), [`evaluate`] |
//! | study common mistakes | [`wrong`] |

mod config;
mod encoder;
mod fixed_context;
pub mod wrong;

pub use config::RecurrentConfig;
pub use encoder::Encoder;
pub use fixed_context::{FixedContext, FixedContextState};

#[doc(inline)]
pub use translation::{
    Band, Beam, BeamSearch, Candidate, Change, Changed, Decoded,
    DecodedStep, EncoderDecoder, Evaluation, Experiment, RateCurve,
    Recipe, Run, StepwiseSearch, TrainError, Translated, Translation,
    Translator, beam_search, bleu, chrf, evaluate, greedy, mean_loss,
    most_likely, train, translate_with_beam, write_with,
};
