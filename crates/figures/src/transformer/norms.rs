//! What a normalization takes together, and where a block normalizes.

use attention::Real;
use attention::array::layer_norm;
use ndarray::{Array2, array};

use super::super::Figure;
use super::super::axis::number;
use super::super::canvas::{Area, Canvas, Fill, Point, Stroke, TextLook};
use super::super::cells::{self, Grid};
use super::super::diagram::{Arrow, Block};
use super::super::style::{Role, WIDTH};
use super::RESIDUAL;
use super::parts::path;

/// The left sides of the two halves of a figure.
const HALVES: [f64; 2] = [6.0, 206.0];
/// Numbers that are normalized together have one color.
const GROUPS: [Role; 2] = [Role::Series1, Role::Series2];

/// Two vectors of two numbers, and what the two normalizations make of them; below, what the two take
/// together in a batch.
///
/// ```
/// let figure = figures::transformer::norm_axes();
/// assert_eq!(figure.svg.matches(">\u{2212}1</text>").count(), 2 + 2);
/// assert!(figure.svg.contains(">batch norm</text>"));
/// ```
pub fn norm_axes() -> Figure {
    let x = array![[1.0, 2.0], [2.0, 3.0]];
    let title = "What layer normalization and batch normalization take together";
    let size = (WIDTH, 324.0);
    Figure::draw("transformer/norm-axes.svg", title, size, |canvas| {
        let names = ["layer norm", "batch norm"];
        for (by_column, (left, name)) in HALVES.into_iter().zip(names).enumerate() {
            let by_column = by_column == 1;
            cells::heading(canvas, (left, 14.0), name);
            let (each, result) = if by_column {
                ("each column", normalize(&x.t().to_owned()).t().to_owned())
            } else {
                ("each row (a token)", normalize(&x))
            };
            canvas.text((left, 34.0), each, TextLook::start(Role::Muted));
            table(canvas, (left, 48.0), &x, by_column);
            canvas.arrow(&Arrow::new((left + 80.0, 77.0), (left + 103.0, 77.0)));
            table(canvas, (left + 108.0, 48.0), &result, by_column);
            batch(canvas, left, by_column);
        }
    })
}

/// The rows without their means and divided by their spreads.
fn normalize(x: &Array2<Real>) -> Array2<Real> {
    let columns = x.ncols();
    let (gain, bias) = (Array2::ones((1, columns)), Array2::zeros((1, columns)));
    layer_norm(x, &gain.row(0).to_owned(), &bias.row(0).to_owned(), 1e-5)
}

/// Draws a matrix whose groups have colors: its rows, or its columns.
fn table(canvas: &mut Canvas<'_>, corner: Point, x: &Array2<Real>, by_column: bool) {
    let grid = Grid::new(corner, (38.0, 29.0), x.dim());
    for ((row, column), &value) in x.indexed_iter() {
        let role = GROUPS[if by_column { column } else { row }];
        let text = number(f64::from(value), 0);
        cells::cell(
            canvas,
            grid.cell(row, column),
            Fill::with_opacity(role, 0.25),
            &text,
        );
    }
}

/// Draws the vectors of two sentences, and what is normalized together with one of them.
fn batch(canvas: &mut Canvas<'_>, left: f64, by_column: bool) {
    const LENS: [usize; 2] = [3, 2];
    let together = if by_column {
        ["one column of all tokens", "of a batch, and padding"]
    } else {
        ["the numbers of one token", "of one sentence"]
    };
    for (line, text) in together.into_iter().enumerate() {
        let at = (left, 140.0 + 18.0 * line as f64);
        canvas.text(at, text, TextLook::start(Role::Ink));
    }
    for (sentence, len) in LENS.into_iter().enumerate() {
        let top = 174.0 + 78.0 * sentence as f64;
        let grid = Grid::new((left, top), (26.0, 22.0), (3, 4));
        for (token, column) in grid.places() {
            let area = grid.cell(token, column);
            if token >= len {
                cells::hidden(canvas, area);
            } else {
                cells::cell(canvas, area, Role::Paper, "");
            }
            let inside = if by_column {
                column == 1
            } else {
                (sentence, token) == (0, 1)
            };
            if inside {
                canvas.fill_rect(area, Fill::with_opacity(GROUPS[0], 0.5));
            }
        }
        let at = (left + 110.0, top + 33.0);
        let name = format!("sentence {sentence}");
        canvas.text(at, &name, TextLook::start(Role::Muted));
    }
}

/// One column of the figure of the arrangements.
struct Stream {
    left: f64,
    name: &'static str,
    formula: &'static str,
    pre: bool,
}

/// Post-norm and pre-norm around two sublayers: what stands on the way of the residual connections.
///
/// ```
/// let figure = figures::transformer::pre_and_post();
/// assert_eq!(figure.svg.matches(">norm</text>").count(), 2 + 3);
/// ```
pub fn pre_and_post() -> Figure {
    let streams = [
        Stream {
            left: HALVES[0],
            name: "post-norm",
            formula: "norm(x + f(x))",
            pre: false,
        },
        Stream {
            left: HALVES[1],
            name: "pre-norm",
            formula: "x + f(norm(x))",
            pre: true,
        },
    ];
    let title = "Where post-norm and pre-norm normalize";
    let size = (WIDTH, 378.0);
    Figure::draw("transformer/pre-and-post.svg", title, size, |canvas| {
        for stream in streams {
            let left = stream.left;
            cells::heading(canvas, (left, 14.0), stream.name);
            canvas.text((left, 34.0), stream.formula, TextLook::start(Role::Muted));
            let trunk = left + 30.0;
            canvas.text((trunk, 364.0), "x", TextLook::from(Role::Ink).italic());
            let mut from = 354.0;
            for name in ["attention", "feed-forward"] {
                from = stream.sublayer(canvas, from, name);
            }
            if stream.pre {
                upward(canvas, trunk, from, 92.0);
                stream.norm(canvas, 92.0);
                upward(canvas, trunk, 70.0, 52.0);
                let text = ["after the", "last block"];
                for (line, text) in text.into_iter().enumerate() {
                    let at = (trunk + 34.0, 72.0 + 18.0 * line as f64);
                    canvas.text(at, text, TextLook::start(Role::Muted));
                }
            } else {
                upward(canvas, trunk, from, 52.0);
            }
        }
    })
}

/// Draws the residual connection up to what stands on it.
fn upward(canvas: &mut Canvas<'_>, x: f64, from: f64, to: f64) {
    canvas.arrow(
        &Arrow::new((x, from), (x, to + 1.0))
            .weight(0.3)
            .role(RESIDUAL),
    );
}

fn norm() -> Block {
    Block::new(&["norm"])
        .outline(Role::Accent)
        .fill(Role::Paper)
}

impl Stream {
    fn trunk(&self) -> f64 {
        self.left + 30.0
    }

    /// Draws a normalization on the residual connection, whose lower side is at `bottom`.
    fn norm(&self, canvas: &mut Canvas<'_>, bottom: f64) {
        let area = Area::new(self.trunk() - 28.0, bottom - 22.0, 56.0, 22.0);
        canvas.block(area, &norm());
    }

    /// Draws a sublayer beside the residual connection from `from` on. Returns where it ends.
    fn sublayer(&self, canvas: &mut Canvas<'_>, from: f64, name: &str) -> f64 {
        let trunk = self.trunk();
        let height = if self.pre { 104.0 } else { 92.0 };
        let (fork, sum, bottom) = (from - 14.0, from - height, from - 30.0);
        let middle = self.left + 122.0;
        let beside =
            |canvas: &mut Canvas<'_>, bottom: f64, width: f64, block: &Block| {
                let area = Area::new(middle - width / 2.0, bottom - 24.0, width, 24.0);
                canvas.block(area, block);
                area.top
            };
        upward(canvas, trunk, from, sum + 9.0);
        let down = [(trunk, fork), (middle, fork), (middle, bottom + 1.0)];
        path(canvas, &down, Role::Muted);
        let top = if self.pre {
            let top = beside(canvas, bottom, 56.0, &norm());
            canvas.line(&[(middle, top), (middle, top - 8.0)], Role::Muted);
            beside(canvas, top - 8.0, 116.0, &Block::new(&[name]))
        } else {
            beside(canvas, bottom, 116.0, &Block::new(&[name]))
        };
        let back = [(middle, top), (middle, sum), (trunk + 10.0, sum)];
        path(canvas, &back, Role::Muted);
        let stroke = Stroke::new(Role::Ink, 1.5);
        canvas.ring((trunk, sum), 9.0, stroke);
        canvas.text((trunk, sum), "+", Role::Ink);
        if self.pre {
            return sum - 9.0;
        }
        upward(canvas, trunk, sum - 9.0, sum - 24.0);
        self.norm(canvas, sum - 24.0);
        sum - 46.0
    }
}
