//! The n-grams that count, and the divisor of a loss.

use crate::prelude::*;

const CANDIDATE: &str = "les hommes fatigués voient la fille fatiguée .";
const REFERENCE: &str = "les hommes voient la fille fatiguée .";

pub(crate) fn n_grams() -> String {
    let [candidate, reference] =
        [CANDIDATE, REFERENCE].map(|text| text.split(' ').collect::<Vec<_>>());
    let canvas = &mut Canvas::new(228.0);
    // Each word is as wide as its text.
    let mut left = 4.0;
    let mut places = Vec::new();
    for word in &candidate {
        let (from, to) = (left, left + text_width(word).max(8.0));
        let role = if reference.contains(word) { Ink } else { Accent };
        canvas.text(((from + to) / 2.0, 14.0), word, role);
        places.push((from, to));
        left = to + 4.0;
    }
    let mut top = 30.0;
    for order in 1..=4 {
        let n_grams: Vec<&[&str]> = candidate.windows(order).collect();
        let mut right = 0;
        for (place, &n_gram) in n_grams.iter().enumerate() {
            let before = n_grams[..place].iter().filter(|&&other| other == n_gram);
            let wanted = reference.windows(order).filter(|&other| other == n_gram);
            let counts = before.count() < wanted.count();
            right += usize::from(counts);
            // Overlapping n-grams are in different rows.
            let y = top + 14.0 * (place % order) as f64;
            let (from, to) = (places[place].0, places[place + order - 1].1);
            let (fill, outline) =
                if counts { (Series3.opacity(0.4), Series3) } else { (Masked.into(), Masked) };
            canvas.rounded((from, y, to - from, 10.0), 4.0, fill, outline);
        }
        let middle = top + 7.0 * order as f64 - 2.0;
        let text = format!("{right} of {}", n_grams.len());
        canvas.text((394.0, middle), text, Ink.end().bold());
        top += 14.0 * order as f64 + 16.0;
    }
    canvas.svg("The n-grams of a candidate that occur in its reference")
}

/// The losses of the tokens of two sentences, and the number of steps of their batch.
const LOSSES: [&[f64]; 2] = [&[1.0, 1.0, 1.0, 1.0], &[4.0, 4.0]];
const STEPS: usize = 4;

/// Draws the losses of the tokens of a batch, and three ways to average them.
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
    let over = |count: usize| format!("{} / {count} = {}", short(sum), short(sum / count as f64));
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
