//! Plots of lines and points, one alone or several side by side with common axes.
//!
//! A series with a name gets an entry in the legend above the plot, where it cannot cover data,
//! or with [`Plot::direct_labels`] its name at the right end of its line.

pub(super) use self::draw::Labels;
use super::Figure;
use super::canvas::{Area, Point, TextLook};
use super::legend::Sample;
use super::style::{Look, MARGIN, WIDTH};

mod draw;

/// One plot of lines and points over two axes with numbers.
///
/// ```
/// use figures::plot::Plot;
/// use figures::style::Look;
///
/// let figure = Plot::new("x", "f(x)")
///     .line(Look::series(1), "square", (0..=20).map(|i| f64::from(i) / 10.0).map(|x| (x, x * x)))
///     .scatter(Look::series(2), "measured", [(0.5, 0.3), (1.5, 2.1)])
///     .y_range(0.0, 4.0)
///     .figure("nadaraya-watson/square.svg", "A parabola and two measurements");
/// assert!(figure.svg.contains(r#"class="stroke-series-1""#));
/// assert!(figure.svg.contains(">measured</text>"));
/// ```
#[derive(Clone, Debug)]
pub struct Plot {
    pub(super) names: [String; 2],
    ranges: [Option<(f64, f64)>; 2],
    ticks: [Option<Vec<f64>>; 2],
    powers: [bool; 2],
    series: Vec<Series>,
    notes: Vec<(Point, String, TextLook)>,
    heading: String,
    direct_labels: bool,
    height: f64,
}

#[derive(Clone, Debug)]
struct Series {
    look: Look,
    sample: Sample,
    name: String,
    points: Vec<Point>,
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
    pub fn line<X: Into<f64>, Y: Into<f64>>(
        self,
        look: Look,
        name: &str,
        points: impl IntoIterator<Item = (X, Y)>,
    ) -> Plot {
        self.add(look, Sample::LINE, name, points)
    }

    /// Adds points that are not joined.
    #[must_use]
    pub fn scatter<X: Into<f64>, Y: Into<f64>>(
        self,
        look: Look,
        name: &str,
        points: impl IntoIterator<Item = (X, Y)>,
    ) -> Plot {
        self.add(look, Sample::POINTS, name, points)
    }

    /// Adds a line with a marker on each point, for a few measured values.
    #[must_use]
    pub fn line_with_markers<X: Into<f64>, Y: Into<f64>>(
        self,
        look: Look,
        name: &str,
        points: impl IntoIterator<Item = (X, Y)>,
    ) -> Plot {
        self.add(look, Sample::BOTH, name, points)
    }

    /// Adds a vertical bar from zero to each point, with a marker on top: for weights.
    #[must_use]
    pub fn stems<X: Into<f64>, Y: Into<f64>>(
        self,
        look: Look,
        name: &str,
        points: impl IntoIterator<Item = (X, Y)>,
    ) -> Plot {
        self.add(look, Sample::STEMS, name, points)
    }

    fn add<X: Into<f64>, Y: Into<f64>>(
        mut self,
        look: Look,
        sample: Sample,
        name: &str,
        points: impl IntoIterator<Item = (X, Y)>,
    ) -> Plot {
        let points = points
            .into_iter()
            .map(|(x, y)| (x.into(), y.into()))
            .collect();
        self.series.push(Series {
            look,
            sample,
            name: name.to_owned(),
            points,
        });
        self
    }

    /// Sets the ends of the x axis. Without it, they are those of the data.
    #[must_use]
    pub fn x_range(mut self, from: f64, to: f64) -> Plot {
        self.ranges[0] = Some((from, to));
        self
    }

    /// Sets the ends of the y axis. Without it, they are those of the data and a little more.
    #[must_use]
    pub fn y_range(mut self, from: f64, to: f64) -> Plot {
        self.ranges[1] = Some((from, to));
        self
    }

    /// Sets the values with a label on the x axis. Without it, round values are chosen.
    #[must_use]
    pub fn x_ticks(mut self, ticks: &[f64]) -> Plot {
        self.ticks[0] = Some(ticks.to_vec());
        self
    }

    /// Sets the values with a label on the y axis. Without it, round values are chosen.
    #[must_use]
    pub fn y_ticks(mut self, ticks: &[f64]) -> Plot {
        self.ticks[1] = Some(ticks.to_vec());
        self
    }

    /// Says that both coordinates are decimal logarithms: a tick at 3 is labeled 1000.
    ///
    /// ```
    /// use figures::{plot::Plot, style::Look};
    ///
    /// let figure = Plot::new("points", "error")
    ///     .line(Look::series(1), "", [(1.0, 0.0), (3.0, -2.0)])
    ///     .x_ticks(&[1.0, 2.0, 3.0])
    ///     .y_ticks(&[-2.0, 0.0])
    ///     .powers_of_ten()
    ///     .figure("nadaraya-watson/powers.svg", "An error that falls");
    /// assert!(figure.svg.contains(">1000</text>") && figure.svg.contains(">0.01</text>"));
    /// ```
    #[must_use]
    pub fn powers_of_ten(mut self) -> Plot {
        self.powers = [true; 2];
        self
    }

    /// Says that the heights are decimal logarithms: a tick at -1 is labeled 0.1.
    ///
    /// ```
    /// use figures::{plot::Plot, style::Look};
    ///
    /// let figure = Plot::new("epoch", "loss")
    ///     .line(Look::series(1), "", [(1.0, 0.0), (3.0, -1.0)])
    ///     .x_ticks(&[1.0, 2.0, 3.0])
    ///     .y_ticks(&[-1.0, 0.0])
    ///     .heights_are_powers_of_ten()
    ///     .figure("bahdanau/powers.svg", "A loss that falls");
    /// assert!(figure.svg.contains(">3</text>") && figure.svg.contains(">0.1</text>"));
    /// ```
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
        text: &str,
        look: impl Into<TextLook>,
    ) -> Plot {
        self.notes.push(((x, y), text.to_owned(), look.into()));
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
    pub fn figure(&self, path: &'static str, title: &str) -> Figure {
        let legend = self.legend();
        let inner = WIDTH - 2.0 * MARGIN;
        let height = self.height + legend.height(inner);
        Figure::draw(path, title, (WIDTH, height), |canvas| {
            legend.draw(canvas, (MARGIN, MARGIN), inner);
            let top = MARGIN + legend.height(inner);
            let area = Area::new(MARGIN, top, inner, height - top - MARGIN);
            self.draw(canvas, area, Labels { x: true, y: true });
        })
    }
}
