//! Which n-grams count.

use drawing::prelude::*;

const CANDIDATE: [&str; 5] = ["A", "B", "B", "C", "D"];
const REFERENCE: [&str; 6] = ["A", "B", "C", "D", "E", "F"];

/// All n-grams of a candidate, and which of them the reference has.
pub fn n_grams() -> String {
    let canvas = &mut Canvas::new(236.0);
    let sentences = [
        (14.0, "candidate", &CANDIDATE[..]),
        (36.0, "reference", &REFERENCE),
    ];
    for (y, name, tokens) in sentences {
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
                canvas.rounded(area, Series3.opacity(0.3), Series3);
            } else {
                canvas.fill_rounded(area, 5.0, Masked);
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
