//! Figures of the chapter on the Transformer.

mod ablation;
mod architecture;
mod cache;
mod maps;
mod masks;
mod norms;
mod panels;
mod sampling;
mod training;

use std::rc::Rc;

use attention::transformer::{TrainedTransformer, trained};
use drawing::prelude::*;

pub use self::ablation::ablation;
pub use self::architecture::architecture;
pub use self::cache::cache;
pub use self::maps::{cross_maps, decoder_maps, encoder_maps};
pub use self::masks::masks;
pub use self::norms::{norm_axes, pre_and_post};
pub use self::sampling::sampling;
pub use self::training::{by_length, learning_rate_and_loss};

/// Queries, keys with their values, and residual connections have one color in all diagrams of the chapter.
const QUERIES: Role = Series1;
const KEYS: Role = Series2;
const RESIDUAL: Role = Series3;

/// The models of the book, loaded once for all figures. Nobody may change their parameters.
fn shipped() -> Rc<TrainedTransformer> {
    thread_local! {
        static SHIPPED: Rc<TrainedTransformer> = Rc::new(trained().expect("the repository has the models"));
    }
    SHIPPED.with(Rc::clone)
}
