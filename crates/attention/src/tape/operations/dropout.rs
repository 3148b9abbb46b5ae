//! Dropout.

use ndarray::ArrayD;
use rand::RngExt;

use crate::Real;
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
        let factors = factors(self, rate);
        let kept = &factors * &self.value();
        self.tape().record("dropout", [self], kept, move |d, [dx]| {
            dx.add(|| d * &factors);
        })
    }
}

/// For each entry 0 or 1 / (1 - rate).
fn factors(x: Var<'_>, rate: Real) -> ArrayD<Real> {
    // Whole numbers of 24 bits are compared, so that both precisions drop the same entries.
    let dropped_below = (rate * 16_777_216.0).round() as u32;
    let scale = 1.0 / (1.0 - rate);
    let random = &mut *x.tape().random.borrow_mut();
    let mut factors = ArrayD::zeros(x.dimensions());
    let entries = factors.as_slice_mut().expect("zeros lie in standard order");
    // Numbers drawn many at a time take half the time.
    let mut drawn = [0_u32; 256];
    for entries in entries.chunks_mut(drawn.len()) {
        let drawn = &mut drawn[..entries.len()];
        random.fill(drawn);
        for (factor, number) in entries.iter_mut().zip(drawn) {
            let kept = *number >> 8 >= dropped_below;
            *factor = if kept { scale } else { 0.0 };
        }
    }
    factors
}

#[cfg(test)]
mod tests;
