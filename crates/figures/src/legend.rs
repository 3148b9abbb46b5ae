//! The names of the series with a sample of each, above a plot.

use super::canvas::{Canvas, Point, Stroke, TextLook};
use super::marks;
use super::style::{LINE_HEIGHT, Look, Role, text_width};

/// Which parts of a look a series shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Sample {
    line: bool,
    points: bool,
    stems: bool,
}

impl Sample {
    pub(super) const LINE: Sample = Sample {
        line: true,
        points: false,
        stems: false,
    };
    pub(super) const POINTS: Sample = Sample {
        line: false,
        points: true,
        stems: false,
    };
    pub(super) const BOTH: Sample = Sample {
        line: true,
        points: true,
        stems: false,
    };
    pub(super) const STEMS: Sample = Sample {
        line: false,
        points: true,
        stems: true,
    };

    /// Draws the points on the canvas; stems stand on the height `zero`.
    pub(super) fn draw(
        self,
        canvas: &mut Canvas<'_>,
        look: Look,
        points: &[Point],
        zero: f64,
    ) {
        if self.line {
            canvas.line(points, Stroke::new(look.role, 2.0).dash(look.dash));
        }
        for &(x, y) in points {
            if self.stems {
                canvas.line(&[(x, zero), (x, y)], Stroke::new(look.role, 2.0));
            }
            if self.points {
                marks::marker(canvas, look.marker, (x, y), look.role);
            }
        }
    }
}

/// The entries of a legend, in rows from left to right.
#[derive(Clone, Debug, Default)]
pub(super) struct Legend {
    entries: Vec<(String, Look, Sample)>,
}

const SAMPLE_WIDTH: f64 = 28.0;
const GAP: f64 = 18.0;

impl Legend {
    /// Adds an entry, unless its name is empty or already there.
    pub(super) fn add(&mut self, name: &str, look: Look, sample: Sample) {
        if !name.is_empty() && self.entries.iter().all(|(own, ..)| own != name) {
            self.entries.push((name.to_owned(), look, sample));
        }
    }

    /// Adds the entries of another legend that are not there yet.
    pub(super) fn merge(&mut self, other: Legend) {
        for (name, look, sample) in other.entries {
            self.add(&name, look, sample);
        }
    }

    /// The height that the rows take in this width.
    pub(super) fn height(&self, width: f64) -> f64 {
        let rows = self.places(width).last().map_or(0.0, |&(_, row)| row + 1.0);
        if rows == 0.0 {
            0.0
        } else {
            rows * (LINE_HEIGHT + 2.0) + 6.0
        }
    }

    /// Draws the entries below and to the right of `corner`.
    pub(super) fn draw(&self, canvas: &mut Canvas<'_>, corner: Point, width: f64) {
        for ((name, look, sample), (left, row)) in
            self.entries.iter().zip(self.places(width))
        {
            let (x, y) = (
                corner.0 + left,
                corner.1 + (row + 0.5) * (LINE_HEIGHT + 2.0),
            );
            let line = [(x, y), (x + SAMPLE_WIDTH, y)];
            let middle = [(x + SAMPLE_WIDTH / 2.0, y)];
            if *sample != Sample::POINTS && *sample != Sample::STEMS {
                Sample::LINE.draw(canvas, *look, &line, y);
            }
            if *sample != Sample::LINE {
                Sample::POINTS.draw(canvas, *look, &middle, y);
            }
            canvas.text(
                (x + SAMPLE_WIDTH + 6.0, y),
                name,
                TextLook::start(Role::Ink),
            );
        }
    }

    /// The left side and the number of the row of each entry.
    fn places(&self, width: f64) -> Vec<Point> {
        let (mut left, mut row) = (0.0, 0.0);
        let mut places = Vec::new();
        for (name, ..) in &self.entries {
            let own = SAMPLE_WIDTH + 6.0 + text_width(name);
            if left > 0.0 && left + own > width {
                (left, row) = (0.0, row + 1.0);
            }
            places.push((left, row));
            left += own + GAP;
        }
        places
    }
}
