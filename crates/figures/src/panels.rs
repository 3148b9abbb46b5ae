//! Several small plots in one figure, with common axes, so that they can be compared.

use drawing::prelude::*;

use crate::plot::Plot;

/// Draws plots as a figure, in rows of `columns`, each of a height in user units. Names and ticks of the
/// axes are those of the first plot and stand only at the outside; so do the ranges, and a range that it
/// does not set holds the data of all.
///
/// # Panics
///
/// Panics if there is no plot, and where [`Plot::svg`] does.
#[track_caller]
pub fn panels<const N: usize>(
    columns: usize,
    height: f64,
    plots: [Plot; N],
    title: &str,
) -> String {
    let legend = Legend::new(plots.iter().flat_map(Plot::legend));
    let [x_name, y_name] = &plots[0].names;
    let top = MARGIN + legend.height() + room(y_name, LINE_HEIGHT);
    let grid = N.div_ceil(columns) as f64 * height;
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
        // The last plot of each column has the numbers of the x axis below it.
        let labeled = [index + columns >= N, column == 0];
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
    let below = (MARGIN + outside + inner / 2.0, bottom - LINE_HEIGHT / 2.0);
    canvas.text(below, x_name, Muted);
    canvas.svg(title)
}
