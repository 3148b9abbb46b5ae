//! Progress messages for slow work.

use std::fmt;
use std::io::{self, Write};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;

/// Work that takes longer is announced.
const SLOW_AFTER: Duration = Duration::from_secs(2);

/// Does some work, and prints `what` to standard error if the work takes more than two seconds.
pub fn with_progress<T>(what: &str, work: impl FnOnce() -> T) -> T {
    let (done, end) = mpsc::channel::<()>();
    thread::scope(|scope| {
        scope.spawn(move || {
            if end.recv_timeout(SLOW_AFTER) == Err(RecvTimeoutError::Timeout) {
                announce(what);
            }
        });
        let result = work();
        drop(done);
        result
    })
}

/// Prints to standard error what goes on, even if the terminal is closed.
pub fn announce(what: &str) {
    let _ = writeln!(io::stderr(), "{what} ...");
}

/// Prints a line for a macro.
#[doc(hidden)]
pub fn print_line(line: fmt::Arguments<'_>) {
    let _ = writeln!(io::stdout(), "{line}");
}

/// Prints a line to standard output, like [`println!`], and goes on if nobody reads it any more, as
/// after `head`.
#[macro_export]
macro_rules! say {
    ($($argument:tt)*) => {
        $crate::print_line(format_args!($($argument)*))
    };
}
