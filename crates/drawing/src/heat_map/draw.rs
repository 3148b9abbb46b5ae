//! How a heat map is laid out and drawn.

use super::HeatMap;
use crate::axis::number;
use crate::canvas::Canvas;
use crate::paint::{Area, Point};
use crate::style::{LINE_HEIGHT, Role, text_width, widest};

/// Larger cells look clumsy: a small matrix gets a smaller picture in the middle.
const LARGEST_CELL: f64 = 56.0;

/// The sizes of a map, in user units.
#[derive(Clone, Copy, Debug)]
pub(super) struct Layout {
    left: f64,
    top: f64,
    cell: (f64, f64),
    upward: bool,
    pub(super) width: f64,
    pub(super) height: f64,
}

/// The room for a text, none if there is no text.
fn room(text: &str, height: f64) -> f64 {
    if text.is_empty() { 0.0 } else { height }
}

impl HeatMap {
    /// Finds the size of the cells that fills `width`.
    #[track_caller]
    pub(super) fn layout(&self, width: f64) -> Layout {
        let (rows, columns) = self.values.dim();
        let label = |side: usize, count: usize| match &self.words {
            Some(words) => widest(&words[side]),
            None => text_width(&(count - 1).to_string()),
        };
        let left = room(&self.names[0], LINE_HEIGHT + 4.0) + label(0, rows) + 6.0;
        let across = ((width - left) / columns as f64).min(LARGEST_CELL);
        let down = self.row_height.unwrap_or(across);
        let word = label(1, columns);
        let upward = self.words.is_some() && word > across - 4.0;
        let above = room(&self.heading, LINE_HEIGHT + 2.0)
            + room(&self.names[1], LINE_HEIGHT + 4.0);
        let top = above + if upward { word } else { LINE_HEIGHT } + 4.0;
        if let Some(decimals) = self.decimals {
            let sign = if self.diverging { -1.0 } else { 1.0 };
            let needed = text_width(&number(sign * self.full, decimals)) + 2.0;
            assert!(
                needed <= across && LINE_HEIGHT <= down,
                "HeatMap: a number of width {needed} does not fit into a cell of {across} x {down}"
            );
        }
        Layout {
            left,
            top,
            cell: (across, down),
            upward,
            width: left + across * columns as f64,
            height: top + down * rows as f64 + 1.0,
        }
    }

    pub(super) fn draw_laid_out(
        &self,
        canvas: &mut Canvas,
        (x, y): Point,
        layout: &Layout,
    ) -> Area {
        let &Layout {
            left,
            top,
            cell,
            upward,
            width,
            height,
        } = layout;
        let cells = Area::new(x + left, y + top, width - left, height - 1.0 - top);
        let half = LINE_HEIGHT / 2.0;
        if !self.heading.is_empty() {
            canvas.heading((cells.left, y + half), &self.heading);
        }
        let [queries, keys] = &self.names;
        if !queries.is_empty() {
            let look = Role::Muted.upward();
            canvas.text((x + half, cells.center().1), queries, look);
        }
        if !keys.is_empty() {
            let above = room(&self.heading, LINE_HEIGHT + 2.0);
            canvas.text((cells.center().0, y + above + half), keys, Role::Muted);
        }
        for (index, label) in self.labels(0, cell.1) {
            let middle = cells.top + cell.1 * (index as f64 + 0.5);
            canvas.text((cells.left - 6.0, middle), label, Role::Ink.end());
        }
        for (index, label) in self.labels(1, cell.0) {
            let middle = cells.left + cell.0 * (index as f64 + 0.5);
            if upward {
                canvas.text(
                    (middle, cells.top - 6.0),
                    label,
                    Role::Ink.start().upward(),
                );
            } else {
                canvas.text((middle, cells.top - 4.0 - half), label, Role::Ink);
            }
        }
        self.draw_cells(canvas, cells, cell);
        cells
    }

    fn draw_cells(
        &self,
        canvas: &mut Canvas,
        cells: Area,
        (width, height): (f64, f64),
    ) {
        // Large cells have lines between them, so that an empty cell can be seen.
        let gap = if width.min(height) >= 12.0 { 1.0 } else { 0.0 };
        if gap > 0.0 {
            canvas.lines_between(cells, self.values.dim(), Role::Grid);
        }
        canvas.outline(cells, Role::Grid);
        let place = |row: usize, column: usize, rows: usize| {
            let left = cells.left + width * column as f64 + gap / 2.0;
            let top = cells.top + height * row as f64 + gap / 2.0;
            Area::new(left, top, width - gap, height * rows as f64 - gap)
        };
        if self.diverging {
            self.draw_steps(canvas, gap == 0.0, place);
        }
        for ((row, column), &value) in self.values.indexed_iter() {
            let area = place(row, column, 1);
            if !self.may_look[[row, column]] {
                canvas.fill_rect(area, Role::Masked);
                canvas.strike(area, 1.0);
                continue;
            }
            let opacity = (value / self.full).min(1.0);
            // Below this the file would say 0.
            if !self.diverging && opacity >= 0.005 {
                canvas.fill_rect(area, Role::Heat.opacity(opacity));
            }
            if let Some(decimals) = self.decimals {
                canvas.heat_number(
                    area,
                    number(value, decimals),
                    self.needs_light(value),
                );
            }
        }
    }

    /// Which rows or columns have which label: all that have words, and as many numbers as fit.
    fn labels(&self, side: usize, cell: f64) -> Vec<(usize, String)> {
        if let Some(words) = &self.words {
            return words[side].iter().cloned().enumerate().collect();
        }
        let count = self.values.shape()[side];
        let needed = match side {
            0 => LINE_HEIGHT,
            _ => text_width(&(count - 1).to_string()) + 4.0,
        };
        let fits = |step: &usize| cell * *step as f64 >= needed;
        let step = [1, 2, 5, 10, 20, 50].into_iter().find(fits).unwrap_or(100);
        let labeled = (0..count).step_by(step);
        labeled.map(|index| (index, index.to_string())).collect()
    }
}
