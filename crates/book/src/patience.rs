//! Progress messages for slow work.

use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;

/// Runs `work`, and prints `what` to standard error if it takes more than two seconds.
pub(crate) fn telling<T>(what: &str, work: impl FnOnce() -> T) -> T {
    let (done, end) = mpsc::channel::<()>();
    thread::scope(|scope| {
        scope.spawn(move || {
            let ended = end.recv_timeout(Duration::from_secs(2));
            if ended == Err(RecvTimeoutError::Timeout) {
                eprintln!("{what} ...");
            }
        });
        let result = work();
        drop(done);
        result
    })
}
