//! Places on the canvas, and how things are painted there. Paint comes from a role:
//! `Muted.width(2.0)`, `Heat.opacity(0.5)`, `Ink.start().bold()`; a role alone does, too.

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

/// The part of a text that is at its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Anchor {
    Start,
    Middle,
    End,
}

/// How a text is drawn: a role alone is upright text in the middle.
#[derive(Clone, Copy, Debug)]
pub struct TextLook {
    pub(crate) role: Role,
    pub(crate) anchor: Anchor,
    pub(crate) bold: bool,
    pub(crate) italic: bool,
    pub(crate) upward: bool,
}

impl TextLook {
    fn anchor(self, anchor: Anchor) -> TextLook {
        TextLook { anchor, ..self }
    }

    /// The same in bold.
    pub fn bold(self) -> TextLook {
        TextLook { bold: true, ..self }
    }

    /// The same, read from bottom to top.
    pub fn upward(self) -> TextLook {
        TextLook {
            upward: true,
            ..self
        }
    }
}

impl From<Role> for TextLook {
    fn from(role: Role) -> TextLook {
        TextLook {
            role,
            anchor: Anchor::Middle,
            bold: false,
            italic: false,
            upward: false,
        }
    }
}

impl Role {
    /// A fill in this role at an opacity from 0 (nothing) to 1 (the full color).
    ///
    /// # Panics
    ///
    /// Panics if `opacity` is not in `0..=1`.
    #[track_caller]
    pub fn opacity(self, opacity: f64) -> Fill {
        assert!((0.0..=1.0).contains(&opacity), "the opacity {opacity}");
        let role = self;
        Fill { role, opacity }
    }

    /// A solid line of a width in user units.
    pub fn width(self, width: f64) -> Stroke {
        let (role, dash) = (self, Dash::Solid);
        Stroke { role, width, dash }
    }

    /// A line as thick as a weight between 0 and 1 says: from 1 to 7 units.
    pub fn weight(self, weight: f64) -> Stroke {
        self.width(1.0 + 6.0 * weight.clamp(0.0, 1.0))
    }

    /// Text that starts at its place.
    pub fn start(self) -> TextLook {
        TextLook::from(self).anchor(Anchor::Start)
    }

    /// Text that ends at its place.
    pub fn end(self) -> TextLook {
        TextLook::from(self).anchor(Anchor::End)
    }

    /// Text in bold.
    pub fn bold(self) -> TextLook {
        TextLook::from(self).bold()
    }

    /// Text that is read from bottom to top.
    pub fn upward(self) -> TextLook {
        TextLook::from(self).upward()
    }

    /// Text in italics, for the symbols of formulas.
    pub fn italic(self) -> TextLook {
        let italic = true;
        TextLook {
            italic,
            ..self.into()
        }
    }
}
