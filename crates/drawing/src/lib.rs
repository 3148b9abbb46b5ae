//! Pictures as SVG text, with roles instead of colors.
//!
//! From small to large:
//!
//! - [`Canvas`]: lines, shapes, text, boxes, and arrows in user units,
//! - [`Role`]: the purpose of a color, from which [`Fill`], [`Stroke`], and [`TextLook`] are made,
//! - [`Table`]: the positions of the cells of a small table,
//! - [`HeatMap`], [`heat_maps`]: weights or signed values as colored cells,
//! - [`Coordinates`], [`Series`], [`Legend`]: the inside of a plot, without its frame.
//!
//! A picture is 400 units wide, with text 14 units high, which is readable on a phone.

mod axis;
mod canvas;
mod compare;
mod diagram;
mod heat_map;
mod paint;
mod series;
pub mod style;
mod table;

pub use self::axis::{Axis, Coordinates, number};
pub use self::canvas::Canvas;
pub use self::compare::compare;
pub use self::heat_map::{HeatMap, heat_maps};
pub use self::paint::{Area, Fill, Lettering, Point, Stroke, TextLook};
pub use self::series::{Legend, Series};
pub use self::style::{
    Dash, LINE_HEIGHT, Look, MARGIN, Marker, Role, WIDTH, room, text_width, widest,
};
pub use self::table::Table;

/// Everything for drawing a figure, including the names of the roles.
pub mod prelude {
    pub use crate::Role::*;
    pub use crate::*;
}
