//! What holds for the figures: in one program, because drawing them all takes seconds.

mod committed;
mod contrast;
mod invariants;
mod themes;

use std::sync::LazyLock;

use figures::Figure;

/// The figures, drawn once for all tests.
static ALL: LazyLock<Vec<Figure>> = LazyLock::new(figures::all);
