//! What one head cannot give, and two can.

use attention::multi_head::slope::{DAYS, needed_coefficients};

use super::super::Figure;
use super::super::panels::Panels;
use super::super::plot::Plot;
use super::super::style::{Look, Marker, Role};
use super::HEADS;

/// The day that the figure is about, counted from 1.
const DAY: usize = 4;

/// The coefficients of ten measurements for the slope at day 4: needed, by one head, by two heads.
///
/// ```
/// let figure = figures::multi_head::one_average();
/// assert!(figure.svg.contains(">two heads: one minus the other</text>"));
/// ```
pub fn one_average() -> Figure {
    let ticks: Vec<f64> = (1..=DAYS).map(|day| day as f64).collect();
    let plot = |heading: &str| {
        Plot::new("day of the measurement", "coefficient")
            .heading(heading)
            .x_range(0.6, DAYS as f64 + 0.4)
            .x_ticks(&ticks)
            .y_range(-1.3, 1.3)
            .y_ticks(&[-1.0, 0.0, 1.0])
    };
    // The rows begin with day 2.
    let coefficients = needed_coefficients().row(DAY - 2).mapv(f64::from);
    let points = |keep: &dyn Fn(f64) -> bool| -> Vec<(f64, f64)> {
        let points = ticks.iter().copied().zip(coefficients.iter().copied());
        points.filter(|&(_, height)| keep(height)).collect()
    };
    let zeros = points(&|height| height == 0.0);
    let (positive, negative) = (points(&|height| height > 0.0), points(&|h| h < 0.0));
    let (before, after) = (negative[0], positive[0]);
    let look = |role| Look {
        role,
        ..Look::series(1)
    };
    let empty = Look::reference().marker(Marker::Disk);
    let needed = plot(&format!("needed for day {DAY}"))
        .scatter(empty, "", zeros.clone())
        .stems(look(Role::Ink), "", [before, after]);
    let one = plot("one head: all of one sign")
        .scatter(empty, "", zeros.clone())
        .scatter(look(Role::Accent).marker(Marker::Ring), "", [before])
        .note(before.0, -0.6, "out of reach", Role::Accent)
        .stems(look(HEADS[0]), "", [(before.0, 0.0), after]);
    let two = plot("two heads: one minus the other")
        .scatter(empty, "", zeros)
        .stems(look(HEADS[0]), "", [after])
        .stems(look(HEADS[1]).marker(Marker::Diamond), "", [before])
        .note(after.0 + 1.0, 0.6, "head 0", HEADS[0])
        .note(before.0 - 1.0, -0.6, "head 1", HEADS[1]);
    Panels::new(1, [needed, one, two]).row_height(120.0).figure(
        "multi-head/one-average.svg",
        "The coefficients that a slope needs, with one head and with two",
    )
}
