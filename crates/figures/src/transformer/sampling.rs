//! What temperature, top-k and top-p make of one distribution.

use attention::Real;
use attention::data::BOS;
use attention::nn::Tokens;
use attention::tape::{Mode, Tape};
use attention::transformer::Sampling;
use ndarray::{Array1, Array2};

use super::super::Figure;
use super::super::axis::number;
use super::super::canvas::{Area, Canvas, Fill, Stroke, TextLook};
use super::super::style::{Dash, Role, WIDTH};
use super::shipped;

/// The beginning of the text whose next token is asked for.
const BEGINNING: [&str; 2] = ["the", "cat"];
const TEMPERATURES: [Real; 3] = [0.5, 1.0, 2.0];
/// How many tokens have a row; the others share the last one.
const SHOWN: usize = 8;
const TOP_K: usize = 3;
const TOP_P: Real = 0.8;
const ROW: f64 = 21.0;
const TOP: f64 = 42.0;
/// The length of the longest bar.
const LENGTH: f64 = 64.0;

/// The next token of the language model at three temperatures, with what top-k and top-p keep.
///
/// ```
/// let figure = figures::transformer::sampling();
/// assert!(figure.svg.contains(">others</text>"));
/// ```
pub fn sampling() -> Figure {
    let logits = logits();
    let mut order: Vec<usize> = (0..logits.len()).collect();
    order.sort_by(|&a, &b| logits[b].total_cmp(&logits[a]));
    order.truncate(SHOWN);
    let columns =
        TEMPERATURES.map(|temperature| Column::new(&logits, temperature, &order));
    let scale = columns.iter().flat_map(|column| &column.shares);
    let scale =
        LENGTH / scale.fold(0.0, |most: f64, share| most.max(share[0] + share[1]));
    let bottom = TOP + ROW * (SHOWN as f64 + 1.0);
    let title = "The next token at three temperatures";
    let size = (WIDTH, bottom + 56.0);
    Figure::draw("transformer/sampling.svg", title, size, |canvas| {
        let trained = shipped();
        for (row, &token) in order.iter().enumerate() {
            let word = trained.words().token(token).unwrap_or_default();
            canvas.text((70.0, y(row)), word, TextLook::end(Role::Ink));
        }
        canvas.text((70.0, y(SHOWN)), "others", TextLook::end(Role::Muted));
        for (index, column) in columns.iter().enumerate() {
            let left = 80.0 + 107.0 * index as f64;
            let name = TEMPERATURES[index].to_string();
            canvas.text((left, 30.0), &name, TextLook::start(Role::Ink).bold());
            for (row, &shares) in column.shares.iter().enumerate() {
                bar(canvas, (left, y(row)), shares, scale);
            }
        }
        canvas.text((80.0, 12.0), "temperature", TextLook::start(Role::Muted));
        let cut = TOP + ROW * TOP_K as f64;
        dashed(canvas, (6.0, cut), 394.0);
        explain(canvas, bottom + 16.0);
    })
}

/// The middle of a row.
fn y(row: usize) -> f64 {
    TOP + ROW * (row as f64 + 0.5)
}

/// What each row has at one temperature: the part that top-p keeps, and the part that it cuts.
struct Column {
    shares: Vec<[f64; 2]>,
}

impl Column {
    fn new(logits: &Array1<Real>, temperature: Real, order: &[usize]) -> Column {
        let plain = Sampling::new(temperature).expect("above 0");
        let cut = plain.top_p(TOP_P).expect("a probability");
        let (all, kept) = (plain.probabilities(logits), cut.probabilities(logits));
        let mut others = [0.0; 2];
        let mut rows = vec![[0.0; 2]; order.len()];
        for (token, &share) in all.indexed_iter() {
            let row = order.iter().position(|&shown| shown == token);
            let row = row.map_or(&mut others, |row| &mut rows[row]);
            row[usize::from(kept[token] == 0.0)] += f64::from(share);
        }
        rows.push(others);
        Column { shares: rows }
    }
}

fn dashed(canvas: &mut Canvas<'_>, (x, y): (f64, f64), to: f64) {
    let line = Stroke::new(Role::Accent, 1.5).dash(Dash::Dashed);
    canvas.line(&[(x, y), (to, y)], line);
}

fn fill(kept: bool) -> Fill {
    Fill::with_opacity(Role::Series1, if kept { 0.8 } else { 0.25 })
}

/// Draws a probability as a bar of two parts with its number.
fn bar(
    canvas: &mut Canvas<'_>,
    (left, y): (f64, f64),
    [kept, cut]: [f64; 2],
    scale: f64,
) {
    let dark = Area::new(left, y - 7.0, scale * kept, 14.0);
    let light = Area::new(dark.right(), dark.top, scale * cut, 14.0);
    for (area, kept) in [(dark, true), (light, false)] {
        if area.width > 0.0 {
            canvas.fill_rect(area, fill(kept));
        }
    }
    let role = if kept > 0.0 { Role::Ink } else { Role::Muted };
    let text = number(kept + cut, 2);
    canvas.text((light.right() + 5.0, y), &text, TextLook::start(role));
}

/// Writes what the line and the colors mean.
fn explain(canvas: &mut Canvas<'_>, top: f64) {
    dashed(canvas, (6.0, top), 36.0);
    let text = format!("top-k with k = {TOP_K} keeps what is above");
    canvas.text((44.0, top), &text, TextLook::start(Role::Ink));
    for (kept, left) in [(true, 6.0), (false, 22.0)] {
        canvas.fill_rect(Area::new(left, top + 13.0, 14.0, 14.0), fill(kept));
    }
    let text = format!("top-p with p = {TOP_P} keeps the strong bars");
    canvas.text((44.0, top + 20.0), &text, TextLook::start(Role::Ink));
}

/// The logits of the token after the beginning.
fn logits() -> Array1<Real> {
    let trained = shipped();
    let words = trained.words();
    let mut text = vec![BOS];
    text.extend(BEGINNING.map(|word| words.id(word)));
    let text = Array2::from_shape_vec((1, text.len()), text).expect("one row");
    let steps = text.ncols();
    let text = Tokens::new(text, words.len()).expect("the words are known");
    let tape = Tape::new(Mode::Eval, 0);
    let predicted = trained.language_model.predict(&tape, &text);
    predicted
        .logits
        .index(1, steps - 1)
        .value()
        .iter()
        .copied()
        .collect()
}
