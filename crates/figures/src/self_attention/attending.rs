//! A sequence that looks at itself: the example worked by hand, and what a permutation does.

use attention::Real;
use attention::mask::Mask;
use attention::self_attention::{SelfAttended, self_attend};
use ndarray::{Array2, Axis, array};

use super::super::Figure;
use super::super::canvas::Area;
use super::super::diagram::{Arrow, Block};
use super::super::heat_map::HeatMap;
use super::super::heat_maps::HeatMaps;
use super::super::style::{Role, WIDTH};

const WORDS: [&str; 3] = ["dog", "bites", "man"];

/// The words of the chapter as tokens: `[steps, dim]`.
fn tokens() -> Array2<Real> {
    array![[1.0, 0.0], [0.0, 1.0], [1.0, 1.0]]
}

/// The three tokens of the chapter, and how the first output is mixed from them.
///
/// ```
/// let figure = figures::self_attention::three_tokens();
/// assert!(figure.svg.contains(">weight 0.198</text>"));
/// assert!(figure.svg.contains(">(0.802, 0.599)</text>"));
/// ```
pub fn three_tokens() -> Figure {
    let tokens = tokens();
    let SelfAttended { output, weights } = self_attend(&tokens, &Mask::all());
    let dim = tokens.ncols() as Real;
    Figure::draw(
        "self-attention/three-tokens.svg",
        "How the first output is mixed from the three tokens",
        (WIDTH, 242.0),
        |canvas| {
            let column = |index: usize| 72.0 + 128.0 * index as f64;
            let area = |x: f64, y: f64| Area::new(x - 60.0, y, 120.0, 46.0);
            for (query, key) in [1, 2]
                .into_iter()
                .flat_map(|query| [0, 1, 2].map(|key| (query, key)))
            {
                let ends = [(column(key), 150.0), (column(query), 53.0)];
                canvas.line(&ends, Role::Grid);
            }
            for index in 0..3 {
                let x = column(index);
                let query = index == 0;
                let weight = f64::from(weights[[0, index]]);
                let score = tokens.row(0).dot(&tokens.row(index)) / dim.sqrt();
                let mixed =
                    format!("({:.3}, {:.3})", output[[index, 0]], output[[index, 1]]);
                let block =
                    Block::new(&[&format!("output of {}", WORDS[index]), &mixed]);
                let marked = block.clone().outline(Role::Series3).bold();
                canvas.block(area(x, 6.0), if query { &marked } else { &block });
                let vector =
                    format!("({}, {})", tokens[[index, 0]], tokens[[index, 1]]);
                let block = Block::new(&[WORDS[index], &vector]);
                let marked = block.clone().outline(Role::Series1).bold();
                canvas.block(area(x, 150.0), if query { &marked } else { &block });
                let head = column(0) + 22.0 * index as f64 - 16.0;
                let arrow = Arrow::new((x - 16.0, 149.0), (head, 53.0));
                canvas.arrow(&arrow.weight(weight).role(Role::Series3));
                canvas.text((x, 211.0), &format!("score {score:.3}"), Role::Series1);
                canvas.text((x, 229.0), &format!("weight {weight:.3}"), Role::Series3);
            }
        },
    )
}

/// The weights of three words, and those of the same words in another order.
///
/// ```
/// let figure = figures::self_attention::permutation();
/// assert_eq!(figure.svg.matches(">bites</text>").count(), 4);
/// ```
pub fn permutation() -> Figure {
    let maps = [[0, 1, 2], [2, 1, 0]].map(|order| {
        let weights =
            self_attend(&tokens().select(Axis(0), &order), &Mask::all()).weights;
        let words = order.map(|index| WORDS[index]);
        HeatMap::new(weights.view())
            .names("", "")
            .row_words(&words)
            .column_words(&words)
            .numbers(2)
            .heading(&words.join(" "))
    });
    HeatMaps::new(2, maps).without_bar().figure(
        "self-attention/permutation.svg",
        "The weights of three words in two orders",
    )
}
