mod learned;
mod sinusoidal;

pub use learned::LearnedPositions;
pub use sinusoidal::SinusoidalPositions;

use crate::tape::Var;

/// Returns the number of steps of a sequence for a layer of this `dim`.
#[track_caller]
fn steps(operation: &str, x: Var<'_>, dim: usize) -> usize {
    match *x.shape() {
        [.., steps, columns] if columns == dim => steps,
        ref shape => panic!("{operation}: {shape:?}: expected [.., steps, {dim}]"),
    }
}
