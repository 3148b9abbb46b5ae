//! How the series of a plot differ: color, dash and marker.

use super::Role;

/// How a line is broken, so that color is not the only thing that tells two lines apart.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Dash {
    /// Not broken.
    #[default]
    Solid,
    /// Long dashes.
    Dashed,
    /// Dots.
    Dotted,
    /// A dash and a dot.
    Mixed,
    /// Very long dashes.
    Long,
    /// A dash and two dots.
    MixedLong,
}

impl Dash {
    /// All dashes; the n-th belongs to the n-th series.
    pub const ALL: [Dash; 6] = [
        Dash::Solid,
        Dash::Dashed,
        Dash::Dotted,
        Dash::Mixed,
        Dash::Long,
        Dash::MixedLong,
    ];

    /// The value of `stroke-dasharray`, if the line is broken.
    pub(in super::super) fn array(self) -> Option<&'static str> {
        match self {
            Dash::Solid => None,
            Dash::Dashed => Some("7 4"),
            Dash::Dotted => Some("2 3"),
            Dash::Mixed => Some("8 3 2 3"),
            Dash::Long => Some("14 4"),
            Dash::MixedLong => Some("8 3 2 3 2 3"),
        }
    }
}

/// The shape of a point in a plot.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Marker {
    /// A filled circle.
    #[default]
    Disk,
    /// A filled square that stands on a corner.
    Diamond,
    /// A circle.
    Ring,
    /// A filled triangle.
    Triangle,
    /// A filled square.
    Square,
    /// Two crossed lines.
    Cross,
}

impl Marker {
    /// All markers; the n-th belongs to the n-th series.
    pub const ALL: [Marker; 6] = [
        Marker::Disk,
        Marker::Diamond,
        Marker::Ring,
        Marker::Triangle,
        Marker::Square,
        Marker::Cross,
    ];
}

/// How a series of a plot is drawn: role, dash and marker.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Look {
    /// The color, by role.
    pub role: Role,
    /// How its line is broken.
    pub dash: Dash,
    /// The shape of its points.
    pub marker: Marker,
}

impl Look {
    /// The look of series 1 to 6. Any two differ in color, dash and marker.
    ///
    /// # Panics
    ///
    /// Panics if `number` is not in `1..=6`.
    ///
    /// ```
    /// use figures::style::{Dash, Look, Role};
    ///
    /// assert_eq!(Look::series(1).dash, Dash::Solid);
    /// assert_eq!(Look::series(2).role, Role::Series2);
    /// ```
    #[track_caller]
    pub fn series(number: usize) -> Look {
        assert!(
            (1..=6).contains(&number),
            "Look::series: there are series 1 to 6, not {number}"
        );
        const ROLES: [Role; 6] = [
            Role::Series1,
            Role::Series2,
            Role::Series3,
            Role::Series4,
            Role::Series5,
            Role::Series6,
        ];
        Look {
            role: ROLES[number - 1],
            dash: Dash::ALL[number - 1],
            marker: Marker::ALL[number - 1],
        }
    }

    /// A look for what is not a series but a background for comparison: muted and dotted.
    ///
    /// ```
    /// use figures::style::{Look, Role};
    ///
    /// assert_eq!(Look::reference().role, Role::Muted);
    /// ```
    pub fn reference() -> Look {
        Look {
            role: Role::Muted,
            dash: Dash::Dotted,
            marker: Marker::Ring,
        }
    }

    /// The same look with another dash.
    ///
    /// ```
    /// use figures::style::{Dash, Look};
    ///
    /// assert_eq!(Look::series(2).dash(Dash::Solid).dash, Dash::Solid);
    /// ```
    pub fn dash(self, dash: Dash) -> Look {
        Look { dash, ..self }
    }

    /// The same look with another marker.
    ///
    /// ```
    /// use figures::style::{Look, Marker};
    ///
    /// assert_eq!(Look::series(1).marker(Marker::Ring).marker, Marker::Ring);
    /// ```
    pub fn marker(self, marker: Marker) -> Look {
        Look { marker, ..self }
    }
}
