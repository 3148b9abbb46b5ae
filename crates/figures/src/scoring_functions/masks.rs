//! What masks allow, and the weights they leave.

use attention::Real;
use attention::array::masked_softmax;
use attention::mask::Mask;
use ndarray::{Array3, Axis, array};

use super::super::Figure;
use super::super::canvas::{Area, Canvas, Fill, Point, TextLook};
use super::super::cells::{self, Grid};
use super::super::style::{Role, WIDTH};
use super::weight::weight;

/// The left sides of the two columns of tables.
const COLUMNS: [f64; 2] = [40.0, 230.0];

/// Four masks as tables of what may be looked at.
///
/// ```
/// let figure = figures::scoring_functions::mask_gallery();
/// assert_eq!(figure.svg.matches("fill-masked").count(), 1 + 6 + 6 + 10 + 13);
/// ```
pub fn mask_gallery() -> Figure {
    let title = "Four masks: what each query may look at";
    Figure::draw(
        "scoring-functions/mask-gallery.svg",
        title,
        (WIDTH, 452.0),
        |canvas| {
            let sample = Area::new(40.0, 6.0, 28.0, 18.0);
            cells::cell(canvas, sample, allowed_fill(), "");
            canvas.text((76.0, 15.0), "may look at", TextLook::start(Role::Ink));
            cells::hidden(canvas, Area::new(230.0, 6.0, 28.0, 18.0));
            canvas.text((266.0, 15.0), "hidden", TextLook::start(Role::Ink));

            let lens = Mask::valid_lens([2, 3]);
            let per_query = Mask::valid_lens_per_query(array![[1, 3], [2, 4]]);
            let examples = [
                (46.0, "valid lengths [2, 3], one for each example", &lens),
                (
                    160.0,
                    "valid lengths [[1, 3], [2, 4]], for queries",
                    &per_query,
                ),
            ];
            for (top, name, mask) in examples {
                cells::heading(canvas, (COLUMNS[0], top), name);
                for (example, left) in COLUMNS.into_iter().enumerate() {
                    let name = format!("example {example}");
                    let middle = (left + 2.0 * CELL, top + 20.0);
                    canvas.text(middle, &name, Role::Muted);
                    table(canvas, mask, example, (left, top + 32.0), (2, 4));
                }
            }
            let causal = Mask::causal();
            let both = Mask::causal().and(Mask::valid_lens([3]));
            let squares = [("causal", &causal), ("causal and length 3", &both)];
            for ((name, mask), left) in squares.into_iter().zip(COLUMNS) {
                cells::heading(canvas, (left, 274.0), name);
                table(canvas, mask, 0, (left, 286.0), (5, 5));
                canvas.text((left + 2.5 * CELL, 438.0), "keys", Role::Muted);
            }
        },
    )
}

const CELL: f64 = 28.0;

fn allowed_fill() -> Fill {
    Fill::with_opacity(Role::Series1, 0.3)
}

/// Draws what an example may look at, queries as rows.
fn table(
    canvas: &mut Canvas<'_>,
    mask: &Mask,
    example: usize,
    corner: Point,
    (queries, keys): (usize, usize),
) {
    let grid = Grid::new(corner, (CELL, CELL), (queries, keys));
    for (query, key) in grid.places() {
        let area = grid.cell(query, key);
        if mask.allows(example, query, key) {
            cells::cell(canvas, area, allowed_fill(), "");
        } else {
            cells::hidden(canvas, area);
        }
    }
    if corner.0 == COLUMNS[0] {
        let at = (corner.0 - 16.0, grid.area().center().1);
        canvas.text(at, "queries", TextLook::from(Role::Muted).upward());
    }
}

/// The scores of the figure of masked weights: two examples with two queries and four keys.
fn scores() -> Array3<Real> {
    array![
        [[2.0, 1.0, 3.0, 4.0], [0.0, 2.0, 1.0, 3.0]],
        [[1.0, 1.0, 2.0, 4.0], [3.0, 0.0, 1.0, 2.0]]
    ]
}

/// The same scores with two masks: the weights go to what may be looked at, and sum to 1.
///
/// ```
/// let figure = figures::scoring_functions::masked_weights();
/// assert_eq!(figure.svg.matches("fill-masked").count(), 6 + 6);
/// ```
pub fn masked_weights() -> Figure {
    let scores = scores();
    let (batch, queries, keys) = scores.dim();
    let masks = [
        ("weights, valid lengths [2, 3]", Mask::valid_lens([2, 3])),
        (
            "weights, valid lengths [[1, 3], [2, 4]]",
            Mask::valid_lens_per_query(array![[1, 3], [2, 4]]),
        ),
    ];
    let title = "Scores, and the weights that two masks make of them";
    Figure::draw(
        "scoring-functions/masked-weights.svg",
        title,
        (WIDTH, 306.0),
        |canvas| {
            let grid = |example: usize, top: f64| {
                let left = [28.0, 216.0][example];
                Grid::new((left, top), (44.0, 30.0), (queries, keys))
            };
            for example in 0..batch {
                let (x, _) = grid(example, 0.0).area().center();
                canvas.text((x, 14.0), &format!("example {example}"), Role::Muted);
            }
            cells::heading(canvas, (28.0, 34.0), "scores");
            for (example, scores) in scores.axis_iter(Axis(0)).enumerate() {
                let grid = grid(example, 46.0);
                for (place, score) in scores.indexed_iter() {
                    let area = grid.cell(place.0, place.1);
                    cells::cell(canvas, area, Role::Paper, &format!("{score}"));
                }
            }
            for (index, (name, mask)) in masks.iter().enumerate() {
                let top = 122.0 + 94.0 * index as f64;
                cells::heading(canvas, (28.0, top + 8.0), name);
                let weights = masked_softmax(&scores, mask);
                for (place, &share) in weights.indexed_iter() {
                    let (example, query, key) = place;
                    let area = grid(example, top + 20.0).cell(query, key);
                    if mask.allows(example, query, key) {
                        weight(canvas, area, f64::from(share), 2);
                    } else {
                        cells::hidden(canvas, area);
                    }
                }
            }
            for top in [46.0, 142.0, 236.0] {
                let at = (14.0, top + 30.0);
                canvas.text(at, "queries", TextLook::from(Role::Muted).upward());
            }
        },
    )
}
