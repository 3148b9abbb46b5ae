//! Plots of lines and points, one alone or several side by side with common axes.
//!
//! A series with a name gets an entry in the legend above the plot, where it cannot cover data,
//! or with [`Plot::direct_labels`] its name at the right end of its line.

use drawing::prelude::*;

use crate::frame;

/// One plot of lines and points over two axes with numbers.
///
/// ```
/// use drawing::Look;
/// use figures::Plot;
///
/// let svg = Plot::new("x", "f(x)")
///     .line(Look::series(1), "square", (0..=20).map(|i| f64::from(i) / 10.0).map(|x| (x, x * x)))
///     .scatter(Look::series(2), "measured", [(0.5, 0.3), (1.5, 2.1)])
///     .y_range(0.0, 4.0)
///     .svg("A parabola and two measurements");
/// assert!(svg.contains(r#"class="stroke-series-1""#));
/// assert!(svg.contains(">measured</text>"));
/// ```
#[derive(Clone, Debug)]
pub struct Plot {
    pub(crate) names: [String; 2],
    ranges: [Option<(f64, f64)>; 2],
    ticks: [Option<Vec<f64>>; 2],
    powers: [bool; 2],
    pub(crate) series: Vec<Series>,
    notes: Vec<(Point, String, TextLook)>,
    heading: String,
    direct_labels: bool,
    height: f64,
}

/// What can be drawn in a plot: pairs of numbers.
pub trait Points {
    /// The pairs.
    fn pairs(self) -> Vec<Point>;
}

impl<I, X, Y> Points for I
where
    I: IntoIterator<Item = (X, Y)>,
    X: Into<f64>,
    Y: Into<f64>,
{
    fn pairs(self) -> Vec<Point> {
        self.into_iter()
            .map(|(x, y)| (x.into(), y.into()))
            .collect()
    }
}

impl Plot {
    /// An empty plot with the names of its axes. The name of the y axis stands above it, upright.
    pub fn new(x_name: &str, y_name: &str) -> Plot {
        Plot {
            names: [x_name.to_owned(), y_name.to_owned()],
            ranges: [None, None],
            ticks: [None, None],
            powers: [false; 2],
            series: Vec::new(),
            notes: Vec::new(),
            heading: String::new(),
            direct_labels: false,
            height: 260.0,
        }
    }

    /// Adds a line through the points. With an empty name it has no label.
    #[must_use]
    pub fn line(self, look: Look, name: &str, points: impl Points) -> Plot {
        self.add(look, Sample::Line, name, points)
    }

    /// Adds points that are not joined.
    #[must_use]
    pub fn scatter(self, look: Look, name: &str, points: impl Points) -> Plot {
        self.add(look, Sample::Points, name, points)
    }

    /// Adds a line with a marker on each point, for a few measured values.
    #[must_use]
    pub fn line_with_markers(
        self,
        look: Look,
        name: &str,
        points: impl Points,
    ) -> Plot {
        self.add(look, Sample::Both, name, points)
    }

    /// Adds a vertical bar from zero to each point, with a marker on top: for weights.
    #[must_use]
    pub fn stems(self, look: Look, points: impl Points) -> Plot {
        self.add(look, Sample::Stems, "", points)
    }

    fn add(
        mut self,
        look: Look,
        sample: Sample,
        name: &str,
        points: impl Points,
    ) -> Plot {
        self.series.push(Series {
            look,
            sample,
            name: name.to_owned(),
            points: points.pairs(),
        });
        self
    }

    /// Sets the ends of the x axis, with round ticks. Without it, they are those of the data.
    #[must_use]
    pub fn x_range(mut self, from: f64, to: f64) -> Plot {
        self.ranges[0] = Some((from, to));
        self
    }

    /// Sets the ends of the y axis, with round ticks. Without it, they are those of the data and a little more.
    #[must_use]
    pub fn y_range(mut self, from: f64, to: f64) -> Plot {
        self.ranges[1] = Some((from, to));
        self
    }

    /// Sets the ends of the x axis, and the values with a label.
    #[must_use]
    pub fn x_axis(mut self, from: f64, to: f64, ticks: impl Into<Vec<f64>>) -> Plot {
        self.ticks[0] = Some(ticks.into());
        self.x_range(from, to)
    }

    /// Sets the ends of the y axis, and the values with a label.
    #[must_use]
    pub fn y_axis(mut self, from: f64, to: f64, ticks: impl Into<Vec<f64>>) -> Plot {
        self.ticks[1] = Some(ticks.into());
        self.y_range(from, to)
    }

    /// Says that both coordinates are decimal logarithms: a tick at 3 is labeled 1000.
    #[must_use]
    pub fn powers_of_ten(mut self) -> Plot {
        self.powers = [true; 2];
        self
    }

    /// Says that the heights are decimal logarithms: a tick at -1 is labeled 0.1.
    #[must_use]
    pub fn heights_are_powers_of_ten(mut self) -> Plot {
        self.powers = [false, true];
        self
    }

    /// Writes a text at a place given in the plot's own coordinates.
    #[must_use]
    pub fn note(
        mut self,
        x: f64,
        y: f64,
        text: impl Into<String>,
        look: impl Into<TextLook>,
    ) -> Plot {
        self.notes.push(((x, y), text.into(), look.into()));
        self
    }

    /// Writes a bold heading above the plot, for one of several plots.
    #[must_use]
    pub fn heading(mut self, heading: &str) -> Plot {
        self.heading = heading.to_owned();
        self
    }

    /// Writes the names of the lines at their right ends and draws no legend.
    #[must_use]
    pub fn direct_labels(mut self) -> Plot {
        self.direct_labels = true;
        self
    }

    /// Sets the height of the axes' rectangle with its labels, in user units. Without it, 260.
    #[must_use]
    pub fn height(mut self, height: f64) -> Plot {
        self.height = height;
        self
    }

    /// Draws the plot as a figure.
    ///
    /// # Panics
    ///
    /// Panics if there is no point, or if a point is not finite or lies outside a range that was set.
    #[track_caller]
    pub fn svg(&self, title: &str) -> String {
        stack([(self, self.height - 2.0 * MARGIN)], title)
    }

    /// The series with entries in the legend; none if the lines carry their names themselves.
    pub(crate) fn legend(&self) -> &[Series] {
        if self.direct_labels {
            &[]
        } else {
            &self.series
        }
    }

    /// The smallest and the largest coordinate of the data in x (0) or y (1).
    #[track_caller]
    pub(crate) fn extent(&self, axis: usize) -> (f64, f64) {
        let points = self.series.iter().flat_map(|series| &series.points);
        let values = points.map(|point| [point.0, point.1][axis]);
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
    pub(crate) fn axis(
        &self,
        axis: usize,
        (low, high): (f64, f64),
        length: f64,
    ) -> Axis {
        let room = match axis {
            _ if low == high => 0.5,
            0 => 0.0,
            _ => 0.05 * (high - low),
        };
        let range = self.ranges[axis].unwrap_or((low - room, high + room));
        assert!(
            range.0 <= low && high <= range.1 && range.0 < range.1,
            "Plot: the axis {:?} over {range:?} does not hold the data, {low} to {high}",
            self.names[axis]
        );
        let most = (length / [50.0, 36.0][axis]) as usize;
        let ticks = self.ticks[axis].clone();
        Axis {
            range,
            ticks: ticks.unwrap_or_else(|| frame::ticks(range, most.max(2))),
            powers: self.powers[axis],
        }
    }

    /// The same plot as one of several: with these axes, and without their names.
    pub(crate) fn with_axes(&self, axes: &[Axis; 2]) -> Plot {
        let mut plot = self.clone();
        plot.names = Default::default();
        plot.ranges = [0, 1].map(|axis| Some(axes[axis].range));
        plot.ticks = [0, 1].map(|axis| Some(axes[axis].ticks.clone()));
        plot
    }

    /// Draws the plot into the area, with numbers at the axes (x, y) that are labeled: in a grid of
    /// plots only the outer ones.
    #[track_caller]
    pub(crate) fn draw(&self, canvas: &mut Canvas, area: Area, labeled: [bool; 2]) {
        let line = |text: &str| if text.is_empty() { 0.0 } else { LINE_HEIGHT };
        let [x_name, y_name] = &self.names;
        let top = area.top + 8.0 + line(&self.heading) + line(y_name);
        let numbers = if labeled[0] {
            LINE_HEIGHT + line(x_name)
        } else {
            0.0
        };
        let height = area.bottom() - 12.0 - numbers - top;
        let y = self.axis(1, self.extent(1), height);
        let left = area.left + if labeled[1] { y.label_width() } else { 0.0 };
        let names = self
            .direct_names()
            .map(|series| text_width(&series.name) + 8.0);
        let width = area.right() - names.fold(8.0, f64::max) - left;
        let x = self.axis(0, self.extent(0), width);
        let body = Area::new(left, top, width, height);
        let coordinates = Coordinates { x, y, body };

        if !self.heading.is_empty() {
            canvas.heading((left, area.top + LINE_HEIGHT / 2.0), &self.heading);
        }
        if !y_name.is_empty() {
            let middle = top - 8.0 - LINE_HEIGHT / 2.0;
            canvas.text((area.left, middle), y_name, Muted.start());
        }
        frame::draw(canvas, &coordinates, labeled);
        if !x_name.is_empty() {
            let at = (body.center().0, body.bottom() + 10.0 + 1.5 * LINE_HEIGHT);
            canvas.text(at, x_name, Muted);
        }
        self.inside(canvas, &coordinates);
    }

    /// Draws what stands inside of the frame: the series, their names at their ends, and the notes.
    pub fn inside(&self, canvas: &mut Canvas, coordinates: &Coordinates) {
        for series in &self.series {
            canvas.series(series, coordinates);
        }
        let mut ends: Vec<(f64, &Series)> = self
            .direct_names()
            .filter_map(|series| {
                Some((coordinates.place(*series.points.last()?).1, series))
            })
            .collect();
        ends.sort_by(|a, b| a.0.total_cmp(&b.0));
        let body = coordinates.body;
        let mut free = body.top - LINE_HEIGHT;
        for (y, Series { look, name, .. }) in ends {
            let y = y.max(free);
            free = y + LINE_HEIGHT - 2.0;
            canvas.text((body.right() + 6.0, y), name, look.role.start());
        }
        for (at, text, look) in &self.notes {
            canvas.text(coordinates.place(*at), text, *look);
        }
    }

    /// The series that carry their names themselves.
    fn direct_names(&self) -> impl Iterator<Item = &Series> {
        let named = |series: &&Series| self.direct_labels && !series.name.is_empty();
        self.series.iter().filter(named)
    }
}

/// Draws plots with their heights below each other, under the legend of the first.
#[track_caller]
pub(crate) fn stack<const N: usize>(plots: [(&Plot, f64); N], title: &str) -> String {
    let legend = Legend::new(plots[0].0.legend());
    let heights: f64 = plots.iter().map(|(_, height)| height + MARGIN).sum();
    let mut top = MARGIN + legend.height();
    let canvas = &mut Canvas::new(top + heights);
    legend.draw(canvas);
    for (plot, height) in plots {
        let area = Area::new(MARGIN, top, WIDTH - 2.0 * MARGIN, height);
        plot.draw(canvas, area, [true; 2]);
        top += height + MARGIN;
    }
    canvas.svg(title)
}
