use ndarray::{ArrayD, Dimension};
use rand::RngExt;

use crate::Real;
use crate::tape::kernels::rows::{entries, entries_mut, in_standard_order};
use crate::tape::{Mode, Var};

impl<'t> Var<'t> {
    /// Sets each entry to 0 with probability `rate`, and divides the others by 1 - `rate`, which
    /// preserves the expected value.
    ///
    /// In every mode except [`Mode::Train`], it returns the value unchanged and records nothing.
    /// Which entries are dropped depends on the seed of the [tape](crate::tape::Tape::new) and on
    /// the row-major index of an entry. It depends neither on the memory layout nor on the
    /// precision.
    ///
    /// # Panics
    ///
    /// In every mode, if the rate is not in [0, 1): `dropout: rate 1 is not in [0, 1)`.
    ///
    /// # Source
    ///
    /// Srivastava et al. (2014), *Dropout: a simple way to prevent neural networks from
    /// overfitting*. The paper scales the weights down after training; here, entries are scaled up
    /// during training, as in its Section 10.
    #[track_caller]
    pub fn dropout(self, rate: Real) -> Self {
        assert!((0.0..1.0).contains(&rate), "dropout: rate {rate} is not in [0, 1)");
        if rate == 0.0 || self.tape().mode() != Mode::Train {
            return self;
        }
        let scale = 1.0 / (1.0 - rate);
        let kept = kept(self, rate);
        // Not a branch, which random entries would make unpredictable.
        let times = move |x: Real, kept: bool| x * (Real::from(kept) * scale);
        let x = in_standard_order(self.value());
        let pairs = entries(&x).iter().zip(&kept);
        let scaled = pairs.map(|(&x, &kept)| times(x, kept)).collect();
        let scaled = ArrayD::from_shape_vec(x.raw_dim(), scaled);
        let scaled = scaled.expect("the number of entries does not change");
        self.tape().record("dropout", [self], scaled, move |d, [dx]| {
            dx.add(|| {
                let mut d = in_standard_order(d);
                for (d, kept) in entries_mut(&mut d).iter_mut().zip(kept) {
                    *d = times(*d, kept);
                }
                d
            });
        })
    }
}

/// Returns which entries are kept.
fn kept(x: Var<'_>, rate: Real) -> Vec<bool> {
    // Comparing 24-bit integers makes both precisions drop the same entries.
    let dropped_below = (rate * 16_777_216.0).round() as u32;
    let random = &mut *x.tape().random.borrow_mut();
    let mut kept = vec![false; x.dimensions().size()];
    // Drawing many numbers at once is twice as fast.
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
