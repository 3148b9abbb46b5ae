//! What stands inside of a plot: curves, points, stems.

use crate::axis::Coordinates;
use crate::canvas::Canvas;
use crate::paint::{Area, Point};
use crate::style::{Look, Marker, Role};

/// Which parts of a look a series shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sample {
    /// A line through the points.
    Line,
    /// A marker on each point.
    Points,
    /// Both.
    Both,
    /// A vertical bar from zero to each point with a marker on top.
    Stems,
}

/// Points that belong together, and how they are drawn. One without a name is not in the legend.
#[derive(Clone, Debug)]
pub struct Series {
    /// The color, dash and marker.
    pub look: Look,
    /// What is drawn.
    pub sample: Sample,
    /// What the legend says.
    pub name: String,
    /// The pairs of values.
    pub points: Vec<Point>,
}

impl Canvas {
    /// Draws a series.
    pub fn series(&mut self, series: &Series, coordinates: &Coordinates) {
        let places = series.points.iter().map(|&point| coordinates.place(point));
        let body = coordinates.body;
        let zero = coordinates.place((0.0, 0.0)).1;
        let zero = zero.clamp(body.top, body.bottom());
        self.sample(
            series.sample,
            series.look,
            &places.collect::<Vec<_>>(),
            zero,
        );
    }

    /// Draws places on the canvas; stems stand on the height `zero`.
    pub(crate) fn sample(
        &mut self,
        sample: Sample,
        look: Look,
        places: &[Point],
        zero: f64,
    ) {
        if matches!(sample, Sample::Line | Sample::Both) {
            self.line(places, look.role.width(2.0).dash(look.dash));
        }
        if sample != Sample::Line {
            for &(x, y) in places {
                if sample == Sample::Stems {
                    self.line([(x, zero), (x, y)], look.role.width(2.0));
                }
                self.marker(look.marker, (x, y), look.role);
            }
        }
    }

    /// Draws one point of a series.
    pub fn marker(&mut self, marker: Marker, (x, y): Point, role: Role) {
        let at = |(dx, dy): Point| (x + dx, y + dy);
        match marker {
            Marker::Disk => self.disk((x, y), 3.5, role),
            Marker::Ring => self.ring((x, y), 3.5, role),
            Marker::Diamond => {
                let corners = [(-4.5, 0.0), (0.0, -4.5), (4.5, 0.0), (0.0, 4.5)];
                self.fill_polygon(&corners.map(at), role);
            }
            Marker::Triangle => {
                let corners = [(-4.5, 3.5), (0.0, -4.5), (4.5, 3.5)];
                self.fill_polygon(&corners.map(at), role);
            }
            Marker::Square => self.fill_rect(Area::around((x, y), 6.4, 6.4), role),
            Marker::Cross => {
                self.line([(-3.5, -3.5), (3.5, 3.5)].map(at), role.width(1.8));
                self.line([(-3.5, 3.5), (3.5, -3.5)].map(at), role.width(1.8));
            }
        }
    }
}
