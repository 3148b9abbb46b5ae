//! The names of the series with a sample of each, above a plot.

use crate::canvas::Canvas;
use crate::paint::Point;
use crate::series::{Sample, Series};
use crate::style::{LINE_HEIGHT, Look, MARGIN, Role, WIDTH, text_width};

const SAMPLE_WIDTH: f64 = 28.0;
const ROW: f64 = LINE_HEIGHT + 2.0;
const GAP: f64 = 18.0;

/// The entries of a legend with the places of their samples, in rows below the upper margin of a figure.
#[derive(Clone, Debug, Default)]
pub struct Legend {
    entries: Vec<(String, Look, Sample, Point)>,
}

impl Legend {
    /// An entry for each name. Series of one name share the entry of the first.
    pub fn new<'a>(series: impl IntoIterator<Item = &'a Series>) -> Legend {
        let mut legend = Legend::default();
        let (mut x, mut y) = (MARGIN, MARGIN + ROW / 2.0);
        for Series {
            look, sample, name, ..
        } in series
        {
            if name.is_empty() || legend.entries.iter().any(|(own, ..)| own == name) {
                continue;
            }
            let width = SAMPLE_WIDTH + 6.0 + text_width(name);
            if x > MARGIN && x + width > WIDTH - MARGIN {
                (x, y) = (MARGIN, y + ROW);
            }
            legend.entries.push((name.clone(), *look, *sample, (x, y)));
            x += width + GAP;
        }
        legend
    }

    /// The height that the rows take.
    pub fn height(&self) -> f64 {
        let last = self.entries.last();
        last.map_or(0.0, |&(.., (_, y))| y + ROW / 2.0 + 6.0 - MARGIN)
    }

    /// Draws the entries.
    pub fn draw(&self, canvas: &mut Canvas) {
        for &(ref name, look, sample, (x, y)) in &self.entries {
            if matches!(sample, Sample::Line | Sample::Both) {
                let line = [(x, y), (x + SAMPLE_WIDTH, y)];
                canvas.sample(Sample::Line, look, &line, y);
            }
            if sample != Sample::Line {
                canvas.marker(look.marker, (x + SAMPLE_WIDTH / 2.0, y), look.role);
            }
            canvas.text((x + SAMPLE_WIDTH + 6.0, y), name, Role::Ink.start());
        }
    }
}
