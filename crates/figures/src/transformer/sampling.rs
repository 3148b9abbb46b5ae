//! What temperature, top-k and top-p make of one distribution.

use attention::Real;
use attention::data::BOS;
use attention::nn::Tokens;
use attention::tape::{Mode, Tape};
use attention::transformer::Sampling;
use drawing::prelude::*;
use ndarray::{Array1, array};

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
pub fn sampling() -> String {
    let logits = logits();
    let mut order: Vec<usize> = (0..logits.len()).collect();
    order.sort_by(|&a, &b| logits[b].total_cmp(&logits[a]));
    order.truncate(SHOWN);
    let columns = TEMPERATURES.map(|temperature| shares(&logits, temperature, &order));
    let all = columns.iter().flatten().map(|[kept, cut]| kept + cut);
    let scale = LENGTH / all.fold(0.0, f64::max);

    let bottom = TOP + ROW * (SHOWN as f64 + 1.0);
    let canvas = &mut Canvas::new(bottom + 56.0);
    let trained = shipped();
    for (row, &token) in order.iter().enumerate() {
        let word = trained.words().token(token).unwrap_or_default();
        canvas.text((70.0, y(row)), word, Ink.end());
    }
    canvas.text((70.0, y(SHOWN)), "others", Muted.end());
    for (index, (shares, temperature)) in columns.iter().zip(TEMPERATURES).enumerate() {
        let left = 80.0 + 107.0 * index as f64;
        canvas.heading((left, 30.0), temperature);
        for (row, shares) in shares.iter().enumerate() {
            bar(canvas, (left, y(row)), shares.map(|share| scale * share));
            let text = number(shares[0] + shares[1], 2);
            let role = if shares[0] > 0.0 { Ink } else { Muted };
            let right = left + scale * (shares[0] + shares[1]);
            canvas.text((right + 5.0, y(row)), text, role.start());
        }
    }
    canvas.text((80.0, 12.0), "temperature", Muted.start());
    let (cut, dashed) = (
        TOP + ROW * TOP_K as f64,
        Accent.width(1.5).dash(Dash::DASHED),
    );
    canvas.line([(6.0, cut), (394.0, cut)], dashed);
    // What the line and the colors mean.
    let (first, second) = (bottom + 16.0, bottom + 36.0);
    canvas.line([(6.0, first), (36.0, first)], dashed);
    let text = format!("top-k with k = {TOP_K} keeps what is above");
    canvas.text((44.0, first), text, Ink.start());
    bar(canvas, (6.0, second), [14.0, 0.0]);
    bar(canvas, (22.0, second), [0.0, 14.0]);
    let text = format!("top-p with p = {TOP_P} keeps the strong bars");
    canvas.text((44.0, second), text, Ink.start());
    canvas.svg("The next token at three temperatures")
}

/// The middle of a row.
fn y(row: usize) -> f64 {
    TOP + ROW * (row as f64 + 0.5)
}

/// What each row has at one temperature: the part that top-p keeps, and the part that it cuts.
fn shares(logits: &Array1<Real>, temperature: Real, order: &[usize]) -> Vec<[f64; 2]> {
    let plain = Sampling::new(temperature).expect("above 0");
    let cut = plain.top_p(TOP_P).expect("a probability");
    let (all, kept) = (plain.probabilities(logits), cut.probabilities(logits));
    let mut rows = vec![[0.0; 2]; order.len() + 1];
    for (token, &share) in all.indexed_iter() {
        let row = order.iter().position(|&shown| shown == token);
        let row = &mut rows[row.unwrap_or(order.len())];
        row[usize::from(kept[token] == 0.0)] += f64::from(share);
    }
    rows
}

/// Draws a bar of two parts: what is kept, and what is cut.
fn bar(canvas: &mut Canvas, (left, y): Point, [kept, cut]: [f64; 2]) {
    for (left, width, opacity) in [(left, kept, 0.8), (left + kept, cut, 0.25)] {
        if width > 0.0 {
            canvas.fill_rect((left, y - 7.0, width, 14.0), Series1.opacity(opacity));
        }
    }
}

/// The logits of the token after the beginning.
fn logits() -> Array1<Real> {
    let trained = shipped();
    let words = trained.words();
    let [first, second] = BEGINNING.map(|word| words.id(word));
    let text = Tokens::new(array![[BOS, first, second]], words.len());
    let text = text.expect("the words are known");
    let tape = Tape::new(Mode::Eval, 0);
    let predicted = trained.language_model.predict(&tape, &text);
    predicted
        .logits
        .index(1, 2)
        .value()
        .iter()
        .copied()
        .collect()
}
