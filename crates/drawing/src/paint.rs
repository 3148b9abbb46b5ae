//! Positions on the canvas, and paint made from roles, such as `Muted.width(2.0)`,
//! `Heat.opacity(0.5)`, or `Ink.start().bold()`. A role alone is also paint.

use crate::style::{Dash, Role};

/// A position on the canvas in user units, with x to the right and y down.
pub type Point = (f64, f64);

/// A rectangle on the canvas in user units, also written `(left, top, width, height)`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Area {
    /// The x coordinate of the left side.
    pub left: f64,
    /// The y coordinate of the upper side.
    pub top: f64,
    /// The size from left to right.
    pub width: f64,
    /// The size from top to bottom.
    pub height: f64,
}

impl Area {
    /// Creates a rectangle from its upper left corner and its size.
    pub fn new(left: f64, top: f64, width: f64, height: f64) -> Area {
        Area { left, top, width, height }
    }

    /// Creates a rectangle from its center and its size.
    pub fn around((x, y): Point, width: f64, height: f64) -> Area {
        Area::new(x - width / 2.0, y - height / 2.0, width, height)
    }

    /// Returns the x coordinate of the right side.
    pub fn right(self) -> f64 {
        self.left + self.width
    }

    /// Returns the y coordinate of the lower side.
    pub fn bottom(self) -> f64 {
        self.top + self.height
    }

    /// Returns the center.
    pub fn center(self) -> Point {
        (self.left + self.width / 2.0, self.top + self.height / 2.0)
    }
}

impl From<(f64, f64, f64, f64)> for Area {
    fn from((left, top, width, height): (f64, f64, f64, f64)) -> Area {
        Area::new(left, top, width, height)
    }
}

/// The fill of a shape. A role alone is opaque.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Fill {
    pub(crate) role: Role,
    pub(crate) opacity: f64,
}

impl From<Role> for Fill {
    fn from(role: Role) -> Fill {
        role.opacity(1.0)
    }
}

/// The look of a line. A role alone is a solid line 1.5 units wide.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stroke {
    pub(crate) role: Role,
    pub(crate) width: f64,
    pub(crate) dash: Dash,
}

impl Stroke {
    /// Returns the same line with a dash.
    pub fn dash(self, dash: Dash) -> Stroke {
        Stroke { dash, ..self }
    }
}

impl From<Role> for Stroke {
    fn from(role: Role) -> Stroke {
        role.width(1.5)
    }
}

impl Role {
    /// Returns a fill in this role at an opacity from 0 (transparent) to 1 (opaque). Panics if
    /// `opacity` is not in `0..=1`.
    #[track_caller]
    pub fn opacity(self, opacity: f64) -> Fill {
        assert!((0.0..=1.0).contains(&opacity), "the opacity {opacity}");
        Fill { role: self, opacity }
    }

    /// Returns a solid line with a width in user units.
    pub fn width(self, width: f64) -> Stroke {
        Stroke { role: self, width, dash: Dash::SOLID }
    }

    /// Returns a line whose width shows a weight from 0 to 1: from 1 to 7 units.
    pub fn weight(self, weight: impl Into<f64>) -> Stroke {
        self.width(1.0 + 6.0 * weight.into().clamp(0.0, 1.0))
    }
}

/// The look of a text. A role alone is upright, centered text.
#[derive(Clone, Copy, Debug)]
pub struct TextLook {
    pub(crate) role: Role,
    /// The attributes of the anchor, the font, and the rotation.
    pub(crate) attributes: [&'static str; 3],
}

impl From<Role> for TextLook {
    fn from(role: Role) -> TextLook {
        TextLook { role, attributes: [" text-anchor=\"middle\"", "", ""] }
    }
}

/// Changes the look of a text, starting from a role or from another look.
pub trait Lettering: Into<TextLook> {
    /// Starts the text at its position.
    fn start(self) -> TextLook {
        set(self, 0, "")
    }

    /// Ends the text at its position.
    fn end(self) -> TextLook {
        set(self, 0, " text-anchor=\"end\"")
    }

    /// Makes the text bold.
    fn bold(self) -> TextLook {
        set(self, 1, " font-weight=\"bold\"")
    }

    /// Makes the text italic, for the symbols of formulas.
    fn italic(self) -> TextLook {
        set(self, 1, " font-style=\"italic\"")
    }

    /// Rotates the text to run from bottom to top.
    fn upward(self) -> TextLook {
        set(self, 2, "270")
    }
}

impl<L: Into<TextLook>> Lettering for L {}

fn set(look: impl Into<TextLook>, index: usize, attribute: &'static str) -> TextLook {
    let mut look = look.into();
    look.attributes[index] = attribute;
    look
}
