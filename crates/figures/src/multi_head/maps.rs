//! What trained heads look at.

use attention::Real;
use attention::multi_head::slope::{DAYS, Split};
use attention::tape::{Mode, Tape};
use drawing::prelude::*;
use ndarray::{Array2, ArrayD, Axis, Slice};

use super::trained::train;

const GAP: f64 = 14.0;

/// The weights of a single trained head, and those of two heads. Those below 0.01 are left out.
pub fn head_maps() -> String {
    let (one, two) = (head_weights(1), head_weights(2));
    let single = map(&one, 0, "one head: day before");
    let [left, right] = [0, 1]
        .map(|head| map(&two, head, &format!("two heads: head {head}")).full_at(0.3));

    let width = (WIDTH - 2.0 * MARGIN - GAP) / 2.0;
    let height = single.height(width);
    let canvas = &mut Canvas::new(2.0 * (MARGIN + height) + GAP);
    let (aside, below) = (MARGIN + width + GAP, MARGIN + height + GAP);
    let cells = single.draw(canvas, (MARGIN, MARGIN), width);
    left.draw(canvas, (MARGIN, below), width);
    right.draw(canvas, (aside, below), width);
    // What rows and columns are, and a color bar for each model.
    let (left, top) = (aside + 20.0, cells.top + 3.5 * LINE_HEIGHT);
    let texts = ["rows: queries (days)", "columns: keys (days)"];
    canvas.lines((left, cells.top + LINE_HEIGHT / 2.0), texts, Muted.start());
    for (map, name, left) in [
        (&single, "one head", left),
        (&right, "two heads", left + 86.0),
    ] {
        canvas.text((left, top - LINE_HEIGHT / 2.0), name, Ink.start());
        map.color_bar(canvas, (left, top + 4.0, 14.0, cells.bottom() - top - 4.0));
    }
    canvas.svg("The weights of trained heads over the days")
}

/// The map of a head, for the days that have a target.
fn map(weights: &ArrayD<Real>, head: usize, heading: &str) -> HeatMap {
    let weights = weights.index_axis(Axis(0), head);
    let inner = weights.slice_axis(Axis(0), Slice::from(1..DAYS - 1));
    let seen = inner.mapv(|weight| if weight < 0.01 { 0.0 } else { weight });
    let seen = seen.into_dimensionality().expect("days by days");
    let rows: Vec<String> = (2..DAYS).map(|day| day.to_string()).collect();
    // Every second column has room for its number.
    let number = |day: usize| {
        if day % 2 == 1 {
            day.to_string()
        } else {
            String::new()
        }
    };
    let columns: Vec<String> = (1..=DAYS).map(number).collect();
    HeatMap::new(seen.view())
        .names("", "")
        .words(&rows, &columns)
        .heading(heading)
}

/// The weights of trained heads: `[heads, days, days]`.
fn head_weights(heads: usize) -> ArrayD<Real> {
    let (model, _) = train(heads, Split::Columns, 0);
    let tape = Tape::new(Mode::Eval, 0);
    // The weights do not depend on the measurements.
    let attended = model.forward(&tape, &Array2::zeros((1, DAYS)));
    attended.weights.value().index_axis(Axis(0), 0).to_owned()
}
