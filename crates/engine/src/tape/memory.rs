//! Memory that one step of a training frees and the next one needs again.

use std::hint::black_box;
use std::sync::Once;

/// As much as the C library of Linux, on 64 bits, takes for a sign that a program needs large blocks again and
/// again. From 32 MiB on it takes none.
const LARGE: usize = 31 << 20;

/// Lets the process keep up to twice [`LARGE`] of what it frees.
///
/// A tape is made and dropped in each step. The C library would return its memory to the system each time,
/// and the system would clear it, page by page, in the next step. Once it sees a large block freed, it keeps
/// memory for blocks of that size. Nobody writes to this one, so it takes none.
pub(super) fn keep_freed() {
    static ONCE: Once = Once::new();
    if cfg!(all(target_os = "linux", target_env = "gnu")) {
        ONCE.call_once(|| drop(black_box(Vec::<u8>::with_capacity(LARGE))));
    }
}

#[cfg(all(test, target_os = "linux", target_env = "gnu"))]
mod tests;
