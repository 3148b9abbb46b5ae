//! The way from queries, keys and values to the output.

use attention::array::masked_softmax;
use attention::mask::Mask;
use ndarray::array;

use super::super::Figure;
use super::super::canvas::{Area, Canvas, TextLook};
use super::super::cells::{self, Grid};
use super::super::diagram::{Arrow, Block};
use super::super::style::{Role, WIDTH};
use super::weight::weight;

/// The steps of attention with the shape of what each hands to the next, and one small example.
///
/// ```
/// let figure = figures::scoring_functions::attention_pipeline();
/// assert!(figure.svg.contains(">[batch, queries, keys]</text>"));
/// ```
pub fn attention_pipeline() -> Figure {
    let title = "From queries, keys and values to the output of attention";
    Figure::draw(
        "scoring-functions/attention-pipeline.svg",
        title,
        (WIDTH, 470.0),
        |canvas| {
            let block = |canvas: &mut Canvas<'_>, area: Area, lines: &[&str], role| {
                canvas.block(area, &Block::new(lines).outline(role));
            };
            let step = |canvas: &mut Canvas<'_>, y: f64, name: &str| {
                block(canvas, Area::new(6.0, y, 160.0, 30.0), &[name], Role::Muted);
            };
            let shape = "[batch, queries, keys]";
            let down = |canvas: &mut Canvas<'_>, from: f64, to: f64, name: &str| {
                canvas.arrow(&Arrow::new((60.0, from), (60.0, to)));
                let y = (from + to) / 2.0;
                canvas.text((72.0, y - 9.0), name, TextLook::start(Role::Ink));
                canvas.text((72.0, y + 9.0), shape, TextLook::start(Role::Muted));
            };
            let queries = ["queries", "[batch, queries, dim]"];
            block(
                canvas,
                Area::new(6.0, 6.0, 180.0, 44.0),
                &queries,
                Role::Series1,
            );
            let keys = ["keys", "[batch, keys, dim]"];
            block(
                canvas,
                Area::new(214.0, 6.0, 180.0, 44.0),
                &keys,
                Role::Series2,
            );
            canvas.arrow(&Arrow::new((60.0, 51.0), (60.0, 79.0)).role(Role::Series1));
            canvas.arrow(&Arrow::new((260.0, 51.0), (150.0, 79.0)).role(Role::Series2));
            step(canvas, 80.0, "score");
            down(canvas, 111.0, 159.0, "scores");
            step(canvas, 160.0, "mask");
            down(canvas, 191.0, 239.0, "masked scores");
            step(canvas, 240.0, "softmax over keys");
            down(canvas, 271.0, 341.0, "weights");
            step(canvas, 342.0, "times the values");
            let values = ["values", "[batch, keys, value_dim]"];
            block(
                canvas,
                Area::new(198.0, 335.0, 196.0, 44.0),
                &values,
                Role::Series3,
            );
            canvas
                .arrow(&Arrow::new((197.0, 357.0), (167.0, 357.0)).role(Role::Series3));
            canvas.arrow(&Arrow::new((60.0, 373.0), (60.0, 419.0)));
            let output = Block::new(&["output", "[batch, queries, value_dim]"]).bold();
            canvas.block(Area::new(6.0, 420.0, 230.0, 44.0), &output);
            example(canvas);
        },
    )
}

/// Draws the scores, masked scores and weights of one example beside the steps.
fn example(canvas: &mut Canvas<'_>) {
    let scores = array![[[2.0, 0.0, 1.0, 4.0], [1.0, 1.0, 3.0, 4.0]]];
    let mask = Mask::valid_lens([3]);
    let allowed = mask.to_array([1, 2, 4]);
    let weights = masked_softmax(&scores, &mask);
    canvas.text((332.0, 100.0), "an example", Role::Muted);
    let grid = |y: f64| Grid::new((270.0, y - 24.0), (31.0, 24.0), (2, 4));
    for (row, column) in grid(0.0).places() {
        let place = [0, row, column];
        let score = format!("{}", scores[place]);
        cells::cell(canvas, grid(136.0).cell(row, column), Role::Paper, &score);
        let masked = grid(216.0).cell(row, column);
        let last = grid(296.0).cell(row, column);
        if allowed[place] {
            cells::cell(canvas, masked, Role::Paper, &score);
            weight(canvas, last, f64::from(weights[place]), 1);
        } else {
            cells::hidden(canvas, masked);
            cells::hidden(canvas, last);
        }
    }
}
