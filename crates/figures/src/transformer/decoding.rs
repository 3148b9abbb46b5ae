//! The cost of a decoding step, and the choice of its token.

use attention::data::BOS;
use attention::transformer::cost::{Kept, step_multiplications};
use attention::transformer::{Sampling, Variant};

use super::shipped;
use crate::prelude::*;

pub(crate) fn cache() -> String {
    let trained = shipped();
    let [_, vocab] = trained.transformer.vocabularies.sizes();
    let config = trained.card.settings.config(Variant::PostNorm);
    let config = config.expect("settings that a model was trained with");
    let curve = |kept: Kept| {
        // The source has twelve tokens.
        (0..100).step_by(3).map(move |position| {
            let cost = step_multiplications(&config, vocab, 12, position, kept);
            (position as f64, (cost.total() as f64 / 1e6).log10())
        })
    };
    let [tokens, inputs, keys] = [Series2, Series4, Series1].map(Look::solid);
    Plot::new("position of the new token", "millions of multiplications")
        .line(tokens, "only tokens", curve(Kept::Tokens))
        .line(inputs, "block inputs", curve(Kept::BlockInputs))
        .line(keys, "keys, values", curve(Kept::KeysAndValues))
        .x_axis(0.0, 100.0, [0.0, 50.0, 100.0])
        .y_axis(-2.0, 1.0, [-2.0, -1.0, 0.0, 1.0])
        .powers_of_ten([false, true])
        .direct_labels()
        .svg("The multiplications of each step, with a cache and without")
}

/// Draws the next token at three temperatures, and the tokens that top-k and top-p keep.
pub(crate) fn sampling() -> String {
    // The number of tokens with their own row. All others share the last row.
    const SHOWN: usize = 8;
    const TOP_K: usize = 3;
    const TOP_P: Real = 0.8;
    const ROW: f64 = 21.0;
    const TOP: f64 = 42.0;

    let trained = shipped();
    let words = trained.words();
    let text = array![[BOS, words.id("the"), words.id("cat")]];
    let text = Tokens::new(text, words.len()).expect("known words");
    let tape = Tape::new(Mode::Eval, 0);
    let predicted = trained.language_model.predict(&tape, &text).logits;
    let logits = Array1::from_iter(predicted.index(1, 2).value());
    let mut order: Vec<usize> = (0..logits.len()).collect();
    order.sort_by(|&a, &b| logits[b].total_cmp(&logits[a]));
    order.truncate(SHOWN);
    // Each row has two parts for each temperature: kept by top-p and cut by it.
    let columns = [0.5, 1.0, 2.0].map(|temperature: Real| {
        let plain = Sampling::new(temperature).expect("above 0");
        let cut = plain.top_p(TOP_P).expect("a probability");
        let (all, kept) = (plain.probabilities(&logits), cut.probabilities(&logits));
        let mut rows = [[0.0; 2]; SHOWN + 1];
        for (token, &share) in all.indexed_iter() {
            let row = order.iter().position(|&shown| shown == token);
            let row = &mut rows[row.unwrap_or(SHOWN)];
            row[usize::from(kept[token] == 0.0)] += f64::from(share);
        }
        (temperature, rows)
    });
    let all = columns.iter().flat_map(|(_, rows)| rows);
    // The longest bar is 64 units long.
    let scale = 64.0 / all.map(|[kept, cut]| kept + cut).fold(0.0, f64::max);

    let bottom = TOP + ROW * (SHOWN as f64 + 1.0);
    let canvas = &mut Canvas::new(bottom + 56.0);
    let y = |row: usize| TOP + ROW * (row as f64 + 0.5);
    for (row, &token) in order.iter().enumerate() {
        let word = words.token(token).unwrap_or_default();
        canvas.text((70.0, y(row)), word, Ink.end());
    }
    canvas.text((70.0, y(SHOWN)), "others", Muted.end());
    for (index, (temperature, rows)) in columns.into_iter().enumerate() {
        let left = 80.0 + 107.0 * index as f64;
        canvas.heading((left, 30.0), temperature);
        for (row, [kept, cut]) in rows.into_iter().enumerate() {
            bar(canvas, (left, y(row)), [scale * kept, scale * cut]);
            let role = if kept > 0.0 { Ink } else { Muted };
            let at = (left + scale * (kept + cut) + 5.0, y(row));
            canvas.text(at, number(kept + cut, 2), role.start());
        }
    }
    canvas.text((80.0, 12.0), "temperature", Muted.start());
    let cut = TOP + ROW * TOP_K as f64;
    let dashed = Accent.width(1.5).dash(Dash::DASHED);
    canvas.line([(6.0, cut), (394.0, cut)], dashed);
    // The key of the line and the colors.
    let (first, second) = (bottom + 16.0, bottom + 36.0);
    canvas.line([(6.0, first), (36.0, first)], dashed);
    let text = format!("top-k with k = {TOP_K} keeps the bars above");
    canvas.text((44.0, first), text, Ink.start());
    bar(canvas, (6.0, second), [14.0, 0.0]);
    bar(canvas, (22.0, second), [0.0, 14.0]);
    let text = format!("top-p with p = {TOP_P} keeps the strong bars");
    canvas.text((44.0, second), text, Ink.start());
    canvas.svg("The next token at three temperatures")
}

fn bar(canvas: &mut Canvas, (left, y): Point, [kept, cut]: [f64; 2]) {
    for (left, width, opacity) in [(left, kept, 0.8), (left + kept, cut, 0.25)] {
        if width > 0.0 {
            canvas.fill_rect((left, y - 7.0, width, 14.0), Series1.opacity(opacity));
        }
    }
}
