//! The next token at three temperatures, the tokens that top-k and top-p keep, and a text that is
//! drawn.

use attention::transformer::Sampling;

use crate::models::{Writer, with};
use crate::prelude::*;

const BEGINNINGS: [&str; 5] = ["the cat", "the", "she does not", "the old men", "i"];
const TEMPERATURES: [f64; 5] = [0.25, 0.5, 1.0, 1.5, 2.0];
const CUTS: [&str; 4] = ["all tokens", "top-k", "top-p", "both"];
/// The number of tokens with their own row. All others share the last row.
const SHOWN: usize = 8;
const ROW: f64 = 21.0;
const TOP: f64 = 42.0;

pub(crate) fn controls() -> Vec<Control> {
    vec![
        Control::menu("beginning", &BEGINNINGS),
        Control::slider("temperature", &TEMPERATURES, 1.0),
        Control::slider("k of top-k", &steps(1.0, 8.0, 8), 3.0),
        Control::slider("p of top-p", &steps(0.1, 0.9, 9), 0.8),
        Control::menu("draw from", &CUTS),
        Control::slider("seed", &steps(1.0, 20.0, 20), 1.0),
    ]
}

/// A temperature with the probability of each row, kept by top-p and cut by it.
struct Column {
    temperature: Real,
    rows: [[f64; 2]; SHOWN + 1],
    /// The number of tokens that top-p keeps.
    kept: usize,
}

fn column(temperature: Real, p: Real, logits: &Array1<Real>, order: &[usize]) -> Column {
    let plain = Sampling::new(temperature).expect("above 0");
    let cut = plain.top_p(p).expect("a probability");
    let (all, kept) = (plain.probabilities(logits), cut.probabilities(logits));
    let mut rows = [[0.0; 2]; SHOWN + 1];
    for (token, &share) in all.indexed_iter() {
        let row = &mut rows[order.iter().position(|&shown| shown == token).unwrap_or(SHOWN)];
        row[usize::from(kept[token] == 0.0)] += f64::from(share);
    }
    Column { temperature, rows, kept: kept.iter().filter(|share| **share > 0.0).count() }
}

pub(crate) fn answer(choices: &[usize]) -> Answer {
    let words: Vec<&str> = BEGINNINGS[choices[0]].split(' ').collect();
    let temperature = TEMPERATURES[choices[1]] as Real;
    let (k, p) = (choices[2] + 1, (choices[3] + 1) as Real / 10.0);
    let plain = Sampling::new(temperature).expect("above 0");
    let top_k = plain.top_k(k).expect("one or more");
    let cut = |sampling: Sampling| sampling.top_p(p).expect("a probability");
    let chosen = [plain, top_k, cut(plain), cut(top_k)][choices[4]];
    let (logits, tokens, text) = with(|writer: &Writer| {
        let logits = writer.next(&words);
        let mut order: Vec<usize> = (0..logits.len()).collect();
        order.sort_by(|&a, &b| logits[b].partial_cmp(&logits[a]).expect("no NaN"));
        order.truncate(SHOWN);
        let names = order.iter().map(|token| writer.token(*token).to_owned());
        let tokens: Vec<_> = order.iter().copied().zip(names).collect();
        (logits, tokens, writer.write(&words, &chosen, choices[5] as u64 + 1))
    });
    let order: Vec<usize> = tokens.iter().map(|(token, _)| *token).collect();
    let columns = [0.5, 1.0, 2.0].map(|factor| column(factor * temperature, p, &logits, &order));

    let counts = columns.each_ref().map(|column| column.kept.to_string());
    let temperatures = columns.each_ref().map(|column| short(column.temperature));
    let [half, same, double] = &temperatures
        .each_ref()
        .map(|temperature| format!("temperature {temperature}, top-p with p = {p}"));
    let names = tokens.iter().map(|(_, name)| name.as_str()).chain(["others"]);
    let kept = |is_kept: bool| if is_kept { "kept" } else { "cut" };
    let rows = names.enumerate().map(|(row, name)| {
        let [half, same, double] = columns.each_ref().map(|column| {
            let [inside, outside] = column.rows[row];
            let is_part = inside > 0.0 && outside > 0.0;
            let kept = if is_part { "partly kept" } else { kept(inside > 0.0) };
            format!("{}, {kept}", number(inside + outside, 3))
        });
        [name.to_owned(), kept(row < k).to_owned(), half, same, double]
    });
    Answer {
        svg: picture(&columns, &tokens, k, p),
        result: format!(
            "{text} At temperatures {}, top-p keeps {} of {} tokens, and top-k always {k}.",
            list(&temperatures),
            list(&counts),
            logits.len()
        ),
        table: table(["token", &format!("top-k with k = {k}"), half, same, double], rows),
        handle: None,
    }
}

fn picture(columns: &[Column], tokens: &[(usize, String)], k: usize, p: Real) -> String {
    let all = columns.iter().flat_map(|column| &column.rows);
    // The longest bar is 64 units long.
    let scale = 64.0 / all.map(|[kept, cut]| kept + cut).fold(0.0, f64::max);

    let bottom = TOP + ROW * (SHOWN as f64 + 1.0);
    let canvas = &mut Canvas::new(bottom + 56.0);
    let y = |row: usize| TOP + ROW * (row as f64 + 0.5);
    for (row, (_, word)) in tokens.iter().enumerate() {
        canvas.text((70.0, y(row)), word, Ink.end());
    }
    canvas.text((70.0, y(SHOWN)), "others", Muted.end());
    for (index, Column { temperature, rows, .. }) in columns.iter().enumerate() {
        let left = 80.0 + 107.0 * index as f64;
        canvas.text((left, 12.0), ["half", "chosen", "double"][index], Muted.start());
        canvas.heading((left, 30.0), short(*temperature));
        for (row, &[kept, cut]) in rows.iter().enumerate() {
            bar(canvas, (left, y(row)), [scale * kept, scale * cut]);
            let role = if kept > 0.0 { Ink } else { Muted };
            let at = (left + scale * (kept + cut) + 5.0, y(row));
            canvas.text(at, number(kept + cut, 2), role.start());
        }
    }
    canvas.text((70.0, 30.0), "temp.", Muted.end());
    let cut = TOP + ROW * k as f64;
    let dashed = Accent.width(1.5).dash(Dash::DASHED);
    canvas.line([(6.0, cut), (394.0, cut)], dashed);
    // The key of the line and the colors.
    let (first, second) = (bottom + 16.0, bottom + 36.0);
    canvas.line([(6.0, first), (36.0, first)], dashed);
    let text = format!("top-k with k = {k} keeps the bars above");
    canvas.text((44.0, first), text, Ink.start());
    bar(canvas, (6.0, second), [14.0, 0.0]);
    bar(canvas, (22.0, second), [0.0, 14.0]);
    let text = format!("top-p with p = {p} keeps the strong bars");
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

#[cfg(test)]
mod tests;
