//! [Chapter 7](#ch:transformer): the Transformer.
//!
//! An encoder-decoder of attention and feed-forward networks, its parts, and a language model.
//!
//! | to do this | use |
//! |---|---|
//! | let tokens attend to each other | [`EncoderBlock`], and [`Encoder`] for several |
//! | let them attend also to a source | [`DecoderBlock`], and [`Decoder`] for several |
//! | translate | [`Transformer`] |
//! | write without a source | [`LanguageModel`] |
//! | read one more token without recomputing the others | [`DecoderCache`], [`LanguageModelCache`] |
//! | draw the next token | [`Sampling`], and [`sample`] for translations |
//! | count parameters and multiplications | [`cost`] |
//! | see common mistakes | [`wrong`] |

mod add_norm;
mod cache;
mod config;
pub mod cost;
mod decoder;
mod decoder_block;
mod encoder;
mod encoder_block;
mod feed_forward;
mod input_layer;
mod language_model;
mod model;
mod output_layer;
mod sampling;
mod without_source;
pub mod wrong;

pub use add_norm::AddNorm;
pub use cache::{BlockCache, DecoderCache};
pub use config::{Arrangement, Config};
#[doc(alias = "TransformerDecoder")]
pub use decoder::Decoder;
pub use decoder::DecoderOutput;
pub use decoder_block::BlockOutput;
#[doc(alias = "TransformerDecoderLayer")]
pub use decoder_block::DecoderBlock;
pub use encoder::Encoded;
#[doc(alias = "TransformerEncoder")]
pub use encoder::Encoder;
#[doc(alias = "TransformerEncoderLayer")]
pub use encoder_block::EncoderBlock;
#[doc(alias = "PositionWiseFeedForward")]
pub use feed_forward::FeedForward;
pub use input_layer::InputLayer;
pub use language_model::{
    LanguageModel, LanguageModelCache, Predicted,
};
pub use model::{Maps, Transformer};
pub use output_layer::OutputLayer;
#[doc(alias = "LogitsProcessor")]
pub use sampling::Sampling;
pub use sampling::sample;
pub(crate) use without_source::without_source;
