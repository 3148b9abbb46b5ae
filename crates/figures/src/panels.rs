//! Several small plots in one figure, with common axes, so that they can be compared.

use super::Figure;
use super::axis::Axis;
use super::canvas::{Area, TextLook};
use super::legend::Legend;
use super::plot::{Labels, Plot};
use super::style::{LINE_HEIGHT, MARGIN, Role, WIDTH};

/// A grid of plots with the same ranges. Names and numbers of the axes stand only at the outside.
///
/// ```
/// use figures::panels::Panels;
/// use figures::plot::Plot;
/// use figures::style::Look;
///
/// let power = |n: i32| {
///     let points = (0..=10).map(|i| f64::from(i) / 10.0).map(move |x| (x, x.powi(n)));
///     Plot::new("x", "f(x)").heading(&format!("n = {n}")).line(Look::series(1), "", points)
/// };
/// let figure = Panels::new(2, [power(1), power(2), power(3), power(4)])
///     .figure("nadaraya-watson/powers.svg", "Four powers of x");
/// assert_eq!(figure.svg.matches("stroke-series-1").count(), 4);
/// assert!(figure.svg.contains(">n = 4</text>"));
/// ```
#[derive(Clone, Debug)]
pub struct Panels {
    columns: usize,
    plots: Vec<Plot>,
    height: f64,
}

impl Panels {
    /// Puts the plots into rows of `columns`. Names, ranges and ticks are those of the first plot,
    /// and a range that it does not set holds the data of all.
    ///
    /// # Panics
    ///
    /// Panics if there is no plot or no column.
    #[track_caller]
    pub fn new(columns: usize, plots: impl IntoIterator<Item = Plot>) -> Panels {
        let plots: Vec<Plot> = plots.into_iter().collect();
        assert!(
            columns > 0 && !plots.is_empty(),
            "Panels: {} plots in {columns} columns",
            plots.len()
        );
        Panels {
            columns,
            plots,
            height: 140.0,
        }
    }

    /// Sets the height of one row in user units. Without it, 140.
    #[must_use]
    pub fn row_height(mut self, height: f64) -> Panels {
        self.height = height;
        self
    }

    /// Draws the grid as a figure.
    ///
    /// # Panics
    ///
    /// Panics where [`Plot::figure`] does.
    #[track_caller]
    pub fn figure(&self, path: &'static str, title: &str) -> Figure {
        let mut legend = Legend::default();
        for plot in &self.plots {
            legend.merge(plot.legend());
        }
        let [x_name, y_name] = &self.plots[0].names;
        let inner = WIDTH - 2.0 * MARGIN;
        let top = MARGIN
            + legend.height(inner)
            + if y_name.is_empty() { 0.0 } else { LINE_HEIGHT };
        let rows = self.plots.len().div_ceil(self.columns);
        let bottom =
            LINE_HEIGHT + if x_name.is_empty() { 0.0 } else { LINE_HEIGHT } + MARGIN;
        let height = top + rows as f64 * self.height + bottom;
        let y_axis = self.common(1, self.height - 40.0);
        let outside = y_axis.label_width();
        let width = (inner - outside) / self.columns as f64;
        let axes = [self.common(0, width - 8.0), y_axis];
        Figure::draw(path, title, (WIDTH, height), |canvas| {
            legend.draw(canvas, (MARGIN, MARGIN), inner);
            if !y_name.is_empty() {
                canvas.text(
                    (MARGIN, top - LINE_HEIGHT / 2.0),
                    y_name,
                    TextLook::start(Role::Muted),
                );
            }
            for (index, plot) in self.plots.iter().enumerate() {
                let (row, column) = (index / self.columns, index % self.columns);
                // The last plot of each column has the numbers of the x axis below it.
                let labels = Labels {
                    x: index + self.columns >= self.plots.len(),
                    y: column == 0,
                };
                let left = MARGIN
                    + width * column as f64
                    + if labels.y { 0.0 } else { outside };
                let area = Area::new(
                    left,
                    top + self.height * row as f64,
                    width + if labels.y { outside } else { 0.0 },
                    self.height + if labels.x { LINE_HEIGHT } else { 0.0 },
                );
                plot.with_axes(&axes).draw(canvas, area, labels);
            }
            if !x_name.is_empty() {
                let x = MARGIN + outside + (inner - outside) / 2.0;
                canvas.text(
                    (x, height - MARGIN - LINE_HEIGHT / 2.0),
                    x_name,
                    Role::Muted,
                );
            }
        })
    }

    /// The axis that holds the data of all plots.
    #[track_caller]
    fn common(&self, axis: usize, length: f64) -> Axis {
        let extents = self.plots.iter().map(|plot| plot.extent(axis));
        let all = extents.fold((f64::INFINITY, f64::NEG_INFINITY), |all, own| {
            (all.0.min(own.0), all.1.max(own.1))
        });
        self.plots[0].axis(axis, all, length)
    }
}
