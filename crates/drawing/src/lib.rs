//! Pictures as SVG text, drawn in roles instead of colors.
//!
//! From small to large:
//!
//! - [`Canvas`]: lines, shapes, text, boxes and arrows in user units,
//! - [`Role`]: what takes the place of colors; from it come [`Fill`], [`Stroke`] and [`TextLook`],
//! - [`Table`]: where the cells of a small table are,
//! - [`HeatMap`], [`heat_maps`]: weights, or values of both signs, as colored cells,
//! - [`Coordinates`], [`Series`], [`Legend`]: what stands inside of a plot, without its frame.
//!
//! A picture is 400 units wide and its text 14 units high, so that a phone shows readable text.

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

/// All that a figure is drawn with, and the roles by their names.
pub mod prelude {
    pub use crate::Role::*;
    pub use crate::*;
}
