//! The table of sines and cosines: its columns, the whole table, and its pairs as clocks. Also, the
//! accuracy of models at positions beyond those in training.

use attention::self_attention::*;

use crate::prelude::*;

const POSITIONS: usize = 48;
const DIM: usize = 32;

pub(crate) fn position_columns() -> String {
    let rows = encode(0, POSITIONS, DIM);
    let plots = [3, 4].map(|pair: usize| {
        let mut plot = Plot::new("position", "")
            .heading(&format!("pair {pair}"))
            .x_axis(0.0, 47.0, [])
            .y_axis(-1.0, 1.0, [-1.0, 0.0, 1.0])
            .direct_labels();
        for (column, series) in [(2 * pair, 1), (2 * pair + 1, 2)] {
            let points = (0_u32..).zip(rows.column(column).to_vec());
            plot = plot.line(Look::series(series), &format!("column {column}"), points);
        }
        plot
    });
    panels(1, 170.0, &plots, "Four columns of the positional encoding")
}

pub(crate) fn position_map() -> String {
    HeatMap::diverging(encode(0, POSITIONS, DIM).view())
        .names("Position", "Column")
        .row_height(7.5)
        .svg("The positional encoding of 48 positions")
}

pub(crate) fn position_clocks() -> String {
    let rows = encode(0, 7, DIM);
    let canvas = &mut Canvas::new(252.0);
    let left = |position: usize| 130.0 + 41.0 * position as f64;
    let below = 15.0 + LINE_HEIGHT;
    canvas.text((6.0, 15.0), "columns\nand turn", Muted.start());
    canvas.text((left(3), 15.0), "position", Muted);
    for (row, pair) in [0, 1, 2, 4].into_iter().enumerate() {
        let (sine, cosine) = (2 * pair, 2 * pair + 1);
        let y = 72.0 + 47.0 * row as f64;
        let turn = frequencies(DIM)[pair];
        canvas.text((6.0, y - 9.0), format!("{sine}, {cosine}"), Ink.start());
        canvas.text((6.0, y + 9.0), format!("{:.1}°", turn.to_degrees()), Series1.start());
        for (position, encoded) in rows.outer_iter().enumerate() {
            if row == 0 {
                canvas.text((left(position), below), position, Ink);
            }
            // The hand runs clockwise from twelve: sine to the right, cosine upward.
            let hand = (encoded[sine], encoded[cosine]);
            clock(canvas, (left(position), y), hand, turn * position as f64, turn);
        }
    }
    canvas.svg("Four pairs of columns as the hands of clocks")
}

/// Draws a clock with its hand, and a sector for the turn since the previous position.
fn clock(canvas: &mut Canvas, (x, y): Point, hand: (f64, f64), angle: f64, turn: f64) {
    const RADIUS: f64 = 17.0;
    canvas.disk((x, y), RADIUS, Inside);
    let at = |angle: f64| (x + RADIUS * angle.sin(), y - RADIUS * angle.cos());
    if angle > 0.0 {
        let arc = (0..=12).map(|step| at(angle - turn * f64::from(step) / 12.0));
        let sector: Vec<Point> = arc.chain([(x, y)]).collect();
        canvas.fill_polygon(&sector, Series1.opacity(0.35));
        canvas.line([(x, y), at(angle - turn)], Series1.width(1.0).dash(Dash::DOTTED));
    }
    canvas.ring((x, y), RADIUS, Muted.width(1.0));
    canvas.line([(x, y), (x + RADIUS * hand.0, y - RADIUS * hand.1)], Ink.width(2.5));
}

/// The length of the test sequences.
const LEN: usize = 32;
const SEEDS: u64 = 3;

pub(crate) fn beyond_length() -> String {
    let end = TRAINED_LEN as f64 - 0.5;
    let dashed = Look::reference().dash(Dash::DASHED);
    let plot = |name: &str, series, positions: Kind, starts: usize| {
        let accuracies = (0..SEEDS).map(|seed| accuracy(positions, starts, seed));
        let sum = accuracies.fold(Array1::<Real>::zeros(LEN - 1), |sum, one| sum + one);
        let points = (1_u32..).zip(sum / SEEDS as Real);
        let look = Look::series(series).dash(Dash::SOLID);
        Plot::new("position", &format!("accuracy, mean of {SEEDS} models"))
            .heading(name)
            .x_axis(0.0, LEN as f64, [0.0, 8.0, 16.0, 24.0, 32.0])
            .y_axis(0.0, 1.05, [0.0, 0.5, 1.0])
            .line(dashed, "", [(end, 0.0), (end, 1.05)])
            .marked_line(look, "", points)
    };
    let learned: Kind = |rng| Positions::learned(LEN, rng);
    let sinusoidal: Kind = |_| Positions::Sinusoidal;
    let (random, shifted) = (LEN - TRAINED_LEN + 1, "sines and cosines, random starts");
    let plots = [
        plot("no positions", 1, |_| Positions::None, 1)
            .note(end - 0.4, 0.85, "trained length", Muted.end())
            .note(end + 0.4, 0.85, "beyond", Muted.start()),
        plot("learned positions", 2, learned, 1),
        plot("sines and cosines", 3, sinusoidal, 1),
        plot(shifted, 4, sinusoidal, random),
    ];
    panels(1, 125.0, &plots, "Accuracy by position, within the trained length and beyond")
}

type Kind = fn(&mut ChaCha8Rng) -> Positions;

/// Returns the accuracy by position from 1 on, for training sequences with `starts` first
/// positions.
fn accuracy(positions: Kind, starts: usize, seed: u64) -> Array1<Real> {
    let random = &mut rng(seed);
    let model = PreviousToken::new(positions(random), random);
    model.train(150, starts, random).expect("a finite loss");
    // One answer of so many changes the accuracy by less than the tolerance of a stored figure.
    model.accuracy(LEN, 1000, &mut rng(100)).expect("the table is long enough")
}
