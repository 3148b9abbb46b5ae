//! Maps of the weights of several blocks and heads, side by side.

use attention::Real;
use drawing::prelude::*;
use ndarray::{Array3, ArrayView2, Axis};

const ROW: f64 = 16.0;
const GAP: f64 = 12.0;

/// The maps of all blocks and heads: a column for each block, a row for each head.
pub(super) struct Panels<'a> {
    pub(super) rows: &'a [String],
    pub(super) columns: &'a [String],
    /// What is written at the right of each row; nothing in an encoder.
    pub(super) next: &'a [String],
    /// Whether queries may not look at later keys.
    pub(super) causal: bool,
    /// Of each block: `[heads, queries, keys]`.
    pub(super) weights: Vec<Array3<Real>>,
}

fn widest(words: &[String]) -> f64 {
    let widths = words.iter().map(|word| text_width(word) + 6.0);
    widths.fold(0.0, f64::max)
}

impl Panels<'_> {
    pub(super) fn svg(&self, title: &str) -> String {
        let (heads, queries, _) = self.weights[0].dim();
        // The names of the heads stand above those of the rows.
        let left = MARGIN + widest(self.rows).max(62.0);
        let right = WIDTH - MARGIN - widest(self.next);
        let top = MARGIN + LINE_HEIGHT + widest(self.columns);
        let width = (right - left - GAP) / 2.0;
        let height = ROW * queries as f64;
        let below = top + (height + LINE_HEIGHT + 4.0) * heads as f64;
        let canvas = &mut Canvas::new(below + 22.0);
        for head in 0..heads {
            let top = top + (height + LINE_HEIGHT + 4.0) * head as f64;
            canvas.heading((MARGIN, top - 10.0), format!("head {head}"));
            for (words, x, look) in [
                (self.rows, left - 5.0, Ink.end()),
                (self.next, right + 5.0, Ink.start()),
            ] {
                for (row, word) in words.iter().enumerate() {
                    canvas.text((x, top + ROW * (row as f64 + 0.5)), word, look);
                }
            }
            for (block, weights) in self.weights.iter().enumerate() {
                let left = left + (width + GAP) * block as f64;
                let area = Area::new(left, top, width, height);
                if head == 0 {
                    self.above(canvas, area, block);
                }
                self.cells(canvas, area, weights.index_axis(Axis(0), head));
            }
        }
        scale(canvas, (left, below));
        canvas.svg(title)
    }

    /// Writes the number of a block and the words of the columns above its first map.
    fn above(&self, canvas: &mut Canvas, area: Area, block: usize) {
        let at = (area.center().0, MARGIN + 8.0);
        canvas.text(at, format!("block {block}"), Ink.bold());
        let cell = area.width / self.columns.len() as f64;
        for (column, word) in self.columns.iter().enumerate() {
            let x = area.left + cell * (column as f64 + 0.5);
            canvas.text((x, area.top - 5.0), word, Ink.start().upward());
        }
    }

    /// Draws one map: the cells of each tenth together, so that the file stays small.
    fn cells(&self, canvas: &mut Canvas, area: Area, weights: ArrayView2<'_, Real>) {
        let (queries, keys) = weights.dim();
        let cell = area.width / keys as f64;
        let table = Table::new((area.left, area.top), (cell, ROW), (queries, keys));
        if self.causal {
            // The keys after each query, row by row, each row with one stroke through all its cells.
            let hidden = (0..queries - 1).map(|row| {
                let first = table.cell(row, row + 1);
                Area::new(first.left, first.top, area.right() - first.left, ROW)
            });
            canvas.fill_cells(hidden, Masked);
            for row in 0..queries - 1 {
                let teeth = (row + 1..keys).flat_map(|column| {
                    let cell = table.cell(row, column);
                    [(cell.left, cell.bottom()), (cell.right(), cell.top)]
                });
                canvas.line(teeth.collect::<Vec<_>>(), Hatch.width(1.0));
            }
        }
        for tenths in 1..=10 {
            let same = table.cells().filter(|&(place, _)| {
                (10.0 * f64::from(weights[place])).round() == f64::from(tenths)
            });
            let same = same.map(|(_, area)| area);
            canvas.fill_cells(same, Heat.opacity(f64::from(tenths) / 10.0));
        }
        canvas.outline(area, Muted);
    }
}

/// Draws what the tenths look like, from `left` to the right.
fn scale(canvas: &mut Canvas, (left, top): Point) {
    canvas.text((left, top + 8.0), "weight 0", Muted.start());
    let bar = Area::new(left + 66.0, top + 1.0, 110.0, 14.0);
    for tenths in 1..=10 {
        let left = bar.left + 10.0 * f64::from(tenths);
        let cell = Area::new(left, bar.top, 10.0, bar.height);
        canvas.fill_cells([cell], Heat.opacity(f64::from(tenths) / 10.0));
    }
    canvas.outline(bar, Muted);
    canvas.text((bar.right() + 6.0, top + 8.0), "1", Muted.start());
}
