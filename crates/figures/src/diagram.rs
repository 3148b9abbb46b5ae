//! Boxes, arrows and weights for schematic figures, in plain coordinates on a [`Canvas`].
//!
//! ```
//! use figures::Figure;
//! use figures::canvas::Area;
//! use figures::diagram::{Arrow, Block};
//! use figures::style::Role;
//!
//! let figure = Figure::draw("attention-cues/lookup.svg", "A query meets a key", (400.0, 80.0), |canvas| {
//!     let query = Area::new(10.0, 20.0, 100.0, 40.0);
//!     let key = Area::new(280.0, 20.0, 110.0, 40.0);
//!     canvas.block(query, &Block::new(&["query"]).outline(Role::Series1));
//!     canvas.block(key, &Block::new(&["key", "shape (n, d)"]).outline(Role::Series2));
//!     canvas.arrow(&Arrow::new((110.0, 40.0), (280.0, 40.0)).label("0.67").weight(0.67));
//! });
//! assert!(figure.svg.contains(">query</text>"));
//! assert!(figure.svg.contains(">0.67</text>"));
//! assert_eq!(figure.svg.matches("<polygon").count(), 1, "the head of the arrow");
//! ```

use super::canvas::{Area, Canvas, Point, Stroke, TextLook};
use super::style::{Dash, LINE_HEIGHT, Role, text_width};

/// A box with one or more lines of text in its middle: the first in ink, the others muted.
#[derive(Clone, Debug)]
pub struct Block {
    lines: Vec<String>,
    fill: Role,
    outline: Role,
    bold: bool,
}

impl Block {
    /// A box with these lines of text.
    pub fn new(lines: &[&str]) -> Block {
        let lines = lines.iter().map(|&line| line.to_owned()).collect();
        Block {
            lines,
            fill: Role::Box,
            outline: Role::Muted,
            bold: false,
        }
    }

    /// The same with another outline: where the content comes from.
    #[must_use]
    pub fn outline(mut self, role: Role) -> Block {
        self.outline = role;
        self
    }

    /// The same filled in another role, `Role::Paper` for a plain box.
    #[must_use]
    pub fn fill(mut self, role: Role) -> Block {
        self.fill = role;
        self
    }

    /// The same with its first line in bold.
    #[must_use]
    pub fn bold(mut self) -> Block {
        self.bold = true;
        self
    }
}

/// A straight arrow with a label beside it.
#[derive(Clone, Debug)]
pub struct Arrow {
    from: Point,
    to: Point,
    label: String,
    width: f64,
    dash: Dash,
    role: Role,
    side: f64,
    along: f64,
}

impl Arrow {
    /// An arrow from one place to another, 1.5 units wide.
    pub fn new(from: Point, to: Point) -> Arrow {
        Arrow {
            from,
            to,
            label: String::new(),
            width: 1.5,
            dash: Dash::Solid,
            role: Role::Muted,
            side: 1.0,
            along: 0.5,
        }
    }

    /// The same with a text above it, or to the right of it if it is steep.
    #[must_use]
    pub fn label(mut self, label: &str) -> Arrow {
        self.label = label.to_owned();
        self
    }

    /// The same with its label on the other side: below, or to the left.
    #[must_use]
    pub fn label_below(mut self) -> Arrow {
        self.side = -1.0;
        self
    }

    /// The same with its label not in the middle but at this part of its length, from 0 (tail) to 1 (head).
    #[must_use]
    pub fn label_at(mut self, along: f64) -> Arrow {
        self.along = along;
        self
    }

    /// The same as thick as a weight between 0 and 1 says: from 1 to 7 units.
    #[must_use]
    pub fn weight(mut self, weight: f64) -> Arrow {
        self.width = 1.0 + 6.0 * weight.clamp(0.0, 1.0);
        self
    }

    /// The same in another role.
    #[must_use]
    pub fn role(mut self, role: Role) -> Arrow {
        self.role = role;
        self
    }

    /// The same, broken.
    #[must_use]
    pub fn dash(mut self, dash: Dash) -> Arrow {
        self.dash = dash;
        self
    }
}

impl Canvas<'_> {
    /// Draws a box.
    ///
    /// # Panics
    ///
    /// Panics if the text does not fit into the box.
    #[track_caller]
    pub fn block(&mut self, area: Area, block: &Block) {
        let height = LINE_HEIGHT * block.lines.len() as f64;
        let width = block
            .lines
            .iter()
            .map(|line| text_width(line))
            .fold(0.0, f64::max);
        assert!(
            width <= area.width && height <= area.height,
            "block: {:?} needs {width} x {height}, the box has {} x {}",
            block.lines,
            area.width,
            area.height
        );
        self.fill_rounded(area, 5.0, block.fill);
        self.outline_rounded(area, 5.0, block.outline);
        let (x, y) = area.center();
        for (index, line) in block.lines.iter().enumerate() {
            let middle = y - height / 2.0 + LINE_HEIGHT * (index as f64 + 0.5);
            let look = TextLook::from(if index == 0 { Role::Ink } else { Role::Muted });
            self.text(
                (x, middle),
                line,
                if index == 0 && block.bold {
                    look.bold()
                } else {
                    look
                },
            );
        }
    }

    /// Draws an arrow. Its head ends at the arrow's end.
    pub fn arrow(&mut self, arrow: &Arrow) {
        let (dx, dy) = (arrow.to.0 - arrow.from.0, arrow.to.1 - arrow.from.1);
        let length = dx.hypot(dy);
        let (ux, uy) = (dx / length, dy / length);
        let (head, half) = (6.0 + 1.5 * arrow.width, 3.0 + 0.8 * arrow.width);
        let neck = (arrow.to.0 - head * ux, arrow.to.1 - head * uy);
        let stroke = Stroke::new(arrow.role, arrow.width).dash(arrow.dash);
        self.line(&[arrow.from, (neck.0 + ux, neck.1 + uy)], stroke);
        let corners = [
            arrow.to,
            (neck.0 - half * uy, neck.1 + half * ux),
            (neck.0 + half * uy, neck.1 - half * ux),
        ];
        self.fill_polygon(&corners, arrow.role);
        if arrow.label.is_empty() {
            return;
        }
        let middle = (
            arrow.from.0 + dx * arrow.along,
            arrow.from.1 + dy * arrow.along,
        );
        let free = arrow.width / 2.0 + 4.0;
        if dy.abs() > dx.abs() {
            // A steep arrow: the text starts (or ends) beside it, clear of a slanted line.
            let away = (free + LINE_HEIGHT / 2.0 * (dx / dy).abs()) * arrow.side;
            let look = if arrow.side > 0.0 {
                TextLook::start(Role::Ink)
            } else {
                TextLook::end(Role::Ink)
            };
            self.text((middle.0 + away, middle.1), &arrow.label, look);
        } else {
            let slant = text_width(&arrow.label) / 2.0 * (dy / dx).abs();
            let away = (free + LINE_HEIGHT / 2.0 + slant) * arrow.side;
            self.text((middle.0, middle.1 - away), &arrow.label, Role::Ink);
        }
    }
}
