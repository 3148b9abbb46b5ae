//! Warnings of mdBook, which are errors here.
//!
//! mdBook reports mistakes in the sources as `tracing` events and continues. A book with a mistake
//! is not built, so this module collects the events.

use std::fmt::{Debug, Write};
use std::sync::{Arc, Mutex, PoisonError};

use tracing::field::Field;
use tracing::{Event, Level, Subscriber, subscriber};
use tracing_subscriber::layer::{Context, SubscriberExt};
use tracing_subscriber::{Layer, Registry};

/// Returns the result of `work`, and the warnings and errors that mdBook reports on this thread
/// meanwhile.
pub(crate) fn collect<T>(work: impl FnOnce() -> T) -> (T, Vec<String>) {
    let collected = Arc::<Mutex<Vec<String>>>::default();
    let collector = Collector(collected.clone());
    let result = subscriber::with_default(Registry::default().with(collector), work);
    let mut collected = collected.lock().unwrap_or_else(PoisonError::into_inner);
    (result, std::mem::take(&mut *collected))
}

struct Collector(Arc<Mutex<Vec<String>>>);

impl<S: Subscriber> Layer<S> for Collector {
    fn on_event(&self, event: &Event<'_>, _: Context<'_, S>) {
        let metadata = event.metadata();
        let ours = metadata.target().starts_with("mdbook");
        if ours && *metadata.level() <= Level::WARN {
            let mut message = String::new();
            event.record(&mut |field: &Field, value: &dyn Debug| {
                // Writing to a string cannot fail.
                let _ = match field.name() {
                    "message" => write!(message, "{value:?}"),
                    name => write!(message, " {name}: {value:?}"),
                };
            });
            let mut collected = self.0.lock().unwrap_or_else(PoisonError::into_inner);
            collected.push(message);
        }
    }
}
