//! Maps of the weights of several blocks and heads, side by side.

use attention::Real;
use ndarray::{Array3, ArrayView2, Axis};

use super::super::Figure;
use super::super::canvas::{Area, Canvas, Fill, Stroke, TextLook};
use super::super::style::{LINE_HEIGHT, MARGIN, Role, WIDTH, text_width};

const ROW: f64 = 16.0;
const GAP: f64 = 12.0;

/// The maps of all blocks and heads: a column for each block, a row for each head.
pub(super) struct Panels {
    pub(super) rows: Vec<String>,
    pub(super) columns: Vec<String>,
    /// What is written at the right of each row; nothing in an encoder.
    pub(super) next: Vec<String>,
    /// Whether queries may not look at later keys.
    pub(super) causal: bool,
    /// Of each block: `[heads, queries, keys]`.
    pub(super) weights: Vec<Array3<Real>>,
}

fn widest(words: &[String]) -> f64 {
    let widths = words.iter().map(|word| text_width(word) + 6.0);
    widths.fold(0.0, f64::max)
}

impl Panels {
    pub(super) fn figure(&self, path: &'static str, title: &str) -> Figure {
        let (heads, queries, keys) = self.weights[0].dim();
        // The names of the heads stand above those of the rows.
        let left = MARGIN + widest(&self.rows).max(62.0);
        let right = WIDTH - MARGIN - widest(&self.next);
        let top = MARGIN + LINE_HEIGHT + widest(&self.columns);
        let width = (right - left - GAP) / 2.0;
        let height = ROW * queries as f64;
        let below = top + (height + LINE_HEIGHT + 4.0) * heads as f64;
        Figure::draw(path, title, (WIDTH, below + 22.0), |canvas| {
            for head in 0..heads {
                let top = top + (height + LINE_HEIGHT + 4.0) * head as f64;
                let at = (MARGIN, top - 10.0);
                let look = TextLook::start(Role::Ink).bold();
                canvas.text(at, &format!("head {head}"), look);
                self.words(canvas, &self.rows, left - 5.0, top, TextLook::end);
                self.words(canvas, &self.next, right + 5.0, top, TextLook::start);
                for (block, weights) in self.weights.iter().enumerate() {
                    let left = left + (width + GAP) * block as f64;
                    let area = Area::new(left, top, width, height);
                    if head == 0 {
                        self.above(canvas, area, block);
                    }
                    self.cells(canvas, area, weights.index_axis(Axis(0), head), keys);
                }
            }
            scale(canvas, (left, below));
        })
    }

    /// Writes words beside the rows.
    fn words(
        &self,
        canvas: &mut Canvas<'_>,
        words: &[String],
        x: f64,
        top: f64,
        look: fn(Role) -> TextLook,
    ) {
        for (row, word) in words.iter().enumerate() {
            let y = top + ROW * (row as f64 + 0.5);
            canvas.text((x, y), word, look(Role::Ink));
        }
    }

    /// Writes the number of a block and the words of the columns above its first map.
    fn above(&self, canvas: &mut Canvas<'_>, area: Area, block: usize) {
        let name = format!("block {block}");
        let at = (area.center().0, MARGIN + 8.0);
        canvas.text(at, &name, TextLook::from(Role::Ink).bold());
        let cell = area.width / self.columns.len() as f64;
        for (column, word) in self.columns.iter().enumerate() {
            let x = area.left + cell * (column as f64 + 0.5);
            let look = TextLook::start(Role::Ink).upward();
            canvas.text((x, area.top - 5.0), word, look);
        }
    }

    /// Draws one map: the cells of each tenth together, so that the file stays small.
    fn cells(
        &self,
        canvas: &mut Canvas<'_>,
        area: Area,
        weights: ArrayView2<'_, Real>,
        keys: usize,
    ) {
        let cell = area.width / keys as f64;
        let place = |(row, column): (usize, usize)| {
            let left = area.left + cell * column as f64;
            Area::new(left, area.top + ROW * row as f64, cell, ROW)
        };
        if self.causal {
            // The keys after each query, row by row, each row with one stroke through all its cells.
            let hidden = (0..self.rows.len() - 1).map(|row| {
                let first = place((row, row + 1));
                Area::new(first.left, first.top, area.right() - first.left, ROW)
            });
            let hidden: Vec<Area> = hidden.collect();
            canvas.fill_cells(&hidden, Role::Masked);
            for row in hidden {
                let cells = (row.width / cell).round() as usize;
                let teeth = (0..cells).flat_map(|column| {
                    let left = row.left + cell * column as f64;
                    [(left, row.bottom()), (left + cell, row.top)]
                });
                let teeth: Vec<_> = teeth.collect();
                canvas.line(&teeth, Stroke::new(Role::Hatch, 1.0));
            }
        }
        for tenths in 1..=10 {
            let same = weights.indexed_iter().filter(|&(_, &weight)| {
                (10.0 * f64::from(weight)).round() as i32 == tenths
            });
            let same: Vec<Area> = same.map(|(at, _)| place(at)).collect();
            let fill = Fill::with_opacity(Role::Heat, f64::from(tenths) / 10.0);
            canvas.fill_cells(&same, fill);
        }
        canvas.outline_rounded(area, 0.0, Role::Muted);
    }
}

/// Draws what the tenths look like, from `left` to the right.
fn scale(canvas: &mut Canvas<'_>, (left, top): (f64, f64)) {
    canvas.text((left, top + 8.0), "weight 0", TextLook::start(Role::Muted));
    let start = left + 66.0;
    let bar = Area::new(start, top + 1.0, 110.0, 14.0);
    for tenths in 1..=10 {
        let cell = Area::new(start + 10.0 * f64::from(tenths), top + 1.0, 10.0, 14.0);
        let fill = Fill::with_opacity(Role::Heat, f64::from(tenths) / 10.0);
        canvas.fill_cells(&[cell], fill);
    }
    canvas.outline_rounded(bar, 0.0, Role::Muted);
    canvas.text(
        (bar.right() + 6.0, top + 8.0),
        "1",
        TextLook::start(Role::Muted),
    );
}
