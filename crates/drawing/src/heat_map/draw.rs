//! The layout of a heat map, and of several in one figure for comparison.

use std::collections::BTreeMap;

use super::HeatMap;
use crate::axis::number;
use crate::canvas::Canvas;
use crate::paint::{Area, Lettering, Point};
use crate::style::{LINE_HEIGHT, MARGIN, Role, WIDTH, room, widest};
use crate::table::Table;

impl HeatMap {
    /// Returns the height of the map at this width, including its heading and labels.
    pub fn height(&self, width: f64) -> f64 {
        self.place((0.0, 0.0), width).bottom() + 1.0
    }

    /// Returns the area of the cells, which are as large as `width` permits.
    fn place(&self, (x, y): Point, width: f64) -> Area {
        let (rows, columns) = self.values.dim();
        let left = widest(&self.words[0]) + 6.0;
        let across = (width - left) / columns as f64;
        let down = self.row_height.unwrap_or(across);
        let words = &self.words[1];
        let line =
            if self.upward(across) { widest(words) } else { room(&words.concat(), LINE_HEIGHT) };
        let top = room(&self.heading, LINE_HEIGHT + 2.0) + line + 4.0;
        Area::new(x + left, y + top, width - left, down * rows as f64)
    }

    /// Returns whether a word is too wide for cells of this width.
    fn upward(&self, across: f64) -> bool {
        !self.numbered && widest(&self.words[1]) > across - 4.0
    }

    /// Draws the map with its heading and labels at this width, and returns the area of its cells.
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

    /// Returns the labels of the rows or columns: all words, or as many numbers as fit.
    fn labels(&self, side: usize, cell: f64) -> impl Iterator<Item = (usize, &String)> {
        let needed = [LINE_HEIGHT, widest(&self.words[1]) + 4.0][side];
        let fits = |step: &usize| !self.numbered || cell * *step as f64 >= needed;
        let step = [1, 2, 5, 10, 20, 50].into_iter().find(fits).unwrap_or(100);
        self.words[side].iter().enumerate().step_by(step)
    }

    /// Draws only the cells, with one shape for each color.
    pub fn draw_cells(&self, canvas: &mut Canvas, whole: Area) {
        let table = Table::in_area(whole, self.values.dim());
        let Area { width, height, .. } = table.cell(0, 0);
        // Lines between large cells make empty cells visible.
        let lines = self.steps > 10.0 && width.min(height) >= 12.0;
        if lines {
            canvas.lines_between(table, Role::Grid);
        }
        let gap = f64::from(lines);
        canvas.outline(whole, Role::Grid);
        let area = |cell: Area| Area::around(cell.center(), width - gap, height - gap);
        let cells = table.cells().map(|(place, cell)| (place, area(cell)));
        let (seen, hidden): (Vec<_>, Vec<_>) = cells.partition(|&(place, _)| self.may_look[place]);
        let hidden = hidden.into_iter().map(|(_, area)| area);
        canvas.fill_cells(hidden.clone(), Role::Masked);
        hidden.for_each(|area| canvas.strike(area, 1.0));
        let mut steps: BTreeMap<i32, Vec<Area>> = BTreeMap::new();
        for &(place, area) in &seen {
            steps.entry(self.step(self.values[place])).or_default().push(area);
        }
        for (step, areas) in steps {
            canvas.fill_cells(areas, self.fill(step.into()));
        }
        if let Some(decimals) = self.decimals {
            for (place, area) in seen {
                let value = self.values[place];
                canvas.heat_number(area, number(value, decimals), self.needs_light(value));
            }
        }
    }
}

const GAP: f64 = 14.0;
/// The width of a color bar with its distance and labels.
const COLOR_BAR_WIDTH: f64 = 66.0;

/// Draws maps of equal size as a figure, in rows of `columns`. The outer maps show the names of the
/// axes of the first map, and the figure has its color bar if there is one. Panics if there is no
/// map.
#[track_caller]
pub fn heat_maps(columns: usize, maps: &[HeatMap], title: &str) -> String {
    let HeatMap { names, bar, .. } = &maps[0];
    let [side, above] = [0, 1].map(|name| room(&names[name], LINE_HEIGHT + 4.0));
    let beside = if *bar { COLOR_BAR_WIDTH } else { 0.0 };
    let inner = WIDTH - 2.0 * MARGIN - side - beside;
    let width = (inner - GAP * (columns - 1) as f64) / columns as f64;
    let row_height = GAP + maps.iter().map(|map| map.height(width)).fold(0.0, f64::max);
    let rows = maps.len().div_ceil(columns) as f64;
    let canvas = &mut Canvas::new(2.0 * MARGIN + above + rows * row_height - GAP);
    let place = |(index, map): (usize, &HeatMap)| {
        let left = MARGIN + side + (width + GAP) * (index % columns) as f64;
        let top = MARGIN + above + row_height * (index / columns) as f64;
        map.draw(canvas, (left, top), width)
    };
    let cells: Vec<Area> = maps.iter().enumerate().map(place).collect();
    let (first, last) = (cells[0], cells[cells.len() - 1]);
    let right = cells[columns.min(cells.len()) - 1];
    let half = MARGIN + LINE_HEIGHT / 2.0;
    canvas.text((f64::midpoint(first.left, right.right()), half), &names[1], Role::Muted);
    canvas.text((half, f64::midpoint(first.top, last.bottom())), &names[0], Role::Muted.upward());
    if *bar {
        maps[0].color_bar(canvas, (right.right() + 16.0, right.top, 14.0, right.height));
    }
    canvas.svg(title)
}
