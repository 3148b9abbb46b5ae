//! The inside of a plot, with its curves and points, and the legend above it.

use crate::axis::Coordinates;
use crate::canvas::Canvas;
use crate::paint::{Area, Lettering, Point};
use crate::style::{LINE_HEIGHT, Look, MARGIN, Marker, Role, WIDTH, text_width};

/// Points that belong together, and their look. Series without a name are not in the legend.
#[derive(Clone, Debug)]
pub struct Series {
    /// The color, dash and marker.
    pub look: Look,
    /// Whether a line runs through the points.
    pub line: bool,
    /// Whether each point has a marker.
    pub markers: bool,
    /// The name in the legend.
    pub name: String,
    /// The pairs of values.
    pub points: Vec<Point>,
}

impl Canvas {
    /// Draws a series.
    pub fn series(&mut self, series: &Series, coordinates: &Coordinates) {
        let places = series.points.iter().map(|&point| coordinates.place(point));
        let places: Vec<Point> = places.collect();
        self.sample(series, &places, &places);
    }

    /// Draws the line and the markers, unless the series has none.
    fn sample(&mut self, series: &Series, line: &[Point], markers: &[Point]) {
        let Look { role, dash, marker } = series.look;
        if series.line {
            self.line(line, role.width(2.0).dash(dash));
        }
        if series.markers {
            markers.iter().for_each(|&at| self.marker(marker, at, role));
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
                self.fill_polygon(&[(-4.5, 3.5), (0.0, -4.5), (4.5, 3.5)].map(at), role);
            }
            Marker::Square => self.fill_rect(Area::around((x, y), 6.4, 6.4), role),
            Marker::Cross => {
                self.line([(-3.5, -3.5), (3.5, 3.5)].map(at), role.width(1.8));
                self.line([(-3.5, 3.5), (3.5, -3.5)].map(at), role.width(1.8));
            }
        }
    }
}

/// The names and samples of series, in rows below the upper margin of a figure.
#[derive(Clone, Debug, Default)]
pub struct Legend<'a> {
    entries: Vec<(&'a Series, Point)>,
}

impl<'a> Legend<'a> {
    const SAMPLE_WIDTH: f64 = 28.0;
    const ROW: f64 = LINE_HEIGHT + 2.0;
    const GAP: f64 = 18.0;

    /// Creates one entry for each name, with the look of the first series of that name.
    pub fn new(all: impl IntoIterator<Item = &'a Series>) -> Legend<'a> {
        let mut entries: Vec<(&Series, Point)> = Vec::new();
        let (mut x, mut y) = (MARGIN, MARGIN + Legend::ROW / 2.0);
        for series in all {
            let name = &series.name;
            if name.is_empty() || entries.iter().any(|(own, _)| own.name == *name) {
                continue;
            }
            let width = Legend::SAMPLE_WIDTH + 6.0 + text_width(name);
            if x > MARGIN && x + width > WIDTH - MARGIN {
                (x, y) = (MARGIN, y + Legend::ROW);
            }
            entries.push((series, (x, y)));
            x += width + Legend::GAP;
        }
        Legend { entries }
    }

    /// Returns the height of the rows.
    pub fn height(&self) -> f64 {
        self.entries.last().map_or(0.0, |&(_, (_, y))| y + Legend::ROW / 2.0 + 6.0 - MARGIN)
    }

    /// Draws the entries.
    pub fn draw(&self, canvas: &mut Canvas) {
        for &(series, (x, y)) in &self.entries {
            let right = x + Legend::SAMPLE_WIDTH;
            canvas.sample(series, &[(x, y), (right, y)], &[(x + Legend::SAMPLE_WIDTH / 2.0, y)]);
            canvas.text((right + 6.0, y), &series.name, Role::Ink.start());
        }
    }
}
