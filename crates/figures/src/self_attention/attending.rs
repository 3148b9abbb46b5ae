//! A sequence that looks at itself: the example worked by hand, and what a permutation does.

use attention::Real;
use attention::mask::Mask;
use attention::self_attention::{SelfAttended, self_attend};
use drawing::prelude::*;
use ndarray::{Array2, Axis, array};

const WORDS: [&str; 3] = ["dog", "bites", "man"];

/// The words of the chapter as tokens: `[steps, dim]`.
fn tokens() -> Array2<Real> {
    array![[1.0, 0.0], [0.0, 1.0], [1.0, 1.0]]
}

/// The three tokens of the chapter, and how the first output is mixed from them.
pub fn three_tokens() -> String {
    let tokens = tokens();
    let SelfAttended { output, weights } = self_attend(&tokens, &Mask::all());
    let scores = tokens.dot(&tokens.row(0)) / (tokens.ncols() as Real).sqrt();

    let canvas = &mut Canvas::new(242.0);
    let middles = [72.0, 200.0, 328.0];
    for query in [1, 2] {
        for key in middles {
            canvas.line([(key, 150.0), (middles[query], 53.0)], Grid);
        }
    }
    for (index, (x, word)) in middles.into_iter().zip(WORDS).enumerate() {
        let [upper, lower] =
            [6.0, 150.0].map(|top| Area::new(x - 60.0, top, 120.0, 46.0));
        let name = format!("output of {word}");
        let mixed = format!("({:.3}, {:.3})", output[[index, 0]], output[[index, 1]]);
        let vector = format!("({}, {})", tokens[[index, 0]], tokens[[index, 1]]);
        if index == 0 {
            canvas.result_block(upper, [&name, &mixed], Series3);
            canvas.result_block(lower, [word, &vector], Series1);
        } else {
            canvas.block(upper, [&name, &mixed], Muted);
            canvas.block(lower, [word, &vector], Muted);
        }
        let (score, weight) = (scores[index], f64::from(weights[[0, index]]));
        let to = (56.0 + 22.0 * index as f64, 53.0);
        canvas.arrow((x - 16.0, 149.0), to, Series3.weight(weight));
        canvas.text((x, 211.0), format!("score {score:.3}"), Series1);
        canvas.text((x, 229.0), format!("weight {weight:.3}"), Series3);
    }
    canvas.svg("How the first output is mixed from the three tokens")
}

/// The weights of three words, and those of the same words in another order.
pub fn permutation() -> String {
    let maps = [[0, 1, 2], [2, 1, 0]].map(|order| {
        let tokens = tokens().select(Axis(0), &order);
        let words = order.map(|index| WORDS[index]);
        HeatMap::new(self_attend(&tokens, &Mask::all()).weights.view())
            .names("", "")
            .words(&words, &words)
            .numbers(2)
            .heading(&words.join(" "))
    });
    heat_maps(2, maps, "The weights of three words in two orders")
}
