//! How a heat map is laid out and drawn.

use super::HeatMap;
use crate::axis::number;
use crate::canvas::Canvas;
use crate::paint::{Area, Lettering, Point};
use crate::style::{LINE_HEIGHT, Role, room, text_width, widest};

/// Larger cells look clumsy: a small matrix gets a smaller picture in the middle.
const LARGEST_CELL: f64 = 56.0;

impl HeatMap {
    /// The height of the map, with its labels, in this width.
    #[track_caller]
    pub fn height(&self, width: f64) -> f64 {
        self.place((0.0, 0.0), width).bottom() + 1.0
    }

    /// Where the cells are, as large as they can be in `width`.
    #[track_caller]
    pub(super) fn place(&self, (x, y): Point, width: f64) -> Area {
        let (rows, columns) = self.values.dim();
        let left =
            room(&self.names[0], LINE_HEIGHT + 4.0) + widest(&self.words[0]) + 6.0;
        let across = ((width - left) / columns as f64).min(LARGEST_CELL);
        let down = self.row_height.unwrap_or(across);
        let line = if self.upward(across) {
            widest(&self.words[1])
        } else {
            LINE_HEIGHT
        };
        let top = room(&self.heading, LINE_HEIGHT + 2.0)
            + room(&self.names[1], LINE_HEIGHT + 4.0)
            + line
            + 4.0;
        if let Some(decimals) = self.decimals {
            let sign = if self.diverging { -1.0 } else { 1.0 };
            let needed = text_width(&number(sign * self.full, decimals)) + 2.0;
            assert!(
                needed <= across && LINE_HEIGHT <= down,
                "HeatMap: a number of width {needed} does not fit into a cell of {across} x {down}"
            );
        }
        let (width, height) = (across * columns as f64, down * rows as f64);
        Area::new(x + left, y + top, width, height)
    }

    /// Whether words are too wide to stand above cells of this width.
    fn upward(&self, across: f64) -> bool {
        !self.numbered && widest(&self.words[1]) > across - 4.0
    }

    /// Draws the map with its labels into a width, and returns where its cells are.
    ///
    /// # Panics
    ///
    /// Panics if the numbers do not fit into the cells.
    #[track_caller]
    pub fn draw(&self, canvas: &mut Canvas, (x, y): Point, width: f64) -> Area {
        let cells = self.place((x, y), width);
        let (rows, columns) = self.values.dim();
        let (across, down) = (cells.width / columns as f64, cells.height / rows as f64);
        let half = LINE_HEIGHT / 2.0;
        canvas.heading((cells.left, y + half), &self.heading);
        let ([rows, columns], (middle, center)) = (&self.names, cells.center());
        canvas.label((x + half, center), rows, Role::Muted.upward());
        let above = room(&self.heading, LINE_HEIGHT + 2.0);
        canvas.label((middle, y + above + half), columns, Role::Muted);
        for (index, label) in self.labels(0, down) {
            let middle = cells.top + down * (index as f64 + 0.5);
            canvas.text((cells.left - 6.0, middle), label, Role::Ink.end());
        }
        let (above, look) = match self.upward(across) {
            true => (6.0, Role::Ink.start().upward()),
            false => (4.0 + half, Role::Ink.into()),
        };
        for (index, label) in self.labels(1, across) {
            let middle = cells.left + across * (index as f64 + 0.5);
            canvas.text((middle, cells.top - above), label, look);
        }
        self.draw_cells(canvas, cells, (across, down));
        cells
    }

    /// Which rows or columns have which label: all that have words, and as many numbers as fit.
    fn labels(&self, side: usize, cell: f64) -> impl Iterator<Item = (usize, &String)> {
        let needed = [LINE_HEIGHT, widest(&self.words[1]) + 4.0][side];
        let fits = |step: &usize| !self.numbered || cell * *step as f64 >= needed;
        let step = [1, 2, 5, 10, 20, 50].into_iter().find(fits).unwrap_or(100);
        self.words[side].iter().enumerate().step_by(step)
    }

    fn draw_cells(&self, canvas: &mut Canvas, cells: Area, (width, height): Point) {
        // Large cells have lines between them, so that an empty cell can be seen.
        let gap = if width.min(height) >= 12.0 { 1.0 } else { 0.0 };
        if gap > 0.0 {
            let (rows, columns) = self.values.dim();
            for row in 1..rows {
                let y = cells.top + height * row as f64;
                canvas
                    .line([(cells.left, y), (cells.right(), y)], Role::Grid.width(1.0));
            }
            for column in 1..columns {
                let x = cells.left + width * column as f64;
                canvas
                    .line([(x, cells.top), (x, cells.bottom())], Role::Grid.width(1.0));
            }
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
                let text = number(value, decimals);
                canvas.heat_number(area, text, self.needs_light(value));
            }
        }
    }
}
