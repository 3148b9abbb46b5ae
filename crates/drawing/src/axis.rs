//! Axes, which map the values of a plot to positions on the canvas.

use crate::paint::{Area, Point};
use crate::style::widest;

/// An axis of a plot, with its range and its labeled values.
#[derive(Clone, Debug)]
pub struct Axis {
    /// The values at both ends.
    pub range: (f64, f64),
    /// The labeled values.
    pub ticks: Vec<f64>,
    /// Whether the values are decimal logarithms of the labels.
    pub powers: bool,
}

impl Axis {
    /// Returns the position of `value` on a line from `from` to `to`, in user units. It is in whole
    /// hundredths from the start, as in `plotters`, so that points meet their ticks.
    pub fn place(&self, value: f64, from: f64, to: f64) -> f64 {
        let part = (value - self.range.0) / (self.range.1 - self.range.0);
        let length = ((to - from) * 100.0).round();
        let hundredths = (length.abs() * part + 1e-3).floor();
        from + length.signum() * hundredths / 100.0
    }

    /// Returns the labels of the ticks, with as many decimals as any of them needs. On an axis of
    /// powers, a tick at 3 is labeled 1000 and one at -2 is labeled 0.01.
    pub fn labels(&self) -> Vec<String> {
        let exact = |decimals: &usize| {
            let shift = 10_f64.powi(*decimals as i32);
            let mut shifted = self.ticks.iter().map(|tick| tick * shift);
            shifted.all(|tick| (tick - tick.round()).abs() <= 1e-6)
        };
        let decimals = (0..4).find(exact).unwrap_or(4);
        let label = |&tick: &f64| match self.powers {
            true => number(10_f64.powf(tick), (-tick).max(0.0).ceil() as usize),
            false => number(tick, decimals),
        };
        self.ticks.iter().map(label).collect()
    }

    /// Returns the width of the labels next to a vertical axis.
    pub fn label_width(&self) -> f64 {
        widest(self.labels()) + 6.0
    }
}

/// The two axes of a plot and their rectangle on the canvas.
#[derive(Clone, Debug)]
pub struct Coordinates {
    /// The axis from left to right.
    pub x: Axis,
    /// The axis from bottom to top.
    pub y: Axis,
    /// The rectangle of the data.
    pub body: Area,
}

impl Coordinates {
    /// Returns the position of a pair of values on the canvas.
    pub fn place(&self, (x, y): Point) -> Point {
        let body = self.body;
        (self.x.place(x, body.left, body.right()), self.y.place(y, body.bottom(), body.top))
    }
}

/// Formats a number with a typographic minus sign, and zero without a sign.
pub fn number(value: impl Into<f64>, decimals: usize) -> String {
    let text = format!("{:.decimals$}", value.into());
    match text.strip_prefix('-') {
        // Parsing it as a number would add tables of 10 kB to a module for browsers.
        Some(zero) if zero.bytes().all(|byte| b"0.".contains(&byte)) => zero.to_owned(),
        Some(digits) => format!("\u{2212}{digits}"),
        None => text,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn axis(range: (f64, f64), ticks: &[f64]) -> Axis {
        Axis { range, ticks: ticks.to_vec(), powers: false }
    }

    #[test]
    fn labels_have_the_decimals_that_one_of_them_needs() {
        assert_eq!(axis((-1.0, 1.0), &[-0.5, 0.0, 1.0]).labels(), ["\u{2212}0.5", "0.0", "1.0"]);
    }

    #[test]
    fn powers_are_labeled_with_what_they_stand_for() {
        let mut axis = axis((-2.0, 3.0), &[-2.0, 0.0, 3.0]);
        axis.powers = true;
        assert_eq!(axis.labels(), ["0.01", "1", "1000"]);
    }

    #[test]
    fn places_run_from_end_to_end() {
        let coordinates = Coordinates {
            x: axis((2.0, 4.0), &[]),
            y: axis((0.0, 10.0), &[]),
            body: Area::new(10.0, 20.0, 100.0, 50.0),
        };
        assert_eq!(coordinates.place((2.0, 0.0)), (10.0, 70.0));
        assert_eq!(coordinates.place((3.5, 10.0)), (85.0, 20.0));
    }

    #[test]
    fn zero_has_no_minus_sign() {
        assert_eq!(number(-0.001, 2), "0.00");
        assert_eq!(number(-0.01, 2), "\u{2212}0.01");
    }
}
