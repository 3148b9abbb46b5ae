//! Figures of the chapter on Nadaraya-Watson regression.

pub(crate) mod loss_over_w;
pub(crate) mod one_query;

use attention::nadaraya_watson::*;

use crate::prelude::*;

fn samples() -> Samples {
    draw(50, 22)
}

fn draw(count: usize, seed: u64) -> Samples {
    Samples::draw(count, &mut rng(seed)).expect("there are points")
}

/// Returns a plot of the points and the true curve, with axes for the data set of the chapter.
fn data_plot() -> Plot {
    let samples = samples();
    let [x, y] = [samples.inputs(), samples.targets()].map(Array1::clone);
    let curve = Array1::linspace(0.0, 5.0, 101).mapv(|x| (x, truth(x)));
    Plot::new("x", "y")
        .x_axis(0.0, 5.0, [1.0, 2.0, 3.0, 4.0])
        .y_axis(-1.0, 6.0, [0.0, 2.0, 4.0])
        .scatter(Look::reference(), "training points", x.into_iter().zip(y))
        .line(Look::reference().dash(Dash::DASHED), "true curve", curve)
}

/// Returns the estimate from the data set of the chapter, from 0 to 5.
fn fit(kernel: Kernel, width: Real) -> Vec<(Real, Real)> {
    let queries = Array1::linspace(0.0, 5.0, 251);
    let predictions = predict(&samples(), &queries, kernel, width).expect("the width is positive");
    queries.into_iter().zip(predictions).collect()
}

/// Draws the height of a plant as predicted from three measurements, with two widths.
pub(crate) fn plant() -> String {
    const ASKED: Real = 3.0;
    let [days, heights] = [[1.0, 4.0, 6.0], [2.0, 3.0, 7.0]].map(Array1::from_iter);
    let samples = Samples::new(days.clone(), heights.clone()).expect("as many heights as days");
    let mut plot = Plot::new("day", "height in cm");
    for (series, width) in [(1, 1.0), (2, 3.0)] {
        let fit = |queries: Array1<Real>| -> Vec<(Real, Real)> {
            let predictions = predict(&samples, &queries, Kernel::Gaussian, width);
            queries.into_iter().zip(predictions.expect("the width is positive")).collect()
        };
        let look = Look::series(series).marker(Marker::Disk);
        let curve = fit(Array1::linspace(0.0, 7.0, 141));
        plot = plot.line(look, &format!("width {width}"), curve);
        plot = plot.scatter(look, "", fit(Array1::from_elem(1, ASKED)));
    }
    plot.scatter(Look::reference(), "measured", days.into_iter().zip(heights))
        .x_axis(0.0, 7.0, [1.0, 2.0, 3.0, 4.0, 5.0, 6.0])
        .y_axis(0.0, 8.0, [0.0, 2.0, 4.0, 6.0])
        .height(190.0)
        .svg("Predicted heights of a plant")
}

/// Draws the kernel around the position of *tired*, with its values at the positions of *men* and
/// *girl*.
pub(crate) fn positions() -> String {
    const TIRED: Real = 5.0;
    let mut plot = Plot::new("position in the sentence", "kernel");
    for (series, width) in [(1, 1.0), (2, 3.0)] {
        let kernel = |x: Real| (x, (-((TIRED - x) / width).powi(2) / 2.0).exp());
        let curve = Array1::linspace(1.0, 7.0, 121).mapv(kernel);
        let look = Look::series(series).marker(Marker::Disk);
        plot = plot.line(look, &format!("width {width}"), curve);
        plot = plot.scatter(look, "", [2.0, 6.0].map(kernel));
    }
    plot.note(2.0, 0.19, "men", Ink)
        .note(5.0, 1.17, "tired", Ink)
        .note(6.1, 1.1, "girl", Ink)
        .x_axis(1.0, 7.0, [1.0, 2.0, 3.0, 4.0, 5.0, 6.0])
        .y_axis(0.0, 1.3, [0.0, 0.5, 1.0])
        .height(190.0)
        .svg("Two kernels around the word tired")
}

pub(crate) fn average_pooling() -> String {
    let mean = samples().targets().mean().expect("there are points");
    data_plot()
        .line(Look::series(1), "mean of the targets", [(0.0, mean), (5.0, mean)])
        .svg("The data set and average pooling")
}

pub(crate) fn kernels() -> String {
    let distances = Array1::linspace(-3.0, 3.0, 601);
    let mut plot = Plot::new("distance in widths", "kernel")
        .x_axis(-3.0, 3.0, [-2.0, -1.0, 0.0, 1.0, 2.0])
        .y_axis(0.0, 1.1, []);
    for (index, kernel) in Kernel::ALL.into_iter().enumerate() {
        let curve = distances.mapv(|u| (u, kernel.evaluate(u)));
        plot = plot.line(Look::series(index + 1), NAMES[index], curve);
    }
    plot.svg("Four kernels")
}

/// The names of the kernels, in the order of [`Kernel::ALL`].
const NAMES: [&str; 4] = ["Gaussian", "boxcar", "Epanechnikov", "triangular"];

fn fit_plot(heading: &str, kernel: Kernel, width: Real) -> Plot {
    data_plot().heading(heading).line(Look::series(1), "fit", fit(kernel, width))
}

pub(crate) fn kernel_fits() -> String {
    let plots = [0, 1, 2, 3].map(|at| fit_plot(NAMES[at], Kernel::ALL[at], 1.0));
    panels(2, 160.0, &plots, "Four kernels with width 1")
}

pub(crate) fn widths() -> String {
    let plots =
        [1.0, 0.25, 0.05].map(|width| fit_plot(&format!("width {width}"), Kernel::Gaussian, width));
    panels(1, 150.0, &plots, "The Gaussian kernel with three widths")
}

/// Draws the error at 2.5 against the number of points, for three rules that choose the width.
pub(crate) fn consistency() -> String {
    const SETS: u64 = 1000;
    const QUERY: Real = 2.5;
    let points = [50, 500, 5000].map(|points| {
        let n = points as Real;
        let mut squares = [0.0; 3];
        for seed in 0..SETS {
            let samples = draw(points, seed);
            for (sum, width) in squares.iter_mut().zip([1.0, n.powf(-0.2), 5.0 / n]) {
                let answer = predict(&samples, &array![QUERY], Kernel::Gaussian, width);
                *sum += (answer.expect("the width is positive")[0] - truth(QUERY)).powi(2);
            }
        }
        squares.map(|sum| (n.log10(), (sum / SETS as Real).sqrt().log10()))
    });
    let mut plot = Plot::new("number of points n", "error")
        .x_axis(1.5, 3.9, [2.0, 3.0])
        .y_axis(-1.8, 0.0, [-1.0, 0.0])
        .powers_of_ten([true; 2]);
    for (index, name) in ["width 1", "width n^(-1/5)", "width 5/n"].into_iter().enumerate() {
        plot = plot.marked_line(Look::series(index + 1), name, points.map(|rules| rules[index]));
    }
    plot.svg("The error at 2.5 against the number of points")
}

pub(crate) fn loss_curves() -> String {
    let curve = |learning_rate| {
        (0_u32..).zip(descend(&samples(), 0.5, learning_rate, 50).into_iter().map(|step| step.loss))
    };
    let continued = Look::series(2).dash(Dash::DOTTED);
    Plot::new("epoch", "leave-one-out loss")
        .y_axis(0.0, 1.2, [])
        .line(Look::series(1), "learning rate 1", curve(1.0))
        .marked_line(LARGE_RATE, "learning rate 25", curve(25.0).take(6))
        .line(continued, "after epoch 5", curve(25.0).skip(5))
        .svg("Two loss curves with different learning rates")
}

/// The look of the first five epochs with a large learning rate, in both figures.
const LARGE_RATE: Look = Look::series(2).marker(Marker::Ring);

pub(crate) fn weights() -> String {
    let queries: Array1<Real> = query_grid().iter().copied().step_by(2).collect();
    let samples = samples();
    let maps = [1.0, 4.1, 14.0].map(|w: Real| {
        let weights = attention_weights(&queries, samples.inputs(), Kernel::Gaussian, 1.0 / w);
        HeatMap::new(weights.expect("the width is positive").view())
            .names("Every second query", "Keys")
            .full_at(0.4)
            .heading(&format!("w = {w}"))
    });
    heat_maps(1, &maps, "The attention weights for three values of w")
}
