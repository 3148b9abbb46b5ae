//! Places on the canvas and how things are painted there.

use super::style::{Dash, Role};

/// A place on the canvas in user units, x to the right and y down.
pub type Point = (f64, f64);

/// A rectangle on the canvas, in user units.
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
    ///
    /// ```
    /// use figures::canvas::Area;
    ///
    /// let area = Area::new(10.0, 20.0, 100.0, 40.0);
    /// assert_eq!((area.right(), area.bottom()), (110.0, 60.0));
    /// assert_eq!(area.center(), (60.0, 40.0));
    /// ```
    pub fn new(left: f64, top: f64, width: f64, height: f64) -> Area {
        Area {
            left,
            top,
            width,
            height,
        }
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

/// How a shape is filled.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Fill {
    pub(super) role: Role,
    pub(super) opacity: f64,
}

impl Fill {
    /// Fills with the role's color at an opacity from 0 (nothing) to 1 (the full color).
    ///
    /// # Panics
    ///
    /// Panics if `opacity` is not in `0..=1`.
    #[track_caller]
    pub fn with_opacity(role: Role, opacity: f64) -> Fill {
        assert!(
            (0.0..=1.0).contains(&opacity),
            "Fill: opacity {opacity} is not in 0..=1"
        );
        Fill { role, opacity }
    }
}

impl From<Role> for Fill {
    fn from(role: Role) -> Fill {
        Fill { role, opacity: 1.0 }
    }
}

/// How a line is drawn. A [`Role`] alone is a solid line 1.5 units wide.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stroke {
    pub(super) role: Role,
    pub(super) width: f64,
    pub(super) dash: Dash,
}

impl Stroke {
    /// A solid line of a width in user units.
    pub fn new(role: Role, width: f64) -> Stroke {
        Stroke {
            role,
            width,
            dash: Dash::Solid,
        }
    }

    /// The same line, broken.
    pub fn dash(self, dash: Dash) -> Stroke {
        Stroke { dash, ..self }
    }
}

impl From<Role> for Stroke {
    fn from(role: Role) -> Stroke {
        Stroke::new(role, 1.5)
    }
}

/// The part of a text that is at its place.
#[derive(Clone, Copy, Debug)]
pub(super) enum Anchor {
    Start,
    Middle,
    End,
}

/// How a text is drawn: role, alignment, weight, slant and direction. A [`Role`] alone is upright text in the middle.
#[derive(Clone, Copy, Debug)]
pub struct TextLook {
    pub(super) role: Role,
    pub(super) anchor: Anchor,
    pub(super) bold: bool,
    pub(super) italic: bool,
    pub(super) upward: bool,
}

impl TextLook {
    /// Text that starts at its place.
    pub fn start(role: Role) -> TextLook {
        TextLook {
            anchor: Anchor::Start,
            ..TextLook::from(role)
        }
    }

    /// Text that ends at its place.
    pub fn end(role: Role) -> TextLook {
        TextLook {
            anchor: Anchor::End,
            ..TextLook::from(role)
        }
    }

    /// The same in bold. There is no bold italic text.
    pub fn bold(self) -> TextLook {
        TextLook { bold: true, ..self }
    }

    /// The same in italics, for the symbols of formulas.
    pub fn italic(self) -> TextLook {
        TextLook {
            italic: true,
            ..self
        }
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
