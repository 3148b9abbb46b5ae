//! What one head cannot give, and two can.

use attention::multi_head::slope::{DAYS, needed_coefficients};
use drawing::prelude::*;

use super::HEADS;
use crate::{Plot, panels};

/// The day that the figure is about, counted from 1.
const DAY: usize = 4;

/// The coefficients of ten measurements for the slope at day 4: needed, by one head, by two heads.
pub fn one_average() -> String {
    // The rows begin with day 2.
    let coefficients = needed_coefficients().row(DAY - 2).mapv(f64::from);
    let days: Vec<f64> = (1..=DAYS).map(|day| day as f64).collect();
    let points = |keep: fn(f64) -> bool| -> Vec<Point> {
        let points = days.iter().copied().zip(coefficients.iter().copied());
        points.filter(|&(_, height)| keep(height)).collect()
    };
    let (before, after) = (
        points(|height| height < 0.0)[0],
        points(|height| height > 0.0)[0],
    );

    let disks = |role| Look::solid(role).marker(Marker::Disk);
    let plot = |heading: &str| {
        Plot::new("day of the measurement", "coefficient")
            .heading(heading)
            .x_axis(0.6, DAYS as f64 + 0.4, days.as_slice())
            .y_axis(-1.3, 1.3, [-1.0, 0.0, 1.0])
            .scatter(disks(Muted), "", points(|height| height == 0.0))
    };
    let needed =
        plot(&format!("needed for day {DAY}")).stems(disks(Ink), [before, after]);
    let one = plot("one head: all of one sign")
        .scatter(Look::solid(Accent), "", [before])
        .note(before.0, -0.6, "out of reach", Accent)
        .stems(disks(HEADS[0]), [(before.0, 0.0), after]);
    let two = plot("two heads: one minus the other")
        .stems(disks(HEADS[0]), [after])
        .stems(disks(HEADS[1]).marker(Marker::Diamond), [before])
        .note(after.0 + 1.0, 0.6, "head 0", HEADS[0])
        .note(before.0 - 1.0, -0.6, "head 1", HEADS[1]);
    let title = "The coefficients that a slope needs, with one head and with two";
    panels(1, 120.0, [needed, one, two], title)
}
