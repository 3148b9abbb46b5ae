//! How far the results of several seeds lie apart.

use std::fmt;

/// The smallest and the largest of several values.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Spread {
    /// The smallest value.
    pub low: f64,
    /// The largest value.
    pub high: f64,
}

impl Spread {
    /// Returns the smallest and the largest of the values.
    ///
    /// # Panics
    ///
    /// If there are no values.
    #[track_caller]
    pub fn of(values: impl IntoIterator<Item = f64>) -> Self {
        let mut values = values.into_iter();
        let first = values.next().expect("Spread: there are no values");
        let range = Self { low: first, high: first };
        values.fold(range, |Self { low, high }, value| Self {
            low: low.min(value),
            high: high.max(value),
        })
    }
}

/// Writes both ends, or one number if they are equal when rounded.
impl fmt::Display for Spread {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let decimals = f.precision().unwrap_or(2);
        let [low, high] = [self.low, self.high].map(|end| format!("{end:.decimals$}"));
        let text = match low == high {
            true => low,
            false => format!("{low}-{high}"),
        };
        let width = f.width().unwrap_or(0);
        write!(f, "{text:>width$}")
    }
}
