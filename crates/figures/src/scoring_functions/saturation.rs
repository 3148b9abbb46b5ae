//! The weights of ten keys under three divisors, while queries and keys grow.

use std::sync::LazyLock;

use attention::nn::init::normal;
use attention::scoring_functions::dot_scores;
use ndarray::Slice;

use crate::prelude::*;

const KEYS: usize = 10;
const DIMS: [f64; 15] =
    [4.0, 6.0, 8.0, 12.0, 16.0, 24.0, 32.0, 48.0, 64.0, 96.0, 128.0, 192.0, 256.0, 384.0, 512.0];
const DRAWS: usize = 20;
/// A group whose largest weight is above this is saturated.
const SATURATED: Real = 0.99;
const NAMES: [&str; 3] = ["1", "\u{221a}d", "d"];

pub(crate) fn controls() -> Vec<Control> {
    vec![
        Control::slider("dimension d", &DIMS, 512.0),
        Control::slider("draw", &steps(1.0, DRAWS as f64, DRAWS), 1.0),
    ]
}

fn divisors(dim: usize) -> [Real; 3] {
    let d = dim as Real;
    [1.0, d.sqrt(), d]
}

/// Returns a query and keys that a draw determines, with the largest dimension.
fn vectors(seed: u64) -> [Array2<Real>; 2] {
    let rng = &mut rng(seed);
    [1, KEYS].map(|rows| normal((rows, DIMS[DIMS.len() - 1] as usize), 1.0, rng))
}

/// Returns the scores from the first `dim` entries of a query and keys. So a larger dimension adds
/// terms to the same sums.
fn scores([query, keys]: &[Array2<Real>; 2], dim: usize) -> Array2<Real> {
    let first = |rows: &Array2<Real>| rows.slice_axis(Axis(1), Slice::from(..dim)).to_owned();
    dot_scores(&first(query), &first(keys))
}

fn largest(weights: ArrayView1<'_, Real>) -> Real {
    weights.fold(0.0, |a: Real, &b| a.max(b))
}

/// The largest weight of each draw, for each dimension and each divisor.
static TOPS: LazyLock<Vec<[[Real; 3]; DIMS.len()]>> = LazyLock::new(|| {
    let tops = |draw: usize| {
        let vectors = vectors(draw as u64 + 1);
        DIMS.map(|dim| {
            let scores = scores(&vectors, dim as usize);
            divisors(dim as usize).map(|divisor| largest(softmax(&(&scores / divisor)).row(0)))
        })
    };
    (0..DRAWS).map(tops).collect()
});

/// Returns the length of the gradient of a weight with respect to the query, as far as it passes
/// through its own score.
fn gradient(weight: Real, dim: usize, divisor: Real) -> Real {
    weight * (1.0 - weight) * (dim as Real).sqrt() / divisor
}

pub(crate) fn answer(choices: &[usize]) -> Answer {
    let (dim, seed) = (DIMS[choices[0]] as usize, choices[1] as u64 + 1);
    let scores = scores(&vectors(seed), dim);
    let all = divisors(dim).map(|divisor| softmax(&(&scores / divisor)));
    let tops = TOPS[choices[1]][choices[0]];
    let saturated = [0, 1, 2]
        .map(|index| TOPS.iter().filter(|draw| draw[choices[0]][index] > SATURATED).count());
    let divisors = divisors(dim);
    let gradients = [0, 1, 2].map(|index| number(gradient(tops[index], dim, divisors[index]), 3));
    let plots = [0, 1, 2].map(|index| {
        let weights = all[index].iter().map(|weight| f64::from(*weight));
        let points: Vec<Point> = (1..=KEYS).map(|key| key as f64).zip(weights).collect();
        let top = points.iter().copied().reduce(|a, b| if b.1 > a.1 { b } else { a });
        let (key, top) = top.expect("there are keys");
        let (name, gradient, saturated) = (NAMES[index], &gradients[index], saturated[index]);
        Plot::new("key", "weight")
            .heading(&format!("divisor {name}: gradient {gradient}; saturated draws: {saturated}"))
            .x_axis(0.5, 10.5, points.iter().map(|point| point.0).collect::<Vec<_>>())
            .y_axis(0.0, 1.4, [0.0, 1.0])
            .stems(Look::series([2, 1, 3][index]).marker(Marker::Disk), points)
            .note(key, top + 0.2, number(top, 3), Ink)
    });

    let pairs = [0, 1, 2].map(|index| {
        let (name, top, gradient) = (NAMES[index], number(tops[index], 3), &gradients[index]);
        match index {
            0 => format!("divisor 1, the largest weight is {top} and its gradient {gradient}"),
            _ => format!("{name}, {top} and {gradient}"),
        }
    });
    let [one, two, three] = &NAMES.map(|name| format!("weight, divided by {name}"));
    let rows = (0..KEYS).map(|key| {
        let [one, two, three] = all.each_ref().map(|weights| number(weights[[0, key]], 3));
        [(key + 1).to_string(), number(scores[[0, key]], 2), one, two, three]
    });
    Answer {
        svg: panels(1, 108.0, &plots, "Ten weights under three divisors"),
        result: format!(
            "Draw {seed}, d = {dim}: with {}. Saturated draws: {} of {DRAWS}.",
            pairs.join("; with "),
            list(&saturated.map(|draws| draws.to_string()))
        ),
        table: table(["key", "dot product", one, two, three], rows),
        handle: None,
    }
}

#[cfg(test)]
mod tests;
