//! The query of a word and the keys of its sentence, each turned by its position.

use std::f64::consts::TAU;

use attention::newer_transformer::rotate;
use attention::nn::Pairing;

use crate::prelude::*;

const SENTENCES: [[&str; 6]; 2] = [
    ["the", "men", "see", "the", "tired", "girl"],
    ["the", "tired", "men", "see", "the", "girl"],
];
/// The turn from one position to the next.
const TURN: f64 = TAU / 12.0;

/// Returns a vector of a word, turned by its position.
fn turned(vector: [Real; 2], position: usize) -> [f64; 2] {
    let vector = Array1::from_vec(vector.to_vec());
    let turned = rotate(
        vector.view(),
        position,
        &[TURN as Real],
        Pairing::Interleaved,
    );
    [turned[0].into(), turned[1].into()]
}

pub(crate) fn clocks() -> String {
    const RADIUS: f64 = 25.0;
    let canvas = &mut Canvas::new(262.0);
    for (row, sentence) in SENTENCES.iter().enumerate() {
        let tired = sentence.iter().position(|word| *word == "tired");
        let tired = tired.expect("both sentences have the word");
        let query = turned([4.0, 0.0], tired);
        let y = 62.0 + 128.0 * row as f64;
        for (position, word) in sentence.iter().enumerate() {
            let center = (32.0 + 67.0 * position as f64, y);
            // Angles run counterclockwise from three, and y grows downward.
            let at = |[dx, dy]: [f64; 2], length: f64| {
                let scale = RADIUS * length / dx.hypot(dy);
                (center.0 + scale * dx, center.1 - scale * dy)
            };
            let look = if position == tired {
                Series1.bold()
            } else {
                Ink.into()
            };
            canvas.text((center.0, y - 42.0), word, look);
            canvas.disk(center, RADIUS, Inside);
            let noun = ["men", "girl"].contains(word);
            if noun {
                let angle = |at: usize| TURN * at as f64;
                let (from, to) = (angle(tired), angle(position));
                let arc = (0..=24).map(|step| {
                    let angle = from + (to - from) * f64::from(step) / 24.0;
                    at([angle.cos(), angle.sin()], 1.0)
                });
                let sector: Vec<Point> = arc.chain([center]).collect();
                canvas.fill_polygon(&sector, Series1.opacity(0.2));
            }
            canvas.ring(center, RADIUS, Muted.width(1.0));
            if noun || position == tired {
                let dash = if noun { Dash::DASHED } else { Dash::SOLID };
                canvas.line([center, at(query, 1.0)], Series1.width(2.5).dash(dash));
            }
            if noun {
                let key = turned([1.0, 0.0], position);
                canvas.line([center, at(key, 1.0)], Series2.width(2.5));
                let product = query[0] * key[0] + query[1] * key[1];
                let score = product / f64::sqrt(2.0);
                canvas.text((center.0, y + 37.0), number(score, 2), Ink);
            }
        }
        canvas.text((32.0, y + 37.0), "score", Muted);
    }
    canvas.text((6.0, 250.0), "query of tired", Series1.bold().start());
    canvas.text((134.0, 250.0), "key of a noun", Series2.bold().start());
    canvas
        .svg("The query of tired and the keys of the nouns, turned by their positions")
}
