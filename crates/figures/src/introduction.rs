//! Figures of the introduction.

use attention::Real;
use attention::array::softmax;
use ndarray::{ArrayView1, array};

use super::Figure;
use super::canvas::{Area, TextLook};
use super::diagram::{Arrow, Block};
use super::style::{Role, WIDTH};

/// The look-up of the introduction: a query, three keys with their values, and the mixture.
///
/// ```
/// let figure = figures::introduction::soft_lookup();
/// assert!(figure.svg.contains(">0.96</text>"));
/// ```
pub fn soft_lookup() -> Figure {
    let words = ["the", "cat", "sleeps"];
    let keys = array![[0.0, 0.0], [1.0, 0.0], [0.0, 1.0]];
    let values = array![[0.1, 0.2], [0.9, 0.4], [0.3, 0.8]];
    let query = array![[4.0, 0.0]];
    let weights = softmax(&query.dot(&keys.t()));
    let output = weights.dot(&values);
    let row = |numbers: ArrayView1<'_, Real>, decimals: usize| {
        let texts: Vec<String> =
            numbers.iter().map(|x| format!("{x:.decimals$}")).collect();
        texts.join(" ")
    };

    let title = "A query finds the word cat among three words";
    Figure::draw(
        "introduction/soft-lookup.svg",
        title,
        (WIDTH, 250.0),
        |canvas| {
            canvas.text((135.0, 12.0), "key", Role::Muted);
            canvas.text((201.0, 12.0), "value", Role::Muted);
            let query_box = Area::new(4.0, 118.0, 62.0, 44.0);
            let output_box = Area::new(310.0, 118.0, 86.0, 44.0);
            for (index, word) in words.iter().enumerate() {
                let top = 44.0 + 80.0 * index as f64;
                let middle = top + 16.0;
                canvas.text(
                    (104.0, top - 11.0),
                    word,
                    TextLook::start(Role::Ink).bold(),
                );
                let key =
                    Block::new(&[&row(keys.row(index), 1)]).outline(Role::Series2);
                canvas.block(Area::new(104.0, top, 62.0, 32.0), &key);
                let value =
                    Block::new(&[&row(values.row(index), 1)]).outline(Role::Series3);
                canvas.block(Area::new(170.0, top, 62.0, 32.0), &value);
                canvas.arrow(
                    &Arrow::new((66.0, 140.0), (103.0, middle)).role(Role::Series1),
                );
                let weight = f64::from(weights[[0, index]]);
                let arrow = Arrow::new(
                    (233.0, middle),
                    (309.0, 140.0 + 8.0 * (index as f64 - 1.0)),
                )
                .weight(weight)
                .role(Role::Series3)
                .label(&format!("{weight:.2}"));
                canvas.arrow(&if index == 2 {
                    arrow.label_below()
                } else {
                    arrow
                });
            }
            canvas.block(
                query_box,
                &Block::new(&["query", &row(query.row(0), 1)]).outline(Role::Series1),
            );
            canvas.block(output_box, &Block::new(&["output", &row(output.row(0), 2)]));
        },
    )
}
