//! Figures of the chapter on scoring functions.

mod broadcast;
mod classic;
mod landscapes;
mod masks;
mod pipeline;
mod spread;

pub use self::broadcast::additive_broadcast;
pub use self::classic::classic_check;
pub use self::landscapes::score_landscapes;
pub use self::masks::{mask_gallery, masked_weights};
pub use self::pipeline::attention_pipeline;
pub use self::spread::{saturation, score_spread};
