//! Rotation of pairs of columns by angles that grow with the position.

use std::ops::Range;

use ndarray::ArrayD;

use crate::Real;
use crate::tape::Var;
use crate::tape::kernels::rows::{in_standard_order, rows_mut, standard_copy};

/// Which columns form the pairs of a rotation.
///
/// The two are equal up to a permutation of the columns, so a model must be read with the pairing
/// of its training.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pairing {
    /// Neighbors: columns 2r and 2r + 1.
    Interleaved,
    /// One column of each half: columns r and r + `pairs`.
    HalfSplit,
}

impl Pairing {
    /// Returns the columns of one pair.
    pub fn columns(self, pair: usize, pairs: usize) -> [usize; 2] {
        match self {
            Self::Interleaved => [2 * pair, 2 * pair + 1],
            Self::HalfSplit => [pair, pair + pairs],
        }
    }
}

impl<'t> Var<'t> {
    /// Rotates each pair of columns by an angle proportional to the position: pair r at position i
    /// by i · `angles[r]`.
    ///
    /// The pair (x, y) becomes (x cos - y sin, x sin + y cos). The first step is at position
    /// `start`. Columns after the pairs do not change.
    ///
    /// # Shapes
    ///
    /// `[.., steps, dim]` to `[.., steps, dim]`, where `dim` is at least twice the number of
    /// angles.
    ///
    /// # Panics
    ///
    /// If a position is too large for `usize`.
    ///
    /// # Source
    ///
    /// Su et al. (2021), *RoFormer*, Equation 34.
    ///
    /// # Example
    ///
    /// ```
    /// use attention::nn::Pairing;
    /// use attention::tape::{Mode, Tape};
    /// use ndarray::array;
    ///
    /// let tape = Tape::new(Mode::Eval, 0);
    /// let x = tape.constant(array![[1.0, 0.0], [1.0, 0.0]]);
    /// let sixth: attention::Real = 3.141_592_7 / 6.0;
    /// let y = x.rotate(&[sixth], Pairing::Interleaved, 0).value();
    /// assert_eq!([y[[0, 0]], y[[0, 1]]], [1.0, 0.0]); // position 0
    /// assert!((y[[1, 0]] - 0.866_025).abs() < 1e-6 && (y[[1, 1]] - 0.5).abs() < 1e-6);
    /// ```
    #[track_caller]
    pub fn rotate(self, angles: &[Real], pairing: Pairing, start: usize) -> Self {
        let shape = self.shape();
        let [.., steps, dim] = shape[..] else {
            panic!("rotate: {shape:?}: needs at least two axes");
        };
        assert!(
            2 * angles.len() <= dim,
            "rotate: {shape:?}: {} angles need {} columns",
            angles.len(),
            2 * angles.len()
        );
        let end = start.checked_add(steps);
        let end = end.unwrap_or_else(|| {
            panic!("rotate: {shape:?} at position {start}: too far")
        });
        let turns = Turns::new(angles, start..end);
        let mut output = standard_copy(&self.value());
        turns.apply(&mut output, pairing, 1.0);
        self.tape().record("rotate", [self], output, move |d, [dx]| {
            // y = x R, where R is a rotation, so dx = d Rᵀ rotates by the negative angle.
            dx.add(|| {
                let mut d = in_standard_order(d);
                turns.apply(&mut d, pairing, -1.0);
                d
            });
        })
    }
}

/// The cosine and sine for each position and pair.
struct Turns {
    pairs: usize,
    steps: usize,
    cosines: Vec<Real>,
    sines: Vec<Real>,
}

impl Turns {
    fn new(angles: &[Real], positions: Range<usize>) -> Self {
        let steps = positions.len();
        // In f32, the rounding error of an angle at position 100,000 is up to 0.004.
        let (sines, cosines) = positions
            .flat_map(|position| {
                let turn = move |&angle: &Real| position as f64 * angle as f64;
                angles.iter().map(turn)
            })
            .map(|angle| (angle.sin() as Real, angle.cos() as Real))
            .unzip();
        Self { pairs: angles.len(), steps, cosines, sines }
    }

    /// Rotates rows by the angles, or with `sign` -1 by the negative angles.
    fn apply(&self, array: &mut ArrayD<Real>, pairing: Pairing, sign: Real) {
        let pairs = self.pairs;
        if pairs == 0 || self.steps == 0 {
            return;
        }
        let turn = |x: &mut Real, y: &mut Real, cosine: Real, sine: Real| {
            let sine = sign * sine;
            (*x, *y) = (*x * cosine - *y * sine, *x * sine + *y * cosine);
        };
        for (index, row) in rows_mut(array).enumerate() {
            let first = index % self.steps * pairs;
            let cosines = &self.cosines[first..first + pairs];
            let sines = &self.sines[first..first + pairs];
            let turns = cosines.iter().zip(sines);
            match pairing {
                Pairing::Interleaved => {
                    let (columns, _) = row[..2 * pairs].as_chunks_mut::<2>();
                    for ([x, y], (cosine, sine)) in columns.iter_mut().zip(turns) {
                        turn(x, y, *cosine, *sine);
                    }
                }
                Pairing::HalfSplit => {
                    let (left, right) = row[..2 * pairs].split_at_mut(pairs);
                    let columns = left.iter_mut().zip(right);
                    for ((x, y), (cosine, sine)) in columns.zip(turns) {
                        turn(x, y, *cosine, *sine);
                    }
                }
            }
        }
    }
}
