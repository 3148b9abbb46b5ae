//! One axis of a plot: its range, its ticks, and the way from values to user units.

use plotters::coord::ranged1d::Ranged;
use plotters::coord::types::RangedCoordf64;

use super::style::text_width;
use super::svg;

/// A range with the values that get a label.
#[derive(Clone, Debug)]
pub(super) struct Axis {
    /// The values at both ends.
    pub(super) range: (f64, f64),
    /// The values that get a label.
    pub(super) ticks: Vec<f64>,
    /// Whether the values are decimal logarithms of what the labels show.
    pub(super) powers: bool,
}

impl Axis {
    /// The axis with the given ticks or, without any, at most `most` round ones.
    pub(super) fn new(range: (f64, f64), ticks: Option<&[f64]>, most: usize) -> Axis {
        let ticks = match ticks {
            Some(ticks) => ticks.to_vec(),
            None => RangedCoordf64::from(range.0..range.1).key_points(most.max(2)),
        };
        Axis {
            range,
            ticks,
            powers: false,
        }
    }

    /// Where `value` lies on a line that runs from `from` to `to` in user units.
    pub(super) fn place(&self, value: f64, from: f64, to: f64) -> f64 {
        let coordinate = RangedCoordf64::from(self.range.0..self.range.1);
        f64::from(coordinate.map(&value, (0, svg::units(to - from))))
            / f64::from(svg::units(1.0))
            + from
    }

    /// The ticks as text, all with as many decimals as the one that needs most.
    ///
    /// On an axis of powers, a tick at 3 is labeled 1000 and one at -2 is labeled 0.01.
    pub(super) fn labels(&self) -> Vec<String> {
        if self.powers {
            let power = |tick: &f64| {
                number(10_f64.powf(*tick), (-tick).max(0.0).ceil() as usize)
            };
            return self.ticks.iter().map(power).collect();
        }
        let needs = |decimals: usize| {
            let shift = 10_f64.powi(decimals as i32);
            self.ticks
                .iter()
                .any(|tick| (tick * shift - (tick * shift).round()).abs() > 1e-6)
        };
        let decimals = (0..4).find(|&decimals| !needs(decimals)).unwrap_or(4);
        self.ticks
            .iter()
            .map(|&tick| number(tick, decimals))
            .collect()
    }

    /// The width that the labels take beside a vertical axis.
    pub(super) fn label_width(&self) -> f64 {
        self.labels()
            .iter()
            .map(|label| text_width(label))
            .fold(0.0, f64::max)
            + 6.0
    }
}

/// A number with a real minus sign, and no minus before zero.
pub(super) fn number(value: f64, decimals: usize) -> String {
    let text = format!("{value:.decimals$}");
    match text.strip_prefix('-') {
        Some(digits) if digits.chars().all(|digit| matches!(digit, '0' | '.')) => {
            digits.to_owned()
        }
        Some(digits) => format!("\u{2212}{digits}"),
        None => text,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_have_the_decimals_that_one_of_them_needs() {
        let axis = Axis::new((-1.0, 1.0), Some(&[-0.5, 0.0, 1.0]), 9);
        assert_eq!(axis.labels(), ["\u{2212}0.5", "0.0", "1.0"]);
        assert_eq!(Axis::new((0.0, 10.0), None, 3).labels(), ["0", "5", "10"]);
    }

    #[test]
    fn powers_are_labeled_with_what_they_stand_for() {
        let mut axis = Axis::new((-2.0, 3.0), Some(&[-2.0, 0.0, 3.0]), 9);
        axis.powers = true;
        assert_eq!(axis.labels(), ["0.01", "1", "1000"]);
    }

    #[test]
    fn places_run_from_end_to_end() {
        let axis = Axis::new((2.0, 4.0), None, 3);
        assert_eq!(
            [2.0, 3.0, 4.0].map(|value| axis.place(value, 10.0, 20.0)),
            [10.0, 15.0, 20.0]
        );
        assert_eq!(axis.place(2.5, 20.0, 10.0), 17.5);
    }

    #[test]
    fn zero_has_no_minus_sign() {
        assert_eq!(number(-0.001, 2), "0.00");
        assert_eq!(number(-0.01, 2), "\u{2212}0.01");
    }
}
