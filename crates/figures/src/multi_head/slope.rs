//! A change, which two heads can compute but one cannot: the weights of trained heads and their
//! importance.

use attention::multi_head::slope::{DAYS, SlopeModel, Split, needed_coefficients};

use super::HEADS;
use crate::prelude::*;

const STEPS: usize = 200;
const SEEDS: u64 = 10;
/// The lower bound of the error of one head, proved in the chapter.
const ONE_HEAD: f64 = 1.0;
/// The same without the permutations, as a mean over the eight days with a target: only the two
/// days at the border between the halves have the bound of one head.
const NO_PERMUTATIONS: f64 = 2.0 * ONE_HEAD / (DAYS - 2) as f64;

/// Draws the coefficients for the change around day 4: needed, with one head, and with two heads.
pub(crate) fn one_average() -> String {
    // The rows begin with day 2.
    let coefficients = needed_coefficients().row(4 - 2).mapv(f64::from);
    let days: Vec<f64> = (1..=DAYS).map(|day| day as f64).collect();
    let points = days.iter().copied().zip(coefficients);
    let (zeros, others): (Vec<Point>, Vec<_>) = points.partition(|point| point.1 == 0.0);
    let (before, after) = (others[0], others[1]);

    let disks = |role| Look::solid(role).marker(Marker::Disk);
    let plot = |heading: &str| {
        Plot::new("day of the measurement", "coefficient")
            .heading(heading)
            .x_axis(0.6, DAYS as f64 + 0.4, days.as_slice())
            .y_axis(-1.3, 1.3, [-1.0, 0.0, 1.0])
            .scatter(disks(Muted), "", zeros.clone())
    };
    let needed = plot("needed for day 4").stems(disks(Ink), [before, after]);
    let one = plot("one head: all of one sign")
        .scatter(Look::solid(Accent), "", [before])
        .note(before.0, -0.6, "out of reach", Accent)
        .stems(disks(HEADS[0]), [(before.0, 0.0), after]);
    let two = plot("two heads: one minus the other")
        .stems(disks(HEADS[0]), [after])
        .stems(disks(HEADS[1]).marker(Marker::Diamond), [before])
        .note(after.0 + 1.0, 0.6, "head 0", HEADS[0])
        .note(before.0 - 1.0, -0.6, "head 1", HEADS[1]);
    let title = "The coefficients of a change, with one head and with two";
    panels(1, 120.0, &[needed, one, two], title)
}

fn train(heads: usize, split: Split, seed: u64) -> (SlopeModel, Vec<Real>) {
    let rng = &mut rng(seed);
    let mut model = SlopeModel::new(heads, rng).expect("heads divide hidden");
    model.split = split;
    let losses = model.train(STEPS, rng);
    (model, losses)
}

pub(crate) fn slope_losses() -> String {
    let curve = |heads, split| {
        let losses = (0..SEEDS).map(|seed| Array1::from(train(heads, split, seed).1));
        (0_u32..).zip(losses.reduce(|sum, run| sum + run).expect("there are runs") / SEEDS as Real)
    };
    let end = STEPS as f64;
    let missing = "two heads, no permutations";
    Plot::new("step", &format!("loss of a batch, mean of {SEEDS} runs"))
        .level(Dash::DASHED, 0.0, end, ONE_HEAD)
        .level(Dash::DASHED, 0.0, end, NO_PERMUTATIONS)
        .line(Look::solid(Series1), "", curve(1, Split::Columns))
        .line(Look::solid(Series2), "", curve(2, Split::WithoutPermute))
        .line(Look::solid(Series3), "", curve(2, Split::Columns))
        .note(end, ONE_HEAD + 0.2, "one head", Series1.end())
        .note(end, NO_PERMUTATIONS + 0.2, missing, Series2.end())
        .note(36.0, 0.75, "two heads", Series3.start())
        .x_axis(0.0, end, [0.0, 50.0, 100.0, 150.0, 200.0])
        .y_axis(-0.1, 2.5, [0.0, 1.0, 2.0])
        .svg("The loss of one head and of two heads while they learn the change")
}

pub(crate) fn ablation() -> String {
    let (mut all, mut groups) = (Vec::new(), [Vec::new(), Vec::new()]);
    for seed in 0..SEEDS {
        let (model, _) = train(HEADS.len(), Split::Columns, seed);
        let x = seed as f64;
        all.push((x, model.error()));
        // The side of a head is the sign of its contribution for day 4, a row in the middle.
        let sides = [0, 1, 2, 3].map(|head| {
            let sum = model.keep_heads(&[head]).coefficients().row(2).sum();
            if sum.abs() < 0.1 { 0.0 } else { sum.signum() }
        });
        for (head, side) in sides.into_iter().enumerate() {
            let alone = side != 0.0 && sides.iter().filter(|&&other| other == side).count() == 1;
            groups[usize::from(alone)].push((x, model.without_head(head).error()));
        }
    }
    let [shared, alone] = groups;
    let seeds: Vec<f64> = (0..SEEDS).map(|seed| seed as f64).collect();
    let end = SEEDS as f64 - 0.5;
    let variance = f64::from(needed_coefficients().row(0).powi(2).sum());
    Plot::new("seed", "error")
        .level(Dash::DOTTED, -0.5, end, variance)
        .scatter(Look::series(3).marker(Marker::Square), "all heads", all)
        .scatter(Look::solid(Series1), "without one head", shared)
        .scatter(Look::series(2), "without the only head of its sign", alone)
        .note(-0.5, variance + 0.45, "always answering 0", Muted.start())
        .x_axis(-0.5, end, seeds)
        .y_axis(-0.2, 7.0, [0.0, 2.0, 4.0, 6.0])
        .svg("The error without one of four heads")
}

pub(crate) fn head_maps() -> String {
    const GAP: f64 = 14.0;
    let [single] = maps(["one head: day before"]);
    let two = maps(["two heads: head 0", "two heads: head 1"]);
    let [left, right] = two.map(|map| map.full_at(0.3));

    let width = (WIDTH - 2.0 * MARGIN - GAP) / 2.0;
    let height = single.height(width);
    let canvas = &mut Canvas::new(2.0 * (MARGIN + height) + GAP);
    let (aside, below) = (MARGIN + width + GAP, MARGIN + height + GAP);
    let cells = single.draw(canvas, (MARGIN, MARGIN), width);
    left.draw(canvas, (MARGIN, below), width);
    right.draw(canvas, (aside, below), width);
    // The meaning of rows and columns, and a color bar for each model.
    let (left, top) = (aside + 20.0, cells.top + 3.5 * LINE_HEIGHT);
    let text = "rows: queries (days)\ncolumns: keys (days)";
    canvas.text((left, cells.top + LINE_HEIGHT / 2.0), text, Muted.start());
    let models = [(&single, "one head"), (&right, "two heads")];
    for ((map, name), left) in models.into_iter().zip([left, left + 86.0]) {
        canvas.text((left, top - LINE_HEIGHT / 2.0), name, Ink.start());
        map.color_bar(canvas, (left, top + 4.0, 14.0, cells.bottom() - top - 4.0));
    }
    canvas.svg("The weights of trained heads over the days")
}

/// Returns the maps of the heads of a trained model, for the days with a target.
fn maps<const HEADS: usize>(headings: [&str; HEADS]) -> [HeatMap; HEADS] {
    let (model, _) = train(HEADS, Split::Columns, 0);
    let tape = Tape::new(Mode::Eval, 0);
    // The weights do not depend on the measurements.
    let weights = model.forward(&tape, &Array2::zeros((1, DAYS))).weights.value();
    let rows: Vec<usize> = (2..DAYS).collect();
    // Only every second column has space for its number.
    let columns = ["1", "", "3", "", "5", "", "7", "", "9", ""];
    std::array::from_fn(|head| {
        let seen = Array2::from_shape_fn((DAYS - 2, DAYS), |(row, column)| {
            let weight = weights[[0, head, row + 1, column]];
            if weight < 0.01 { 0.0 } else { weight }
        });
        HeatMap::new(seen.view()).words(&rows, &columns).heading(headings[head])
    })
}
