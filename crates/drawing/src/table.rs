//! Small tables of cells in schematic figures, and masked cells.

use std::fmt::Display;

use crate::axis::number;
use crate::canvas::Canvas;
use crate::paint::{Area, Fill, Point};
use crate::style::{HEAT_TEXT_HIGH_FROM, Role};

/// A table, whose cells are ordered by rows from the upper left corner.
#[derive(Clone, Copy, Debug)]
pub struct Table {
    /// The area of the whole table.
    pub area: Area,
    shape: (usize, usize),
}

impl Table {
    /// Creates a table of `shape` (rows, columns) from the size (width, height) of its cells.
    pub fn new(corner: Point, cell: (f64, f64), shape: (usize, usize)) -> Table {
        let (width, height) = (cell.0 * shape.1 as f64, cell.1 * shape.0 as f64);
        Table::in_area(Area::new(corner.0, corner.1, width, height), shape)
    }

    /// Creates a table of `shape` (rows, columns) whose cells fill a rectangle.
    pub fn in_area(area: Area, shape: (usize, usize)) -> Table {
        Table { area, shape }
    }

    /// Returns the area of a cell.
    pub fn cell(self, row: usize, column: usize) -> Area {
        let (area, (rows, columns)) = (self.area, self.shape);
        let (width, height) = (area.width / columns as f64, area.height / rows as f64);
        Area::new(area.left + width * column as f64, area.top + height * row as f64, width, height)
    }

    /// Returns all cells with the numbers of their rows and columns.
    pub fn cells(self) -> impl Iterator<Item = ((usize, usize), Area)> {
        let places = ndarray::indices(self.shape).into_iter();
        places.map(move |(row, column)| ((row, column), self.cell(row, column)))
    }
}

impl Canvas {
    /// Draws the lines between the cells of a table.
    pub fn lines_between(&mut self, table: Table, role: Role) {
        let (whole, stroke) = (table.area, role.width(1.0));
        for row in 1..table.shape.0 {
            let y = table.cell(row, 0).top;
            self.line([(whole.left, y), (whole.right(), y)], stroke);
        }
        for column in 1..table.shape.1 {
            let x = table.cell(0, column).left;
            self.line([(x, whole.top), (x, whole.bottom())], stroke);
        }
    }

    /// Draws a cell with a text.
    pub fn cell(&mut self, area: impl Into<Area>, fill: impl Into<Fill>, text: impl Display) {
        let area = area.into();
        self.rounded(area, 0.0, fill, Role::Muted);
        self.text(area.center(), text, Role::Ink);
    }

    /// Draws a cell of a mask, allowed or masked.
    pub fn mask_cell(&mut self, area: impl Into<Area>, may_look: bool) {
        match may_look {
            true => self.cell(area, Role::Series1.opacity(0.3), ""),
            false => self.hidden_cell(area),
        }
    }

    /// Draws a masked cell.
    pub fn hidden_cell(&mut self, area: impl Into<Area>) {
        let area = area.into();
        self.fill_rect(area, Role::Masked);
        self.strike(area, 1.0);
        self.outline(area, Role::Muted);
    }

    /// Crosses out an area.
    pub fn strike(&mut self, area: Area, width: f64) {
        self.line([(area.left, area.bottom()), (area.right(), area.top)], Role::Hatch.width(width));
    }

    /// Draws a weight as a cell of a heat map with its number.
    pub fn weight_cell(&mut self, area: Area, weight: impl Into<f64>, decimals: usize) {
        let weight = weight.into();
        self.rounded(area, 0.0, Role::Heat.opacity(weight.min(1.0)), Role::Muted);
        self.heat_number(area, number(weight, decimals), weight >= HEAT_TEXT_HIGH_FROM);
    }

    /// Writes a number on a cell of a heat map, in the text color for cells of high or of low
    /// opacity.
    pub(crate) fn heat_number(&mut self, area: Area, text: String, high: bool) {
        self.text(area.center(), text, [Role::HeatTextLow, Role::HeatTextHigh][usize::from(high)]);
    }
}
