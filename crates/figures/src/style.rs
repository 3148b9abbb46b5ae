//! Colors by role, dashes, markers and text sizes: everything that makes the figures look alike.
//!
//! A figure never names a color. It names a [`Role`], and the page's style sheet gives each role
//! its color in each theme through the classes `fill-ROLE` and `stroke-ROLE`:
//!
//! | role | used for |
//! |---|---|
//! | `ink` | text and the lines that matter |
//! | `muted` | tick labels, axis names, axis lines |
//! | `grid` | grid lines and the outlines of empty cells |
//! | `paper` | the page below the figure (halos, hollow markers) |
//! | `series-1` ... `series-6` | the series of a plot, also as text next to a line |
//! | `heat` | the cells of a heat map, by opacity: nothing at 0, full at 1 |
//! | `heat-minus`, `heat-plus` | the cells of a diverging heat map, below and above zero, by opacity |
//! | `heat-text-low` | numbers on cells of low opacity |
//! | `heat-text-high` | numbers on cells of high opacity |
//! | `masked` | cells that a mask hides |
//! | `hatch` | the stroke across masked cells |
//! | `box` | the inside of a box in a diagram |
//! | `accent` | the one thing to look at |

mod look;

pub use self::look::{Dash, Look, Marker};

/// The width of a figure, unless it says otherwise, in user units. A phone shows it about 330 pixels wide.
pub const WIDTH: f64 = 400.0;

/// The size of all text in user units. On a phone 14 units are more than 11 pixels.
pub const TEXT_SIZE: f64 = 14.0;

/// The distance of two lines of text.
pub const LINE_HEIGHT: f64 = 18.0;

/// The smallest distance of anything to the border of the canvas.
pub const MARGIN: f64 = 6.0;

/// From this opacity of a heat cell on, its number is in [`Role::HeatTextHigh`]. The style sheet chooses
/// the heat color of each theme so that all numbers have a contrast of 4.5.
pub const HEAT_TEXT_HIGH_FROM: f64 = 0.62;

/// How many steps a diverging heat map has on each side of zero.
pub const DIVERGING_STEPS: i32 = 10;

/// From this step of a diverging heat map on, away from zero, its number is in [`Role::HeatTextHigh`].
/// Up to the step before, [`Role::HeatTextLow`] has a contrast of 4.5, so the colors can be bright.
pub const DIVERGING_TEXT_HIGH_FROM: i32 = 9;

/// Estimates how wide a text is, rather too wide than too narrow for the sans-serif fonts of common systems.
///
/// ```
/// use figures::style::text_width;
///
/// assert!(text_width("will") < text_width("mow"));
/// ```
pub fn text_width(text: &str) -> f64 {
    let em = |letter: char| match letter {
        'i' | 'j' | 'l' | 'I' | '.' | ',' | ':' | ';' | '\'' | '|' | '!' | ' '
        | '(' | ')' => 0.4,
        'f' | 'r' | 't' | '-' | '/' => 0.42,
        'm' | 'w' | 'M' | 'W' => 0.98,
        'A'..='Z' => 0.76,
        _ => 0.63,
    };
    TEXT_SIZE * text.chars().map(em).sum::<f64>()
}

/// What a color is for. The page's style sheet chooses the color of each role, see the [module](self).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// Text and the lines that matter.
    Ink,
    /// Tick labels, axis names, axis lines.
    Muted,
    /// Grid lines and the outlines of empty cells.
    Grid,
    /// The page below the figure.
    Paper,
    /// The first series of a plot.
    Series1,
    /// The second series of a plot.
    Series2,
    /// The third series of a plot.
    Series3,
    /// The fourth series of a plot.
    Series4,
    /// The fifth series of a plot.
    Series5,
    /// The sixth series of a plot.
    Series6,
    /// The cells of a heat map.
    Heat,
    /// The cells of a diverging heat map that are below zero.
    HeatMinus,
    /// The cells of a diverging heat map that are above zero.
    HeatPlus,
    /// Numbers on cells of low opacity.
    HeatTextLow,
    /// Numbers on cells of high opacity.
    HeatTextHigh,
    /// Cells that a mask hides.
    Masked,
    /// The stroke across masked cells.
    Hatch,
    /// The inside of a box in a diagram.
    Box,
    /// The one thing to look at.
    Accent,
}

impl Role {
    /// All roles, in the order of the table in the [module](self).
    pub const ALL: [Role; 19] = [
        Role::Ink,
        Role::Muted,
        Role::Grid,
        Role::Paper,
        Role::Series1,
        Role::Series2,
        Role::Series3,
        Role::Series4,
        Role::Series5,
        Role::Series6,
        Role::Heat,
        Role::HeatMinus,
        Role::HeatPlus,
        Role::HeatTextLow,
        Role::HeatTextHigh,
        Role::Masked,
        Role::Hatch,
        Role::Box,
        Role::Accent,
    ];

    /// The role's name in CSS classes.
    ///
    /// ```
    /// use figures::style::Role;
    ///
    /// assert_eq!(Role::Series1.name(), "series-1");
    /// ```
    pub fn name(self) -> &'static str {
        self.name_and_color().0
    }

    /// The role's color on white paper, written into the file for readers without the page's style sheet.
    /// No two roles have the same.
    ///
    /// ```
    /// use figures::style::Role;
    ///
    /// assert_eq!(Role::Paper.color(), "#FFFFFF");
    /// ```
    pub fn color(self) -> &'static str {
        self.name_and_color().1
    }

    // The series are the Okabe-Ito colors, darkened until text in them is readable on white.
    fn name_and_color(self) -> (&'static str, &'static str) {
        match self {
            Role::Ink => ("ink", "#1F2328"),
            Role::Muted => ("muted", "#57606A"),
            Role::Grid => ("grid", "#D8DEE4"),
            Role::Paper => ("paper", "#FFFFFF"),
            Role::Series1 => ("series-1", "#0069A8"),
            Role::Series2 => ("series-2", "#BF4A00"),
            Role::Series3 => ("series-3", "#007A5A"),
            Role::Series4 => ("series-4", "#A8487F"),
            Role::Series5 => ("series-5", "#8A6100"),
            Role::Series6 => ("series-6", "#5B4FA3"),
            Role::Heat => ("heat", "#00225E"),
            Role::HeatMinus => ("heat-minus", "#AB3F00"),
            Role::HeatPlus => ("heat-plus", "#0064AB"),
            Role::HeatTextLow => ("heat-text-low", "#000000"),
            Role::HeatTextHigh => ("heat-text-high", "#FEFEFE"),
            Role::Masked => ("masked", "#E4E4E4"),
            Role::Hatch => ("hatch", "#9A9A9A"),
            Role::Box => ("box", "#EEF2F6"),
            Role::Accent => ("accent", "#B3261E"),
        }
    }
}
