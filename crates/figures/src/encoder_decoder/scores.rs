//! Which n-grams count, and what a loss is divided by.

use crate::prelude::*;

const CANDIDATE: [&str; 5] = ["A", "B", "B", "C", "D"];
const REFERENCE: [&str; 6] = ["A", "B", "C", "D", "E", "F"];

pub(crate) fn n_grams() -> String {
    let canvas = &mut Canvas::new(236.0);
    let sentences = [("candidate", &CANDIDATE[..]), ("reference", &REFERENCE)];
    for (y, (name, tokens)) in [14.0, 36.0].into_iter().zip(sentences) {
        canvas.text((6.0, y), name, Muted.start());
        for (place, token) in tokens.iter().enumerate() {
            canvas.text((98.0 + 22.0 * place as f64, y), token, Ink);
        }
    }
    for order in 1..=4 {
        let top = 58.0 + 44.0 * (order - 1) as f64;
        canvas.text((6.0, top + 14.0), format!("n = {order}"), Ink.start());
        let (width, mut left) = (13.0 * order as f64 + 15.0, 66.0);
        let n_grams: Vec<&[&str]> = CANDIDATE.windows(order).collect();
        let mut right = 0;
        for (place, &n_gram) in n_grams.iter().enumerate() {
            let before = n_grams[..place].iter().filter(|&&other| other == n_gram);
            let wanted = REFERENCE.windows(order).filter(|&other| other == n_gram);
            let area = Area::new(left, top, width, 28.0);
            if before.count() < wanted.count() {
                right += 1;
                canvas.rounded(area, 5.0, Series3.opacity(0.3), Series3);
            } else {
                canvas.rounded(area, 5.0, Masked, Masked);
                canvas.strike(area, 1.5);
            }
            canvas.text(area.center(), n_gram.join(" "), Ink);
            left += width + 8.0;
        }
        let text = format!("{right} of {}", n_grams.len());
        canvas.text((394.0, top + 14.0), text, Ink.end().bold());
    }
    canvas.svg("The n-grams of a candidate that its reference has")
}

/// The losses of the tokens of two sentences, and how many steps their batch has.
const LOSSES: [&[f64]; 2] = [&[1.0, 1.0, 1.0, 1.0], &[4.0, 4.0]];
const STEPS: usize = 4;

/// The losses of the tokens of a batch, and three ways to average them.
pub(crate) fn masked_loss() -> String {
    let mean = |losses: &[f64]| losses.iter().sum::<f64>() / losses.len() as f64;
    let means = LOSSES.map(mean);
    let all = LOSSES.concat();
    let (sum, tokens) = (all.iter().sum::<f64>(), all.len());

    let canvas = &mut Canvas::new(222.0);
    let table = Table::new((96.0, 30.0), (48.0, 28.0), (LOSSES.len(), STEPS));
    canvas.text((table.area.center().0, 14.0), "losses of the tokens", Ink);
    canvas.text((352.0, 14.0), "mean", Ink);
    for (row, losses) in LOSSES.into_iter().enumerate() {
        let top = 30.0 + 28.0 * row as f64;
        canvas.text((88.0, top + 14.0), format!("sentence {row}"), Ink.end());
        for step in 0..STEPS {
            let area = table.cell(row, step);
            match losses.get(step) {
                Some(&loss) => canvas.cell(area, Series1.opacity(0.25), short(loss)),
                None => canvas.hidden_cell(area),
            }
        }
        canvas.cell((328.0, top, 48.0, 28.0), Paper, short(means[row]));
    }
    let [first, second] = means.map(short);
    let each = format!("({first} + {second}) / 2 = {}", short(mean(&means)));
    let over = |count: usize| {
        format!("{} / {count} = {}", short(sum), short(sum / count as f64))
    };
    for (y, name, text, role) in [
        (118.0, "over tokens", over(tokens), Series3),
        (156.0, "mean of the means", each, Accent),
        (194.0, "over all steps", over(LOSSES.len() * STEPS), Accent),
    ] {
        canvas.text((186.0, y), name, Ink.end());
        canvas.cell((198.0, y - 15.0, 178.0, 30.0), role.opacity(0.25), text);
    }
    canvas.svg("The losses of the tokens of a batch, and three means")
}
