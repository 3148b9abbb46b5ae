//! How a heat map is laid out and drawn.

use std::collections::BTreeMap;

use super::HeatMap;
use crate::axis::number;
use crate::canvas::Canvas;
use crate::paint::{Area, Lettering, Point};
use crate::style::{LINE_HEIGHT, Role, room, widest};
use crate::table::Table;

impl HeatMap {
    /// The height of the map, with its heading and its labels, in this width.
    pub fn height(&self, width: f64) -> f64 {
        self.place((0.0, 0.0), width).bottom() + 1.0
    }

    /// Where the cells are, as large as they can be in `width`.
    fn place(&self, (x, y): Point, width: f64) -> Area {
        let (rows, columns) = self.values.dim();
        let left = widest(&self.words[0]) + 6.0;
        let across = (width - left) / columns as f64;
        let down = self.row_height.unwrap_or(across);
        let line = match self.upward(across) {
            true => widest(&self.words[1]),
            false => LINE_HEIGHT,
        };
        let top = room(&self.heading, LINE_HEIGHT + 2.0) + line + 4.0;
        Area::new(x + left, y + top, width - left, down * rows as f64)
    }

    /// Whether words are too wide to stand above cells of this width.
    fn upward(&self, across: f64) -> bool {
        !self.numbered && widest(&self.words[1]) > across - 4.0
    }

    /// Draws the map with its heading and its labels into a width, and returns where its cells are.
    pub fn draw(&self, canvas: &mut Canvas, (x, y): Point, width: f64) -> Area {
        let cells = self.place((x, y), width);
        let table = Table::in_area(cells, self.values.dim());
        let first = table.cell(0, 0);
        let half = LINE_HEIGHT / 2.0;
        canvas.heading((cells.left, y + half), &self.heading);
        for (row, label) in self.labels(0, first.height) {
            let (_, middle) = table.cell(row, 0).center();
            canvas.text((cells.left - 6.0, middle), label, Role::Ink.end());
        }
        let (above, look) = match self.upward(first.width) {
            true => (6.0, Role::Ink.start().upward()),
            false => (4.0 + half, Role::Ink.into()),
        };
        for (column, label) in self.labels(1, first.width) {
            let (middle, _) = table.cell(0, column).center();
            canvas.text((middle, cells.top - above), label, look);
        }
        self.draw_cells(canvas, cells);
        cells
    }

    /// Which rows or columns have which label: all that have words, and as many numbers as fit.
    fn labels(&self, side: usize, cell: f64) -> impl Iterator<Item = (usize, &String)> {
        let needed = [LINE_HEIGHT, widest(&self.words[1]) + 4.0][side];
        let fits = |step: &usize| !self.numbered || cell * *step as f64 >= needed;
        let step = [1, 2, 5, 10, 20, 50].into_iter().find(fits).unwrap_or(100);
        self.words[side].iter().enumerate().step_by(step)
    }

    /// Draws the cells alone, all of one color as one shape.
    pub fn draw_cells(&self, canvas: &mut Canvas, whole: Area) {
        let table = Table::in_area(whole, self.values.dim());
        let Area { width, height, .. } = table.cell(0, 0);
        // Large cells have lines between them, so that an empty cell can be seen.
        let gap = match !self.tenths && width.min(height) >= 12.0 {
            true => 1.0,
            false => 0.0,
        };
        if gap > 0.0 {
            canvas.lines_between(table, Role::Grid);
        }
        canvas.outline(whole, Role::Grid);
        let area = |cell: Area| Area::around(cell.center(), width - gap, height - gap);
        let cells = table.cells().map(|(place, cell)| (place, area(cell)));
        let (seen, hidden): (Vec<_>, Vec<_>) =
            cells.partition(|&(place, _)| self.may_look[place]);
        let hidden = hidden.into_iter().map(|(_, area)| area);
        canvas.fill_cells(hidden.clone(), Role::Masked);
        hidden.for_each(|area| canvas.strike(area, 1.0));
        let mut steps: BTreeMap<i32, Vec<Area>> = BTreeMap::new();
        for &(place, area) in &seen {
            let step = self.step(self.values[place]);
            steps.entry(step).or_default().push(area);
        }
        for (step, areas) in steps {
            canvas.fill_cells(areas, self.fill(step.into()));
        }
        if let Some(decimals) = self.decimals {
            for (place, area) in seen {
                let value = self.values[place];
                let text = number(value, decimals);
                canvas.heat_number(area, text, self.needs_light(value));
            }
        }
    }
}
