//! How a heat map is laid out and drawn.

use super::super::axis::number;
use super::super::canvas::{Area, Canvas, Fill, Stroke, TextLook};
use super::super::style::{LINE_HEIGHT, Role, text_width};
use super::HeatMap;

/// Larger cells look clumsy: a small matrix gets a smaller picture in the middle.
const LARGEST_CELL: f64 = 56.0;

/// The width that a color bar takes, with its distance and its labels.
pub(in super::super) const COLOR_BAR_WIDTH: f64 = 66.0;

/// The sizes of a map, in user units.
#[derive(Clone, Copy, Debug)]
pub(in super::super) struct Layout {
    left: f64,
    top: f64,
    cell: (f64, f64),
    upward: bool,
    pub(in super::super) width: f64,
    pub(in super::super) height: f64,
}

impl HeatMap {
    /// Finds the size of the cells that fills `width`.
    #[track_caller]
    pub(in super::super) fn layout(&self, width: f64) -> Layout {
        let (rows, columns) = (self.values.len() as f64, self.values[0].len() as f64);
        let widest = |words: &Option<Vec<String>>, count: f64| match words {
            Some(words) => words
                .iter()
                .map(|word| text_width(word))
                .fold(0.0, f64::max),
            None => text_width(&format!("{}", count - 1.0)),
        };
        let name = |side: usize| {
            if self.names[side].is_empty() {
                0.0
            } else {
                LINE_HEIGHT + 4.0
            }
        };
        let left = name(0) + widest(&self.words[0], rows) + 6.0;
        let across = ((width - left) / columns).min(LARGEST_CELL);
        let down = self.row_height.unwrap_or(across);
        let word = widest(&self.words[1], columns);
        let upward = self.words[1].is_some() && word > across - 4.0;
        let heading = if self.heading.is_empty() {
            0.0
        } else {
            LINE_HEIGHT + 2.0
        };
        let top = heading + name(1) + if upward { word } else { LINE_HEIGHT } + 4.0;
        if let Some(decimals) = self.decimals {
            let longest = if self.diverging {
                -self.full
            } else {
                self.full
            };
            let needed = text_width(&number(longest, decimals)) + 2.0;
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
            width: left + across * columns,
            height: top + down * rows + 1.0,
        }
    }

    /// Draws the map with its labels and returns where its cells are.
    pub(in super::super) fn draw(
        &self,
        canvas: &mut Canvas<'_>,
        (x, y): (f64, f64),
        layout: &Layout,
    ) -> Area {
        let &Layout {
            left,
            top,
            cell,
            upward,
            ..
        } = layout;
        let (rows, columns) = (self.values.len(), self.values[0].len());
        let cells = Area::new(
            x + left,
            y + top,
            cell.0 * columns as f64,
            cell.1 * rows as f64,
        );
        if !self.heading.is_empty() {
            canvas.text(
                (cells.left, y + LINE_HEIGHT / 2.0),
                &self.heading,
                TextLook::start(Role::Ink).bold(),
            );
        }
        let (queries, keys) = (&self.names[0], &self.names[1]);
        if !queries.is_empty() {
            canvas.text(
                (x + LINE_HEIGHT / 2.0, cells.center().1),
                queries,
                TextLook::from(Role::Muted).upward(),
            );
        }
        if !keys.is_empty() {
            let above = if self.heading.is_empty() {
                0.0
            } else {
                LINE_HEIGHT + 2.0
            };
            canvas.text(
                (cells.center().0, y + above + LINE_HEIGHT / 2.0),
                keys,
                Role::Muted,
            );
        }
        for (index, label) in self.labels(0, cell.1) {
            let middle = cells.top + cell.1 * (index as f64 + 0.5);
            canvas.text((cells.left - 6.0, middle), &label, TextLook::end(Role::Ink));
        }
        for (index, label) in self.labels(1, cell.0) {
            let middle = cells.left + cell.0 * (index as f64 + 0.5);
            if upward {
                canvas.text(
                    (middle, cells.top - 6.0),
                    &label,
                    TextLook::start(Role::Ink).upward(),
                );
            } else {
                canvas.text(
                    (middle, cells.top - 4.0 - LINE_HEIGHT / 2.0),
                    &label,
                    Role::Ink,
                );
            }
        }
        self.draw_cells(canvas, cells, cell);
        cells
    }

    fn draw_cells(
        &self,
        canvas: &mut Canvas<'_>,
        cells: Area,
        (width, height): (f64, f64),
    ) {
        // Large cells have lines between them, so that an empty cell can be seen.
        let gap = if width.min(height) >= 12.0 { 1.0 } else { 0.0 };
        let stroke = Stroke::new(Role::Grid, 1.0);
        if gap > 0.0 {
            for row in 1..self.values.len() {
                let y = cells.top + height * row as f64;
                canvas.line(&[(cells.left, y), (cells.right(), y)], stroke);
            }
            for column in 1..self.values[0].len() {
                let x = cells.left + width * column as f64;
                canvas.line(&[(x, cells.top), (x, cells.bottom())], stroke);
            }
        }
        canvas.outline_rounded(cells, 0.0, Role::Grid);
        let place = |row: usize, column: usize, rows: usize| {
            Area::new(
                cells.left + width * column as f64 + gap / 2.0,
                cells.top + height * row as f64 + gap / 2.0,
                width - gap,
                height * rows as f64 - gap,
            )
        };
        if self.diverging {
            self.draw_steps(canvas, gap == 0.0, place);
        }
        for (row, values) in self.values.iter().enumerate() {
            for (column, &value) in values.iter().enumerate() {
                let area = place(row, column, 1);
                if self.masked[row][column] {
                    canvas.fill_rect(area, Role::Masked);
                    let stroke = Stroke::new(Role::Hatch, 1.0);
                    canvas.line(
                        &[(area.left, area.bottom()), (area.right(), area.top)],
                        stroke,
                    );
                    continue;
                }
                let opacity = (value / self.full).min(1.0);
                // Below this the file would say 0.
                if !self.diverging && opacity >= 0.005 {
                    canvas.fill_rect(area, Fill::with_opacity(Role::Heat, opacity));
                }
                if let Some(decimals) = self.decimals {
                    let role = self.text_role(value);
                    canvas.text(area.center(), &number(value, decimals), role);
                }
            }
        }
    }

    /// Which rows or columns have which label: all that have words, and as many numbers as fit.
    fn labels(&self, side: usize, cell: f64) -> Vec<(usize, String)> {
        if let Some(words) = &self.words[side] {
            return words.iter().cloned().enumerate().collect();
        }
        let count = [self.values.len(), self.values[0].len()][side];
        let needed = if side == 0 {
            LINE_HEIGHT
        } else {
            text_width(&format!("{}", count - 1)) + 4.0
        };
        let step = [1, 2, 5, 10, 20, 50]
            .into_iter()
            .find(|&step| cell * f64::from(step) >= needed)
            .unwrap_or(100);
        (0..count)
            .step_by(step as usize)
            .map(|index| (index, index.to_string()))
            .collect()
    }
}
