//! The entries that a normalization shares, and its position in a block.

use attention::array::layer_norm;

use super::RESIDUAL;
use crate::prelude::*;

/// Draws two vectors before and after both normalizations, and the entries that each combines in a
/// batch.
pub(crate) fn norm_axes() -> String {
    // Centers the rows and divides them by their spreads.
    let normalize = |x: &Array2<Real>| layer_norm(x, &Array1::ones(2), &Array1::zeros(2), 1e-5);
    let x = array![[1.0, 2.0], [2.0, 3.0]];
    let rows = normalize(&x);
    let columns = normalize(&x.t().to_owned()).t().to_owned();

    let canvas = &mut Canvas::new(324.0);
    for (left, name, each, result, by_column) in [
        (6.0, "layer norm", "each row (a token)", rows, false),
        (206.0, "batch norm", "each column", columns, true),
    ] {
        canvas.heading((left, 14.0), name);
        canvas.text((left, 34.0), each, Muted.start());
        table(canvas, (left, 48.0), &x, by_column);
        canvas.arrow((left + 80.0, 77.0), (left + 103.0, 77.0), Muted);
        table(canvas, (left + 108.0, 48.0), &result, by_column);
        batch(canvas, left, by_column);
    }
    canvas.svg("The entries that layer norm and batch norm normalize together")
}

/// Draws a matrix with a color for each group, which is a row or a column.
fn table(canvas: &mut Canvas, corner: Point, x: &Array2<Real>, by_column: bool) {
    for ((row, column), area) in Table::new(corner, (38.0, 29.0), x.dim()).cells() {
        let role = [Series1, Series2][if by_column { column } else { row }];
        canvas.cell(area, role.opacity(0.25), number(x[[row, column]], 0));
    }
}

/// Draws the vectors of two sentences, and the entries normalized together with one of them.
fn batch(canvas: &mut Canvas, left: f64, by_column: bool) {
    let together = match by_column {
        true => "one column of all tokens\nof a batch, and padding",
        false => "the entries of one token\nof one sentence",
    };
    canvas.text((left, 140.0), together, Ink.start());
    for (sentence, top, len) in [(0, 174.0, 3), (1, 252.0, 2)] {
        for ((token, column), area) in Table::new((left, top), (26.0, 22.0), (3, 4)).cells() {
            match token < len {
                true => canvas.cell(area, Paper, ""),
                false => canvas.hidden_cell(area),
            }
            let one_token = (sentence, token) == (0, 1);
            if by_column && column == 1 || !by_column && one_token {
                canvas.fill_rect(area, Series1.opacity(0.5));
            }
        }
        canvas.text((left + 110.0, top + 33.0), format!("sentence {sentence}"), Muted.start());
    }
}

pub(crate) fn pre_and_post() -> String {
    let canvas = &mut Canvas::new(378.0);
    for (left, name, formula, pre) in
        [(6.0, "post-norm", "norm(x + f(x))", false), (206.0, "pre-norm", "x + f(norm(x))", true)]
    {
        canvas.heading((left, 14.0), name);
        canvas.text((left, 34.0), formula, Muted.start());
        let trunk = left + 30.0;
        canvas.text((trunk, 364.0), "x", Ink.italic());
        let from = sublayer(canvas, trunk, pre, 354.0, "attention");
        let from = sublayer(canvas, trunk, pre, from, "feed-forward");
        if pre {
            upward(canvas, trunk, from, 92.0);
            norm(canvas, (trunk - 28.0, 70.0, 56.0, 22.0));
            upward(canvas, trunk, 70.0, 52.0);
            canvas.text((trunk + 34.0, 72.0), "after the\nlast block", Muted.start());
        } else {
            upward(canvas, trunk, from, 52.0);
        }
    }
    canvas.svg("Where post-norm and pre-norm normalize")
}

/// Draws the residual connection up to the next box on it.
fn upward(canvas: &mut Canvas, x: f64, from: f64, to: f64) {
    canvas.arrow((x, from), (x, to + 1.0), RESIDUAL.weight(0.3));
}

fn norm(canvas: &mut Canvas, area: (f64, f64, f64, f64)) {
    canvas.rounded(area, 5.0, Paper, Accent);
    canvas.text(Area::from(area).center(), "norm", Ink);
}

/// Draws a sublayer next to the residual connection, starting at `from`, and returns its end.
fn sublayer(canvas: &mut Canvas, trunk: f64, pre: bool, from: f64, name: &str) -> f64 {
    let height = if pre { 104.0 } else { 92.0 };
    let (fork, sum, mut bottom) = (from - 14.0, from - height, from - 30.0);
    let middle = trunk + 92.0;
    upward(canvas, trunk, from, sum + 9.0);
    canvas.path(&[(trunk, fork), (middle, fork), (middle, bottom + 1.0)], Muted);
    if pre {
        norm(canvas, (middle - 28.0, bottom - 24.0, 56.0, 24.0));
        canvas.line([(middle, bottom - 24.0), (middle, bottom - 32.0)], Muted);
        bottom -= 32.0;
    }
    canvas.block((middle - 58.0, bottom - 24.0, 116.0, 24.0), name, Muted);
    canvas.path(&[(middle, bottom - 24.0), (middle, sum), (trunk + 10.0, sum)], Muted);
    canvas.ring((trunk, sum), 9.0, Ink);
    canvas.text((trunk, sum), "+", Ink);
    if pre {
        return sum - 9.0;
    }
    upward(canvas, trunk, sum - 9.0, sum - 24.0);
    norm(canvas, (trunk - 28.0, sum - 46.0, 56.0, 22.0));
    sum - 46.0
}
