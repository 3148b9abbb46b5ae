//! Places on the canvas, and how things are painted there. Paint comes from a role:
//! `Muted.width(2.0)`, `Heat.opacity(0.5)`, `Ink.start().bold()`; so does a role alone.

use crate::style::{Dash, Role};

/// A place on the canvas in user units, x to the right and y down.
pub type Point = (f64, f64);

/// A rectangle on the canvas, in user units. It can be written `(left, top, width, height)`.
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
    /// The rectangle with this upper left corner and size.
    pub fn new(left: f64, top: f64, width: f64, height: f64) -> Area {
        Area {
            left,
            top,
            width,
            height,
        }
    }

    /// The rectangle with this middle and size.
    pub fn around((x, y): Point, width: f64, height: f64) -> Area {
        Area::new(x - width / 2.0, y - height / 2.0, width, height)
    }

    /// The x coordinate of the right side.
    pub fn right(self) -> f64 {
        self.left + self.width
    }

    /// The y coordinate of the lower side.
    pub fn bottom(self) -> f64 {
        self.top + self.height
    }

    /// The middle.
    pub fn center(self) -> Point {
        (self.left + self.width / 2.0, self.top + self.height / 2.0)
    }
}

impl From<(f64, f64, f64, f64)> for Area {
    fn from((left, top, width, height): (f64, f64, f64, f64)) -> Area {
        Area::new(left, top, width, height)
    }
}

/// How a shape is filled: a role alone covers what is below it.
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

/// How a line is drawn: a role alone is a solid line 1.5 units wide.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stroke {
    pub(crate) role: Role,
    pub(crate) width: f64,
    pub(crate) dash: Dash,
}

impl Stroke {
    /// The same line, broken.
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
    /// A fill in this role at an opacity from 0 (nothing) to 1 (the full color).
    /// Panics if `opacity` is not in `0..=1`.
    #[track_caller]
    pub fn opacity(self, opacity: f64) -> Fill {
        assert!((0.0..=1.0).contains(&opacity), "the opacity {opacity}");
        let role = self;
        Fill { role, opacity }
    }

    /// A solid line of a width in user units.
    pub fn width(self, width: f64) -> Stroke {
        let (role, dash) = (self, Dash::SOLID);
        Stroke { role, width, dash }
    }

    /// A line as thick as a weight between 0 and 1 says: from 1 to 7 units.
    pub fn weight(self, weight: impl Into<f64>) -> Stroke {
        self.width(1.0 + 6.0 * weight.into().clamp(0.0, 1.0))
    }
}

/// How a text is drawn: a role alone is upright text in the middle.
#[derive(Clone, Copy, Debug)]
pub struct TextLook {
    pub(crate) role: Role,
    /// Which part of the text is at its place, whether it is bold or in italics, and how it is turned.
    pub(crate) attributes: [&'static str; 3],
}

impl From<Role> for TextLook {
    fn from(role: Role) -> TextLook {
        let attributes = [" text-anchor=\"middle\"", "", ""];
        TextLook { role, attributes }
    }
}

/// What a role and the look of a text become other looks by.
pub trait Lettering: Into<TextLook> {
    /// Text that starts at its place.
    fn start(self) -> TextLook {
        set(self, 0, "")
    }

    /// Text that ends at its place.
    fn end(self) -> TextLook {
        set(self, 0, " text-anchor=\"end\"")
    }

    /// Text in bold.
    fn bold(self) -> TextLook {
        set(self, 1, " font-weight=\"bold\"")
    }

    /// Text in italics, for the symbols of formulas.
    fn italic(self) -> TextLook {
        set(self, 1, " font-style=\"italic\"")
    }

    /// Text that is read from bottom to top.
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
