//! The experiment of the chapter: the variants that it compares, their training, and the results.

mod model_card;
mod settings;
mod trained;
mod training;
mod variant;

pub use model_card::{
    Diverged, LanguageModelRun, TransformerModelCard,
};
pub use settings::Settings;
pub use trained::{TrainedTransformer, trained};
pub use training::{Finished, train_models};
pub use variant::Variant;
