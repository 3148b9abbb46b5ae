//! The common style of all figures: colors by role, dashes, markers, and text sizes.

/// The width of a figure in user units. A phone shows it about 330 pixels wide.
pub const WIDTH: f64 = 400.0;

/// The size of all text in user units. On a phone, 14 units are more than 11 pixels.
pub const TEXT_SIZE: f64 = 14.0;

/// The distance between two lines of text.
pub const LINE_HEIGHT: f64 = 18.0;

/// The smallest distance between content and the border of the canvas.
pub const MARGIN: f64 = 6.0;

/// The lowest opacity of a heat cell whose number is in [`Role::HeatTextHigh`]. The style sheet
/// chooses the heat color of each theme so that all numbers have a contrast of 4.5.
pub const HEAT_TEXT_HIGH_FROM: f64 = 0.62;

/// The number of steps on each side of zero in a diverging heat map.
pub const DIVERGING_STEPS: i32 = 10;

/// The first step away from zero of a diverging heat map whose number is in [`Role::HeatTextHigh`].
/// In the steps below it, [`Role::HeatTextLow`] has a contrast of 4.5, which permits bright colors.
pub const DIVERGING_TEXT_HIGH_FROM: i32 = 9;

/// Estimates the width of a text generously for the sans-serif fonts of common systems.
pub fn text_width(text: &str) -> f64 {
    let em = |letter: char| match letter {
        'i' | 'j' | 'l' | 'I' | '.' | ',' | ':' | ';' | '\'' | '|' | '!' | ' ' | '(' | ')' => 0.4,
        'f' | 'r' | 't' | '-' | '/' => 0.42,
        'm' | 'w' | 'M' | 'W' => 0.98,
        'A'..='Z' => 0.76,
        _ => 0.63,
    };
    TEXT_SIZE * text.chars().map(em).sum::<f64>()
}

/// Returns `height` if there is a text, and 0 otherwise.
pub fn room(text: &str, height: f64) -> f64 {
    if text.is_empty() { 0.0 } else { height }
}

/// Returns the width of the widest text, or 0 if there is none.
pub fn widest<T: AsRef<str>>(texts: impl IntoIterator<Item = T>) -> f64 {
    texts.into_iter().map(|text| text_width(text.as_ref())).fold(0.0, f64::max)
}

/// Each line defines a role with its purpose, its name in CSS classes, and its color on white.
macro_rules! roles {
    ($(#[$doc:meta] $role:ident $name:literal $color:literal,)+) => {
        /// The purpose of a color. In each theme, the style sheet of the page assigns colors to the
        /// classes `fill-NAME` and `stroke-NAME`.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Role { $(#[$doc] $role,)+ }

        impl Role {
            /// All roles.
            pub const ALL: &[Role] = &[$(Role::$role,)+];

            /// Returns the name of the role in CSS classes.
            pub fn name(self) -> &'static str {
                match self { $(Role::$role => $name,)+ }
            }

            /// Returns the unique color of the role on white, `#RRGGBB`, for readers without the
            /// style sheet.
            pub fn color(self) -> &'static str {
                match self { $(Role::$role => $color,)+ }
            }
        }
    };
}

// The series have Okabe-Ito colors, darkened until text in them is readable on white.
roles! {
    #[doc = "Text and the lines that matter."] Ink "ink" "#1F2328",
    #[doc = "Tick labels, axis names, axis lines."] Muted "muted" "#57606A",
    #[doc = "Grid lines and the outlines of empty cells."] Grid "grid" "#D8DEE4",
    #[doc = "The page below the figure: halos, hollow markers."] Paper "paper" "#FFFFFF",
    #[doc = "The first series of a plot."] Series1 "series-1" "#0069A8",
    #[doc = "The second series of a plot."] Series2 "series-2" "#BF4A00",
    #[doc = "The third series of a plot."] Series3 "series-3" "#007A5A",
    #[doc = "The fourth series of a plot."] Series4 "series-4" "#A8487F",
    #[doc = "The fifth series of a plot."] Series5 "series-5" "#8A6100",
    #[doc = "The sixth series of a plot."] Series6 "series-6" "#5B4FA3",
    #[doc = "The cells of a heat map, by opacity: nothing at 0, full at 1."] Heat "heat" "#00225E",
    #[doc = "The cells of a diverging heat map that are below zero."] HeatMinus "heat-minus" "#AB3F00",
    #[doc = "The cells of a diverging heat map that are above zero."] HeatPlus "heat-plus" "#0064AB",
    #[doc = "Numbers on cells of low opacity."] HeatTextLow "heat-text-low" "#000000",
    #[doc = "Numbers on cells of high opacity."] HeatTextHigh "heat-text-high" "#FEFEFE",
    #[doc = "Cells that a mask hides."] Masked "masked" "#E4E4E4",
    #[doc = "The stroke across masked cells."] Hatch "hatch" "#9A9A9A",
    #[doc = "The inside of a box in a diagram."] Inside "box" "#EEF2F6",
    #[doc = "The one thing to look at."] Accent "accent" "#B3261E",
}

/// The dash pattern of a line, which tells lines apart without color.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Dash(pub(crate) &'static str);

impl Dash {
    /// A solid line.
    pub const SOLID: Dash = Dash("");
    /// Dashes.
    pub const DASHED: Dash = Dash("7 4");
    /// Dots.
    pub const DOTTED: Dash = Dash("2 3");
    /// Dashes and dots in turn.
    pub const MIXED: Dash = Dash("8 3 2 3");
}

/// The shape of a point in a plot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Marker {
    /// A filled circle.
    Disk,
    /// A filled square on its corner.
    Diamond,
    /// A circle without a fill.
    Ring,
    /// A filled triangle.
    Triangle,
    /// A filled square.
    Square,
    /// Two crossed lines.
    Cross,
}

/// The look of a series in a plot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Look {
    /// The color, by role.
    pub role: Role,
    /// The dash of the line.
    pub dash: Dash,
    /// The shape of the points.
    pub marker: Marker,
}

impl Look {
    /// Returns the look of series 1 to 6; other numbers panic. Any two differ in color, dash, and
    /// marker.
    #[track_caller]
    pub const fn series(number: usize) -> Look {
        const ALL: [(Role, Dash, Marker); 6] = [
            (Role::Series1, Dash::SOLID, Marker::Disk),
            (Role::Series2, Dash::DASHED, Marker::Diamond),
            (Role::Series3, Dash::DOTTED, Marker::Ring),
            (Role::Series4, Dash::MIXED, Marker::Triangle),
            (Role::Series5, Dash("14 4"), Marker::Square),
            (Role::Series6, Dash("8 3 2 3 2 3"), Marker::Cross),
        ];
        let (role, dash, marker) = ALL[number - 1];
        Look { role, dash, marker }
    }

    /// Returns a solid line in a role, with rings.
    pub const fn solid(role: Role) -> Look {
        Look { role, dash: Dash::SOLID, marker: Marker::Ring }
    }

    /// Returns the look of a reference in the background: muted and dotted.
    pub const fn reference() -> Look {
        Look::solid(Role::Muted).dash(Dash::DOTTED)
    }

    /// Returns the same look with another dash.
    pub const fn dash(self, dash: Dash) -> Look {
        Look { dash, ..self }
    }

    /// Returns the same look with another marker.
    pub const fn marker(self, marker: Marker) -> Look {
        Look { marker, ..self }
    }
}
