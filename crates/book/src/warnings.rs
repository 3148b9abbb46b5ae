//! What mdBook only warns about.
//!
//! It reports mistakes in the sources as `tracing` events and goes on. A book with a mistake in it is
//! not built, so the events are collected here.

use std::fmt::{Debug, Write};
use std::sync::{Arc, Mutex, PoisonError};

use tracing::field::{Field, Visit};
use tracing::{Event, Level, Subscriber, subscriber};
use tracing_subscriber::layer::{Context, SubscriberExt};
use tracing_subscriber::{Layer, Registry};

/// What `work` gives, and the warnings and errors that mdBook tells on this thread meanwhile.
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
            let mut message = Message::default();
            event.record(&mut message);
            let mut collected = self.0.lock().unwrap_or_else(PoisonError::into_inner);
            collected.push(message.0);
        }
    }
}

#[derive(Default)]
struct Message(String);

impl Visit for Message {
    fn record_debug(&mut self, field: &Field, value: &dyn Debug) {
        // Writing to a string cannot fail.
        let _ = match field.name() {
            "message" => write!(self.0, "{value:?}"),
            name => write!(self.0, " {name}: {value:?}"),
        };
    }
}
