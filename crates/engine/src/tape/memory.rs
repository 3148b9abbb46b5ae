//! Reuse of memory from one training step to the next.

use std::hint::black_box;
use std::sync::Once;

/// A block size just below 32 MiB, the largest for which the C library of 64-bit Linux adapts its
/// thresholds when a block is freed.
const BLOCK_SIZE: usize = 31 << 20;

/// Lets the process keep up to twice [`BLOCK_SIZE`] of freed memory.
///
/// Each training step creates and drops a tape. The C library would return its memory to the system
/// every time, and the system would clear it again, page by page, in the next step. Freeing a large
/// block once makes the library keep blocks up to that size. The block is never written to, so it
/// occupies no memory.
pub(super) fn keep_freed() {
    static ONCE: Once = Once::new();
    if cfg!(all(target_os = "linux", target_env = "gnu")) {
        ONCE.call_once(|| drop(black_box(Vec::<u8>::with_capacity(BLOCK_SIZE))));
    }
}

#[cfg(all(test, target_os = "linux", target_env = "gnu"))]
mod tests;
