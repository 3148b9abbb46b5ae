//! Dropout.

use ndarray::{ArrayD, Dimension};
use rand::RngExt;

use crate::Real;
use crate::tape::kernels::rows::{in_standard_order, standard};
use crate::tape::{Mode, Var};

impl<'t> Var<'t> {
    /// Sets each entry to 0 with the probability `rate`, and divides the others by 1 - `rate`, so that
    /// the expected value of each stays what it was.
    ///
    /// Only [`Mode::Train`] does it; on other tapes the value passes as it is, and nothing is recorded.
    /// Which entries go depends on the seed of the [tape](crate::tape::Tape::new) and on their place in
    /// row-major order. It does not depend on how they lie in memory, nor on the feature `f64`.
    ///
    /// # Panics
    ///
    /// If the rate is not in `0..1`, on all tapes: `dropout: the rate 1 is not in 0..1`. The rate 1 is
    /// refused because nothing would be left to make up for what is lost.
    ///
    /// # Source
    ///
    /// Srivastava et al. (2014), *Dropout: a simple way to prevent neural networks from overfitting*.
    /// There the weights are scaled down after the training; here the entries are scaled up during it
    /// (their Section 10), and a tape in another mode has nothing to do.
    ///
    /// # Example
    ///
    /// ```
    /// use attention::tape::{Mode, Tape};
    /// use ndarray::Array1;
    ///
    /// let tape = Tape::new(Mode::Train, 0);
    /// let dropped = tape.constant(Array1::ones(1000)).dropout(0.5).value();
    /// assert!(dropped.iter().all(|&entry| entry == 0.0 || entry == 2.0));
    ///
    /// let tape = Tape::new(Mode::Eval, 0);
    /// assert_eq!(tape.constant(Array1::ones(1000)).dropout(0.5).value().sum(), 1000.0);
    /// ```
    #[track_caller]
    pub fn dropout(self, rate: Real) -> Self {
        assert!(
            (0.0..1.0).contains(&rate),
            "dropout: the rate {rate} is not in 0..1"
        );
        if rate == 0.0 || self.tape().mode() != Mode::Train {
            return self;
        }
        let scale = 1.0 / (1.0 - rate);
        let kept = kept(self, rate);
        // Not by a branch: what is lost by chance cannot be foreseen.
        let times = move |x: Real, kept: bool| x * (Real::from(kept) * scale);
        let x = standard(self.value());
        let pairs = x.as_slice().expect(STANDARD).iter().zip(&kept);
        let scaled = pairs.map(|(&x, &kept)| times(x, kept)).collect();
        let scaled = ArrayD::from_shape_vec(x.raw_dim(), scaled);
        let scaled = scaled.expect("one entry for each of the input");
        self.tape()
            .record("dropout", [self], scaled, move |d, [dx]| {
                dx.add(|| {
                    let mut d = in_standard_order(d);
                    let entries = d.as_slice_mut().expect(STANDARD);
                    for (d, kept) in entries.iter_mut().zip(kept) {
                        *d = times(*d, kept);
                    }
                    d
                });
            })
    }
}

const STANDARD: &str = "copies and gradients lie in standard order";

/// Which entries stay.
fn kept(x: Var<'_>, rate: Real) -> Vec<bool> {
    // Whole numbers of 24 bits are compared, so that both precisions drop the same entries.
    let dropped_below = (rate * 16_777_216.0).round() as u32;
    let random = &mut *x.tape().random.borrow_mut();
    let mut kept = vec![false; x.dimensions().size()];
    // Numbers drawn many at a time take half the time.
    let mut drawn = [0_u32; 256];
    for kept in kept.chunks_mut(drawn.len()) {
        let drawn = &mut drawn[..kept.len()];
        random.fill(drawn);
        for (kept, number) in kept.iter_mut().zip(drawn) {
            *kept = *number >> 8 >= dropped_below;
        }
    }
    kept
}

#[cfg(test)]
mod tests;
