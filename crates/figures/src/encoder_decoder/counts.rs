//! Which n-grams count.

use super::super::Figure;
use super::super::canvas::{Area, Fill, TextLook};
use super::super::style::{Role, WIDTH};

const CANDIDATE: [&str; 5] = ["A", "B", "B", "C", "D"];
const REFERENCE: [&str; 6] = ["A", "B", "C", "D", "E", "F"];

/// All n-grams of a candidate, and which of them the reference has.
///
/// ```
/// let figure = figures::encoder_decoder::n_grams();
/// assert!(figure.svg.contains(">4 of 5</text>") && figure.svg.contains(">0 of 2</text>"));
/// ```
pub fn n_grams() -> Figure {
    let title = "The n-grams of a candidate that its reference has";
    let size = (WIDTH, 236.0);
    Figure::draw("encoder-decoder/n-grams.svg", title, size, |canvas| {
        for (y, name, tokens) in [
            (14.0, "candidate", &CANDIDATE[..]),
            (36.0, "reference", &REFERENCE),
        ] {
            canvas.text((6.0, y), name, TextLook::start(Role::Muted));
            for (place, token) in tokens.iter().enumerate() {
                canvas.text((98.0 + 22.0 * place as f64, y), token, Role::Ink);
            }
        }
        for order in 1..=4 {
            let top = 58.0 + 44.0 * (order - 1) as f64;
            canvas.text(
                (6.0, top + 14.0),
                &format!("n = {order}"),
                TextLook::start(Role::Ink),
            );
            let (width, mut left) = (13.0 * order as f64 + 15.0, 66.0);
            let n_grams: Vec<&[&str]> = CANDIDATE.windows(order).collect();
            let mut right = 0;
            for (place, n_gram) in n_grams.iter().enumerate() {
                let there = |in_them: &[&[&str]]| {
                    in_them.iter().filter(|&other| other == n_gram).count()
                };
                let wanted = there(&REFERENCE.windows(order).collect::<Vec<_>>());
                let counts = there(&n_grams[..place]) < wanted;
                right += usize::from(counts);
                let area = Area::new(left, top, width, 28.0);
                if counts {
                    canvas.fill_rounded(
                        area,
                        5.0,
                        Fill::with_opacity(Role::Series3, 0.3),
                    );
                    canvas.outline_rounded(area, 5.0, Role::Series3);
                } else {
                    canvas.fill_rounded(area, 5.0, Role::Masked);
                    let across = [(left, area.bottom()), (area.right(), top)];
                    canvas.line(&across, Role::Hatch);
                }
                canvas.text(area.center(), &n_gram.join(" "), Role::Ink);
                left += width + 8.0;
            }
            let text = format!("{right} of {}", n_grams.len());
            canvas.text((394.0, top + 14.0), &text, TextLook::end(Role::Ink).bold());
        }
    })
}
