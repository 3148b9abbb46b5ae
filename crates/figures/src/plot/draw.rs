//! How a plot is laid out and drawn.

use super::super::axis::Axis;
use super::super::canvas::{Area, Canvas, Point, TextLook};
use super::super::legend::Legend;
use super::super::marks;
use super::super::style::{LINE_HEIGHT, Role, text_width};
use super::{Plot, Series};

/// Which axes get labels: in a grid of plots only the outer ones.
#[derive(Clone, Copy)]
pub(in super::super) struct Labels {
    pub(in super::super) x: bool,
    pub(in super::super) y: bool,
}

impl Plot {
    /// The entries for the legend; none if the lines carry their names themselves.
    pub(in super::super) fn legend(&self) -> Legend {
        let mut legend = Legend::default();
        for series in self.series.iter().filter(|_| !self.direct_labels) {
            legend.add(&series.name, series.look, series.sample);
        }
        legend
    }

    /// The smallest and the largest coordinate of the data in x (0) or y (1).
    #[track_caller]
    pub(in super::super) fn extent(&self, axis: usize) -> (f64, f64) {
        let points = self.series.iter().flat_map(|series| &series.points);
        let values = points.map(|point| if axis == 0 { point.0 } else { point.1 });
        let extent =
            values.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), value| {
                assert!(value.is_finite(), "Plot: {value} cannot be drawn");
                (low.min(value), high.max(value))
            });
        assert!(extent.0 <= extent.1, "Plot: there is nothing to draw");
        extent
    }

    /// The x axis (0) or y axis (1) for data of an extent, with ticks for its length in user units.
    #[track_caller]
    pub(in super::super) fn axis(
        &self,
        axis: usize,
        (low, high): (f64, f64),
        length: f64,
    ) -> Axis {
        let room = if low == high {
            0.5
        } else {
            0.05 * (high - low) * axis as f64
        };
        let (from, to) = self.ranges[axis].unwrap_or((low - room, high + room));
        assert!(
            from <= low && high <= to && from < to,
            "Plot: the axis {:?} from {from} to {to} does not hold the data, {low} to {high}",
            self.names[axis]
        );
        let apart = [50.0, 36.0][axis];
        let ticks = self.ticks[axis].as_deref();
        Axis {
            powers: self.powers[axis],
            ..Axis::new((from, to), ticks, (length / apart) as usize)
        }
    }

    /// The same plot as one of several: with these axes, and without their names.
    pub(in super::super) fn with_axes(&self, axes: &[Axis; 2]) -> Plot {
        let mut plot = self.clone();
        plot.names = [String::new(), String::new()];
        plot.ranges = [0, 1].map(|axis| Some(axes[axis].range));
        plot.ticks = [0, 1].map(|axis| Some(axes[axis].ticks.clone()));
        plot
    }

    /// Draws the plot with its labels into the area.
    pub(in super::super) fn draw(
        &self,
        canvas: &mut Canvas<'_>,
        area: Area,
        labels: Labels,
    ) {
        let lines = |texts: &[&str]| {
            LINE_HEIGHT * texts.iter().filter(|text| !text.is_empty()).count() as f64
        };
        let top = area.top + 8.0 + lines(&[&self.heading, &self.names[1]]);
        let below = 12.0
            + if labels.x {
                LINE_HEIGHT + lines(&[&self.names[0]])
            } else {
                0.0
            };
        let bottom = area.bottom() - below;
        let y_axis = self.axis(1, self.extent(1), bottom - top);
        let left = area.left + if labels.y { y_axis.label_width() } else { 0.0 };
        let named = self
            .series
            .iter()
            .filter(|series| self.direct_labels && !series.name.is_empty());
        let right = named
            .clone()
            .map(|series| text_width(&series.name) + 8.0)
            .fold(8.0, f64::max);
        let body = Area::new(left, top, area.right() - right - left, bottom - top);
        let x_axis = self.axis(0, self.extent(0), body.width);
        let place = |(x, y): Point| {
            (
                x_axis.place(x, body.left, body.right()),
                y_axis.place(y, body.bottom(), body.top),
            )
        };

        if !self.heading.is_empty() {
            let middle = area.top + LINE_HEIGHT / 2.0;
            canvas.text(
                (body.left, middle),
                &self.heading,
                TextLook::start(Role::Ink).bold(),
            );
        }
        if !self.names[1].is_empty() {
            let middle = top - 8.0 - LINE_HEIGHT / 2.0;
            canvas.text(
                (area.left, middle),
                &self.names[1],
                TextLook::start(Role::Muted),
            );
        }
        marks::axes(canvas, body, &x_axis, &y_axis, labels);
        if !self.names[0].is_empty() {
            let at = (body.center().0, body.bottom() + 10.0 + 1.5 * LINE_HEIGHT);
            canvas.text(at, &self.names[0], Role::Muted);
        }
        for series in &self.series {
            let points: Vec<Point> = series.points.iter().copied().map(place).collect();
            let zero = y_axis
                .place(0.0, body.bottom(), body.top)
                .clamp(body.top, body.bottom());
            series.sample.draw(canvas, series.look, &points, zero);
        }
        let mut ends: Vec<(f64, &Series)> = named
            .filter_map(|series| Some((place(*series.points.last()?).1, series)))
            .collect();
        ends.sort_by(|a, b| a.0.total_cmp(&b.0));
        let mut free = body.top - LINE_HEIGHT;
        for (y, series) in ends {
            let y = y.max(free);
            free = y + LINE_HEIGHT - 2.0;
            canvas.text(
                (body.right() + 6.0, y),
                &series.name,
                TextLook::start(series.look.role),
            );
        }
        for (at, text, look) in &self.notes {
            canvas.text(place(*at), text, *look);
        }
    }
}
