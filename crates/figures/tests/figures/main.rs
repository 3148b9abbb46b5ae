//! What holds for the figures: in one program, because drawing them all takes seconds.

mod committed;
mod contrast;
mod invariants;
mod themes;

use std::sync::LazyLock;
use std::thread;

use figures::Figure;

/// The figures, drawn twice at the same time for all tests.
static DRAWN: LazyLock<[Vec<Figure>; 2]> = LazyLock::new(|| {
    let second = thread::spawn(figures::all);
    let first = figures::all();
    [first, second.join().expect("all figures can be drawn")]
});

static ALL: LazyLock<&[Figure]> = LazyLock::new(|| &DRAWN[0]);
