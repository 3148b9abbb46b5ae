//! Several small plots in one figure, with common axes, so that they can be compared.

use drawing::prelude::*;

use crate::plot::Plot;

/// A grid of plots with the same ranges. Names and numbers of the axes stand only at the outside.
#[derive(Clone, Debug)]
pub struct Panels {
    columns: usize,
    plots: Vec<Plot>,
    height: f64,
}

impl Panels {
    /// Puts the plots into rows of `columns`, of a height in user units. Names, ranges and ticks are
    /// those of the first plot, and a range that it does not set holds the data of all.
    ///
    /// # Panics
    ///
    /// Panics if there is no plot or no column.
    #[track_caller]
    pub fn new(
        columns: usize,
        height: f64,
        plots: impl IntoIterator<Item = Plot>,
    ) -> Panels {
        let plots: Vec<Plot> = plots.into_iter().collect();
        assert!(columns > 0 && !plots.is_empty(), "Panels: no plot");
        Panels {
            columns,
            plots,
            height,
        }
    }

    /// Draws the grid as a figure.
    ///
    /// # Panics
    ///
    /// Panics where [`Plot::svg`] does.
    #[track_caller]
    pub fn svg(&self, title: &str) -> String {
        let legend = Legend::new(self.plots.iter().flat_map(Plot::legend));
        let [x_name, y_name] = &self.plots[0].names;
        let line = |name: &str| if name.is_empty() { 0.0 } else { LINE_HEIGHT };
        let top = MARGIN + legend.height() + line(y_name);
        let rows = self.plots.len().div_ceil(self.columns) as f64;
        let height = top + rows * self.height + LINE_HEIGHT + line(x_name) + MARGIN;
        let y_axis = self.common(1, self.height - 40.0);
        let outside = y_axis.label_width();
        let inner = WIDTH - 2.0 * MARGIN - outside;
        let width = inner / self.columns as f64;
        let axes = [self.common(0, width - 8.0), y_axis];

        let canvas = &mut Canvas::new(height);
        legend.draw(canvas);
        if !y_name.is_empty() {
            canvas.text((MARGIN, top - LINE_HEIGHT / 2.0), y_name, Muted.start());
        }
        for (index, plot) in self.plots.iter().enumerate() {
            let (row, column) = (index / self.columns, index % self.columns);
            // The last plot of each column has the numbers of the x axis below it.
            let labeled = [index + self.columns >= self.plots.len(), column == 0];
            let beside = if labeled[1] { outside } else { 0.0 };
            let below = if labeled[0] { LINE_HEIGHT } else { 0.0 };
            let area = Area::new(
                MARGIN + outside + width * column as f64 - beside,
                top + self.height * row as f64,
                width + beside,
                self.height + below,
            );
            plot.with_axes(&axes).draw(canvas, area, labeled);
        }
        if !x_name.is_empty() {
            let at = (
                MARGIN + outside + inner / 2.0,
                height - MARGIN - LINE_HEIGHT / 2.0,
            );
            canvas.text(at, x_name, Muted);
        }
        canvas.svg(title)
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
