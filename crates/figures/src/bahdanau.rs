//! Figures of the chapter on Bahdanau attention.

mod batch;
mod decoder;
mod free;
mod maps;
pub(crate) mod scores;

use std::rc::Rc;

use attention::bahdanau::{TrainedRecurrent, trained};

pub use self::batch::batch;
pub use self::decoder::attention_decoder;
pub use self::free::taught_and_free;
pub use self::maps::{align_adjective, align_long, align_negation};
pub use self::scores::{bottleneck, equal_weights, losses};

/// The models of the book, loaded once for all figures. Nobody may change their parameters.
pub(crate) fn shipped() -> Rc<TrainedRecurrent> {
    thread_local! {
        static SHIPPED: Rc<TrainedRecurrent> = Rc::new(fresh());
    }
    SHIPPED.with(Rc::clone)
}

/// The models of the book, loaded again, for a figure that changes them.
fn fresh() -> TrainedRecurrent {
    trained().expect("the repository has the models")
}
