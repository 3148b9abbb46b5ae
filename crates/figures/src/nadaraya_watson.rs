//! Figures of the chapter on Nadaraya-Watson regression.

use attention::Real;
use attention::nadaraya_watson::{
    Kernel, Samples, attention_weights, descend, loss_and_gradient, predict,
    query_grid, truth,
};
use ndarray::{Array1, array};
use rand::{SeedableRng, rngs::ChaCha8Rng};

use super::Figure;
use super::heat_map::HeatMap;
use super::heat_maps::HeatMaps;
use super::panels::Panels;
use super::plot::Plot;
use super::style::{Dash, Look, Marker};

/// The data set of the chapter.
fn samples() -> Samples {
    draw(50, 22)
}

fn draw(count: usize, seed: u64) -> Samples {
    Samples::draw(count, &mut ChaCha8Rng::seed_from_u64(seed))
        .expect("there are points")
}

/// Evenly spaced numbers from one end to the other, both included.
fn grid(from: Real, to: Real, count: usize) -> Array1<Real> {
    Array1::linspace(from, to, count)
}

/// A plot of the points and the true curve, with axes that fit the data set of the chapter.
fn data_plot() -> Plot {
    let samples = samples();
    let points = samples.inputs().iter().zip(samples.targets());
    Plot::new("x", "y")
        .x_range(0.0, 5.0)
        .y_range(-1.0, 6.0)
        .x_ticks(&[1.0, 2.0, 3.0, 4.0])
        .y_ticks(&[0.0, 2.0, 4.0])
        .scatter(
            Look::reference(),
            "training points",
            points.map(|(&x, &y)| (x, y)),
        )
        .line(
            Look::reference().dash(Dash::Dashed),
            "true curve",
            grid(0.0, 5.0, 101).iter().map(|&x| (x, truth(x))),
        )
}

/// The estimate from the data set of the chapter, from 0 to 5.
fn fit(kernel: Kernel, width: Real) -> Vec<(Real, Real)> {
    let queries = grid(0.0, 5.0, 251);
    let predictions =
        predict(&samples(), &queries, kernel, width).expect("the width is positive");
    queries.into_iter().zip(predictions).collect()
}

/// The data set, the curve behind it, and the mean of the targets.
///
/// ```
/// let figure = figures::nadaraya_watson::average_pooling();
/// assert!(figure.svg.contains(">mean of the targets</text>"));
/// ```
pub fn average_pooling() -> Figure {
    let targets = samples().targets().clone();
    let mean = targets.sum() / targets.len() as Real;
    data_plot()
        .line(
            Look::series(1),
            "mean of the targets",
            [(0.0, mean), (5.0, mean)],
        )
        .figure(
            "nadaraya-watson/average-pooling.svg",
            "The data set and average pooling",
        )
}

/// The four kernels over the distance.
///
/// ```
/// let figure = figures::nadaraya_watson::kernels();
/// assert!(figure.svg.contains(">Epanechnikov</text>"));
/// ```
pub fn kernels() -> Figure {
    let mut plot = Plot::new("distance in widths", "kernel")
        .x_range(-3.0, 3.0)
        .y_range(0.0, 1.1)
        .x_ticks(&[-2.0, -1.0, 0.0, 1.0, 2.0]);
    for (index, kernel) in Kernel::ALL.into_iter().enumerate() {
        let curve = grid(-3.0, 3.0, 601).mapv(|u| (u, kernel.evaluate(u)));
        plot = plot.line(Look::series(index + 1), name(kernel), curve);
    }
    plot.figure("nadaraya-watson/kernels.svg", "Four kernels")
}

fn name(kernel: Kernel) -> &'static str {
    match kernel {
        Kernel::Gaussian => "Gaussian",
        Kernel::Boxcar => "boxcar",
        Kernel::Epanechnikov => "Epanechnikov",
        Kernel::Triangular => "triangular",
    }
}

/// The fit of each kernel with the width 1.
///
/// ```
/// let figure = figures::nadaraya_watson::kernel_fits();
/// assert!(figure.svg.contains(">triangular</text>"));
/// ```
pub fn kernel_fits() -> Figure {
    let panels = Kernel::ALL.map(|kernel| {
        data_plot()
            .heading(name(kernel))
            .line(Look::series(1), "fit", fit(kernel, 1.0))
    });
    Panels::new(2, panels).row_height(160.0).figure(
        "nadaraya-watson/kernel-fits.svg",
        "Four kernels with the width 1",
    )
}

/// The fit of the Gaussian kernel for three widths.
///
/// ```
/// let figure = figures::nadaraya_watson::widths();
/// assert!(figure.svg.contains(">width 0.05</text>"));
/// ```
pub fn widths() -> Figure {
    let panels = [1.0, 0.25, 0.05].map(|width| {
        data_plot().heading(&format!("width {width}")).line(
            Look::series(1),
            "fit",
            fit(Kernel::Gaussian, width),
        )
    });
    Panels::new(1, panels).row_height(150.0).figure(
        "nadaraya-watson/widths.svg",
        "The Gaussian kernel with three widths",
    )
}

/// The error at 2.5 against the number of points, for three rules that choose the width.
///
/// ```
/// let figure = figures::nadaraya_watson::consistency();
/// assert!(figure.svg.contains(">width 1</text>"));
/// ```
pub fn consistency() -> Figure {
    const SETS: u64 = 100;
    let query: Real = 2.5;
    let mut plot = Plot::new("number of points n", "error")
        .x_range(1.5, 4.9)
        .x_ticks(&[2.0, 3.0, 4.0])
        .y_range(-2.2, 0.0)
        .y_ticks(&[-2.0, -1.0, 0.0])
        .powers_of_ten();
    let mut curves = [vec![], vec![], vec![]];
    for points in [50, 500, 5000, 50_000] {
        let n = points as Real;
        let widths = [1.0, n.powf(-0.2), 5.0 / n];
        let mut squares = [0.0; 3];
        for seed in 0..SETS {
            let samples = draw(points, seed);
            for (sum, width) in squares.iter_mut().zip(widths) {
                let answers =
                    predict(&samples, &array![query], Kernel::Gaussian, width)
                        .expect("the width is positive");
                *sum += (answers[0] - truth(query)).powi(2);
            }
        }
        for (curve, sum) in curves.iter_mut().zip(squares) {
            curve.push((n.log10(), (sum / SETS as Real).sqrt().log10()));
        }
    }
    let names = ["width 1", "width n^(-1/5)", "width 5/n"];
    for (index, (name, curve)) in names.into_iter().zip(curves).enumerate() {
        plot = plot.line_with_markers(Look::series(index + 1), name, curve);
    }
    plot.figure(
        "nadaraya-watson/consistency.svg",
        "The error at 2.5 for ever more points",
    )
}

/// The loss over the epochs, for the learning rates of the classic recipe and of the careful descent.
///
/// ```
/// let figure = figures::nadaraya_watson::loss_curves();
/// assert!(figure.svg.contains(">careful descent</text>"));
/// ```
pub fn loss_curves() -> Figure {
    let curve = |learning_rate| {
        let path = descend(&samples(), 0.5, learning_rate, 50);
        path.into_iter()
            .enumerate()
            .map(|(epoch, step)| (epoch as u32, step.loss))
    };
    Plot::new("epoch", "leave-one-out loss")
        .y_range(0.0, 1.2)
        .line(Look::series(1), "careful descent", curve(1.0))
        .line_with_markers(classic_look(), "classic recipe", curve(25.0).take(6))
        .line(
            Look::series(2).dash(Dash::Dotted),
            "the same, continued",
            curve(25.0).skip(5),
        )
        .figure(
            "nadaraya-watson/loss-curves.svg",
            "Two loss curves with different learning rates",
        )
}

/// The loss as a function of w, with the steps of both descents.
///
/// ```
/// let figure = figures::nadaraya_watson::loss_over_w();
/// assert!(figure.svg.contains(">classic recipe</text>"));
/// ```
pub fn loss_over_w() -> Figure {
    let samples = samples();
    let valley = grid(0.0, 16.0, 161).mapv(|w| (w, loss_and_gradient(&samples, w).0));
    let path = |learning_rate, epochs| {
        let path = descend(&samples, 0.5, learning_rate, epochs);
        path.into_iter().map(|step| (step.w, step.loss))
    };
    Plot::new("w", "leave-one-out loss")
        .y_range(0.0, 1.2)
        .line(Look::reference().dash(Dash::Solid), "loss", valley)
        .line_with_markers(classic_look(), "classic recipe", path(25.0, 5))
        .scatter(Look::series(1), "careful descent", path(1.0, 100))
        .figure(
            "nadaraya-watson/loss-over-w.svg",
            "The loss as a function of w, and two descents",
        )
}

/// The classic recipe has the same look in all figures.
fn classic_look() -> Look {
    Look::series(2).marker(Marker::Ring)
}

/// The fits that the two descents end with.
///
/// ```
/// let figure = figures::nadaraya_watson::learned_fits();
/// assert!(figure.svg.contains(">w = 4.1</text>"));
/// ```
pub fn learned_fits() -> Figure {
    let samples = samples();
    let careful = descend(&samples, 0.5, 1.0, 100)[100].w;
    let classic = descend(&samples, 0.5, 25.0, 5)[5].w;
    data_plot()
        .line(
            Look::series(2).dash(Dash::Mixed),
            &format!("w = {classic:.0}"),
            fit(Kernel::Gaussian, 1.0 / classic),
        )
        .line(
            Look::series(1),
            &format!("w = {careful:.1}"),
            fit(Kernel::Gaussian, 1.0 / careful),
        )
        .figure(
            "nadaraya-watson/learned-fits.svg",
            "The fits of the two descents",
        )
}

/// The weights of every second query for three values of w. Weights below 0.005 are left out.
///
/// ```
/// let figure = figures::nadaraya_watson::weights();
/// assert!(figure.svg.contains(">w = 14</text>"));
/// ```
pub fn weights() -> Figure {
    let queries: Array1<Real> = query_grid().iter().copied().step_by(2).collect();
    let samples = samples();
    let maps = [1.0, 4.1, 14.0].map(|w: Real| {
        let weights =
            attention_weights(&queries, samples.inputs(), Kernel::Gaussian, 1.0 / w)
                .expect("the width is positive")
                .mapv(|weight| if weight < 0.005 { 0.0 } else { weight });
        HeatMap::new(weights.view())
            .names("Every second query", "Keys")
            .full_at(0.4)
            .heading(&format!("w = {w}"))
    });
    HeatMaps::new(1, maps).figure(
        "nadaraya-watson/weights.svg",
        "The attention weights for three values of w",
    )
}
