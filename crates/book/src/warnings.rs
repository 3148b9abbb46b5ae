//! What mdBook and mdbook-katex only warn about.
//!
//! Both report mistakes in the sources as `tracing` events and go on. A book with a mistake in it
//! is not built, so the events are collected here.

use std::fmt::{Debug, Write};
use std::sync::{Mutex, OnceLock, PoisonError};

use tracing::field::{Field, Visit};
use tracing::{Event, Level, Subscriber};
use tracing_subscriber::layer::{Context, SubscriberExt};
use tracing_subscriber::{Layer, Registry};

/// One warning or error that mdBook or mdbook-katex gave.
#[derive(Clone, Debug)]
pub(crate) struct Warning {
    /// The module that gave it.
    pub(crate) target: String,
    /// Its text.
    pub(crate) message: String,
}

static COLLECTED: Mutex<Vec<Warning>> = Mutex::new(Vec::new());

/// Starts to collect. Must be called before anything is built; later calls do nothing.
pub(crate) fn install() {
    static INSTALLED: OnceLock<()> = OnceLock::new();
    INSTALLED.get_or_init(|| {
        // KaTeX renders on threads of its own, so the subscriber has to be that of the process.
        // It can be set already only by a test that shares the process and set this very one.
        let _ = tracing::subscriber::set_global_default(
            Registry::default().with(Collector),
        );
    });
}

/// Takes the warnings since the last call.
pub(crate) fn take() -> Vec<Warning> {
    std::mem::take(&mut *COLLECTED.lock().unwrap_or_else(PoisonError::into_inner))
}

struct Collector;

impl<S: Subscriber> Layer<S> for Collector {
    fn on_event(&self, event: &Event<'_>, _: Context<'_, S>) {
        let metadata = event.metadata();
        let ours = metadata.target().starts_with("mdbook");
        if ours && *metadata.level() <= Level::WARN {
            let mut message = Message::default();
            event.record(&mut message);
            COLLECTED
                .lock()
                .unwrap_or_else(PoisonError::into_inner)
                .push(Warning {
                    target: metadata.target().to_owned(),
                    message: message.0,
                });
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
