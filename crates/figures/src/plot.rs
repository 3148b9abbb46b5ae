//! Plots of lines and points: one alone, several below each other, or small ones with common axes.
//!
//! The legend above the plot, where it cannot cover data, lists the series that have a name. With
//! [`Plot::direct_labels`], the names are at the right ends of the lines instead.

use drawing::prelude::*;

use crate::frame;

/// A plot of lines and points over two axes with numbers.
#[derive(Clone, Debug, Default)]
#[must_use]
pub struct Plot {
    names: [String; 2],
    ranges: [Option<(f64, f64)>; 2],
    /// The labeled values, or none for round ones.
    ticks: [Vec<f64>; 2],
    powers: [bool; 2],
    series: Vec<Series>,
    notes: Vec<(Point, String, TextLook)>,
    heading: String,
    direct_labels: bool,
    height: f64,
}

/// The points of a plot, as pairs of numbers.
pub trait Points {
    /// Returns the pairs.
    fn pairs(self) -> Vec<Point>;
}

impl<I: IntoIterator<Item = (X, Y)>, X: Into<f64>, Y: Into<f64>> Points for I {
    fn pairs(self) -> Vec<Point> {
        self.into_iter().map(|(x, y)| (x.into(), y.into())).collect()
    }
}

impl Plot {
    /// Creates an empty plot with the names of its axes. The name of the y axis is above it,
    /// upright.
    pub fn new(x_name: &str, y_name: &str) -> Plot {
        Plot { names: [x_name.to_owned(), y_name.to_owned()], height: 248.0, ..Plot::default() }
    }

    /// Adds a line through the points. A line with an empty name has no label.
    pub fn line(self, look: Look, name: &str, points: impl Points) -> Plot {
        self.add(look, [true, false], name, points)
    }

    /// Adds separate points.
    pub fn scatter(self, look: Look, name: &str, points: impl Points) -> Plot {
        self.add(look, [false, true], name, points)
    }

    /// Adds a line with a marker on each point, for a few measured values.
    pub fn marked_line(self, look: Look, name: &str, points: impl Points) -> Plot {
        self.add(look, [true; 2], name, points)
    }

    /// Adds a vertical bar from zero to each point, with a marker on top, for weights.
    pub fn stems(self, look: Look, points: impl Points) -> Plot {
        let stem = |plot: Plot, (x, y)| {
            plot.line(look.dash(Dash::SOLID), "", [(x, 0.0), (x, y)]).scatter(look, "", [(x, y)])
        };
        points.pairs().into_iter().fold(self, stem)
    }

    fn add(
        mut self,
        look: Look,
        [line, markers]: [bool; 2],
        name: &str,
        points: impl Points,
    ) -> Plot {
        let (name, points) = (name.to_owned(), points.pairs());
        self.series.push(Series { look, line, markers, name, points });
        self
    }

    /// Adds a background line at one height.
    pub fn level(self, dash: Dash, from: f64, to: f64, height: f64) -> Plot {
        self.line(Look::reference().dash(dash), "", [(from, height), (to, height)])
    }

    /// Sets the ends of the x axis, by default from the data, and its labels (for `[]`, round
    /// values).
    pub fn x_axis(mut self, from: f64, to: f64, ticks: impl Into<Vec<f64>>) -> Plot {
        (self.ranges[0], self.ticks[0]) = (Some((from, to)), ticks.into());
        self
    }

    /// Sets the ends and the labels of the y axis, which by default extends slightly beyond the
    /// data.
    pub fn y_axis(mut self, from: f64, to: f64, ticks: impl Into<Vec<f64>>) -> Plot {
        (self.ranges[1], self.ticks[1]) = (Some((from, to)), ticks.into());
        self
    }

    /// Sets which coordinates (x, y) are decimal logarithms: a tick at 3 is labeled 1000.
    pub fn powers_of_ten(mut self, powers: [bool; 2]) -> Plot {
        self.powers = powers;
        self
    }

    /// Writes a text at a position in the coordinates of the plot.
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

    /// Adds a bold heading, which tells several plots apart.
    pub fn heading(mut self, heading: &str) -> Plot {
        self.heading = heading.to_owned();
        self
    }

    /// Writes the names of the lines at their right ends and draws no legend.
    pub fn direct_labels(mut self) -> Plot {
        self.direct_labels = true;
        self
    }

    /// Sets the height including all labels, in user units. The default is 248.
    pub fn height(mut self, height: f64) -> Plot {
        self.height = height;
        self
    }

    /// Draws the plot as a figure. Panics if a point is not finite or outside a set range, or if
    /// there is neither a point nor a range.
    #[track_caller]
    pub fn svg(self, title: &str) -> String {
        stack(&[self], title)
    }

    /// Returns the series for the legend, or none if the lines have labels.
    fn legend(&self) -> &[Series] {
        if self.direct_labels { &[] } else { &self.series }
    }

    /// Returns the smallest and the largest coordinate of the data in x (0) or y (1).
    #[track_caller]
    fn extent(&self, axis: usize) -> (f64, f64) {
        let (mut low, mut high) = (f64::INFINITY, -f64::INFINITY);
        for point in self.series.iter().flat_map(|series| &series.points) {
            let value = [point.0, point.1][axis];
            assert!(value.is_finite(), "Plot: {value} cannot be drawn");
            (low, high) = (low.min(value), high.max(value));
        }
        let is_set = self.ranges[axis].is_some();
        assert!(low <= high || is_set, "Plot: there is nothing to draw");
        (low, high)
    }

    /// Returns the x axis (0) or y axis (1) for an extent of the data and a length in user units.
    #[track_caller]
    fn axis(&self, axis: usize, (low, high): Point, length: f64) -> Axis {
        let room = [0.0, 0.05][axis] * (high - low);
        let room = if low == high { 0.5 } else { room };
        let range = self.ranges[axis].unwrap_or((low - room, high + room));
        assert!(
            range.0 <= low && high <= range.1 && range.0 < range.1,
            "Plot: the axis {:?} over {range:?} does not hold the data, {low} to {high}",
            self.names[axis]
        );
        let (mut ticks, powers) = (self.ticks[axis].clone(), self.powers[axis]);
        if ticks.is_empty() {
            let most = (length / [50.0, 36.0][axis]) as usize;
            ticks = frame::ticks(range, most.max(2));
        }
        Axis { range, ticks, powers }
    }

    /// Returns the axes and the rectangle of the data in an area, with numbers at the axes (x, y)
    /// that are labeled.
    #[track_caller]
    fn coordinates(&self, area: Area, labeled: [bool; 2]) -> Coordinates {
        let [x_name, y_name] = &self.names;
        let line = |text: &str| room(text, LINE_HEIGHT);
        let top = area.top + 8.0 + line(&self.heading) + line(y_name);
        let needed = LINE_HEIGHT + line(x_name);
        let numbers = if labeled[0] { needed } else { 0.0 };
        let height = area.bottom() - 12.0 - numbers - top;
        let y = self.axis(1, self.extent(1), height);
        let left = area.left + if labeled[1] { y.label_width() } else { 0.0 };
        let names = self.direct_names().map(|(_, series)| text_width(&series.name) + 8.0);
        let width = area.right() - names.fold(8.0, f64::max) - left;
        let x = self.axis(0, self.extent(0), width);
        let body = Area::new(left, top, width, height);
        Coordinates { x, y, body }
    }

    /// Returns the coordinates of the plot in an area, with numbers at both axes.
    #[track_caller]
    pub(crate) fn inside_of(&self, area: Area) -> Coordinates {
        self.coordinates(area, [true; 2])
    }

    /// Draws the plot into the area, with numbers at the axes (x, y) that are labeled.
    #[track_caller]
    pub(crate) fn draw(&self, canvas: &mut Canvas, area: Area, labeled: [bool; 2]) {
        let [x_name, y_name] = &self.names;
        let coordinates = self.coordinates(area, labeled);
        let Area { left, top, .. } = coordinates.body;

        canvas.heading((left, area.top + LINE_HEIGHT / 2.0), &self.heading);
        canvas.text((area.left, top - 8.0 - LINE_HEIGHT / 2.0), y_name, Muted.start());
        // A page that redraws a plot keeps its frame.
        canvas.group("frame", |canvas| frame::draw(canvas, &coordinates, labeled));
        let body = coordinates.body;
        canvas.text((body.center().0, body.bottom() + 10.0 + 1.5 * LINE_HEIGHT), x_name, Muted);
        self.inside(canvas, &coordinates);
    }

    /// Draws the inside of the frame: the series, their direct labels, and the notes.
    pub fn inside(&self, canvas: &mut Canvas, coordinates: &Coordinates) {
        for series in &self.series {
            canvas.series(series, coordinates);
        }
        let ends = self.direct_names().map(|(end, series)| (coordinates.place(end).1, series));
        let mut ends: Vec<_> = ends.collect();
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

    /// Returns the series with direct labels, and the last point of each.
    fn direct_names(&self) -> impl Iterator<Item = (Point, &Series)> {
        let all = self.series.iter().filter(|_| self.direct_labels);
        let named = all.filter(|series| !series.name.is_empty());
        named.filter_map(|series| Some((*series.points.last()?, series)))
    }
}

/// Draws plots below each other as a figure, with the legend of the first one above them.
#[track_caller]
pub(crate) fn stack(plots: &[Plot], title: &str) -> String {
    let areas = areas(plots);
    let canvas = &mut Canvas::new(areas.last().map_or(0.0, |area| area.bottom()) + MARGIN);
    Legend::new(plots[0].legend()).draw(canvas);
    for (plot, area) in plots.iter().zip(areas) {
        plot.draw(canvas, area, [true; 2]);
    }
    canvas.svg(title)
}

/// Returns the coordinates of the plots of a [`stack`].
#[track_caller]
pub(crate) fn stacked(plots: &[Plot]) -> Vec<Coordinates> {
    let of = |(plot, area): (&Plot, Area)| plot.coordinates(area, [true; 2]);
    plots.iter().zip(areas(plots)).map(of).collect()
}

/// Returns the areas of the plots of a stack, whose y axes stand below each other.
#[track_caller]
fn areas(plots: &[Plot]) -> Vec<Area> {
    let mut top = MARGIN + Legend::new(plots[0].legend()).height();
    let area = |plot: &Plot| {
        let area = Area::new(MARGIN, top, WIDTH - 2.0 * MARGIN, plot.height);
        top += plot.height + MARGIN;
        area
    };
    let mut areas: Vec<Area> = plots.iter().map(area).collect();
    let inside = plots.iter().zip(&areas);
    let axes: Vec<f64> = inside.map(|(plot, area)| plot.inside_of(*area).body.left).collect();
    let common = axes.iter().copied().fold(0.0, f64::max);
    for (area, axis) in areas.iter_mut().zip(axes) {
        area.left += common - axis;
        area.width -= common - axis;
    }
    areas
}

/// Draws plots as a figure, in rows of `columns`, each of a height in user units. All plots share
/// the names, ticks, and ranges of the first one, shown only at the outside. If it sets no range,
/// the range holds the data of all plots. Panics if there is no plot, or if [`Plot::svg`] would
/// panic.
#[track_caller]
pub fn panels(columns: usize, height: f64, plots: &[Plot], title: &str) -> String {
    let legend = Legend::new(plots.iter().flat_map(Plot::legend));
    let [x_name, y_name] = &plots[0].names;
    let top = MARGIN + legend.height() + room(y_name, LINE_HEIGHT);
    let grid = plots.len().div_ceil(columns) as f64 * height;
    let bottom = top + grid + LINE_HEIGHT + room(x_name, LINE_HEIGHT);
    let common = |axis: usize, length: f64| {
        let extents = plots.iter().map(|plot| plot.extent(axis));
        let all = extents.reduce(|all, own| (all.0.min(own.0), all.1.max(own.1)));
        plots[0].axis(axis, all.expect("there are plots"), length)
    };
    let y_axis = common(1, height - 40.0);
    let outside = y_axis.label_width();
    let inner = WIDTH - 2.0 * MARGIN - outside;
    let width = inner / columns as f64;
    let axes = [common(0, width - 8.0), y_axis];

    let canvas = &mut Canvas::new(bottom + MARGIN);
    legend.draw(canvas);
    canvas.text((MARGIN, top - LINE_HEIGHT / 2.0), y_name, Muted.start());
    for (index, plot) in plots.iter().enumerate() {
        let (row, column) = ((index / columns) as f64, index % columns);
        // The last plot of each column shows the numbers of the x axis.
        let labeled = [index + columns >= plots.len(), column == 0];
        let beside = if labeled[1] { outside } else { 0.0 };
        let below = if labeled[0] { LINE_HEIGHT } else { 0.0 };
        let left = MARGIN + outside + width * column as f64 - beside;
        let (top, width, height) = (top + height * row, width + beside, height + below);
        let mut plot = plot.clone();
        plot.names = Default::default();
        plot.ranges = axes.each_ref().map(|axis| Some(axis.range));
        plot.ticks = axes.each_ref().map(|axis| axis.ticks.clone());
        plot.draw(canvas, Area::new(left, top, width, height), labeled);
    }
    canvas.text((MARGIN + outside + inner / 2.0, bottom - LINE_HEIGHT / 2.0), x_name, Muted);
    canvas.svg(title)
}
