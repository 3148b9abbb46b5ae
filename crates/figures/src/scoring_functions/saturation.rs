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

/// Returns the scores of one query, from the first `dim` entries of vectors that a draw determines.
/// So a larger dimension adds terms to the same sums.
fn scores(dim: usize, seed: u64) -> Array2<Real> {
    let rng = &mut rng(seed);
    let [query, keys] =
        [1, KEYS].map(|rows| normal((rows, DIMS[DIMS.len() - 1] as usize), 1.0, rng));
    let first = |vectors: &Array2<Real>| vectors.slice_axis(Axis(1), Slice::from(..dim)).to_owned();
    dot_scores(&first(&query), &first(&keys))
}

fn largest(weights: ArrayView1<'_, Real>) -> Real {
    weights.fold(0.0, |a: Real, &b| a.max(b))
}

/// The largest weight of each draw, for each dimension and each divisor.
static TOPS: LazyLock<Vec<Vec<[Real; 3]>>> = LazyLock::new(|| {
    let tops = |dim: f64, draw: usize| {
        let dim = dim as usize;
        let scores = scores(dim, draw as u64 + 1);
        divisors(dim).map(|divisor| largest(softmax(&(&scores / divisor)).row(0)))
    };
    let draws = |dim: f64| (0..DRAWS).map(|draw| tops(dim, draw)).collect();
    DIMS.map(draws).to_vec()
});

/// Returns the length of the gradient of a weight with respect to the query, as far as it passes
/// through its own score.
fn gradient(weight: Real, dim: usize, divisor: Real) -> Real {
    weight * (1.0 - weight) * (dim as Real).sqrt() / divisor
}

pub(crate) fn answer(choices: &[usize]) -> Answer {
    let (dim, seed) = (DIMS[choices[0]] as usize, choices[1] as u64 + 1);
    let scores = scores(dim, seed);
    let all = divisors(dim).map(|divisor| softmax(&(&scores / divisor)));
    let draws = &TOPS[choices[0]];
    let tops = draws[choices[1]];
    let saturated = [0, 1, 2].map(|index| {
        let is_saturated = |draw: &&[Real; 3]| draw[index] > SATURATED;
        draws.iter().filter(is_saturated).count()
    });
    let [first, second, third] = divisors(dim);
    let gradients = [(0, first), (1, second), (2, third)]
        .map(|(index, divisor)| gradient(tops[index], dim, divisor));
    let plots = [0, 1, 2].map(|index| {
        let weights = all[index].row(0);
        let points = weights.iter().enumerate();
        let points = points.map(|(key, &weight)| (key as f64 + 1.0, weight.into()));
        let points: Vec<Point> = points.collect();
        let top = points.iter().copied().reduce(|a, b| if b.1 > a.1 { b } else { a });
        let (key, top) = top.expect("there are keys");
        Plot::new("key", "weight")
            .heading(&format!(
                "divisor {}: gradient {}; saturated draws: {}",
                NAMES[index],
                number(gradients[index], 3),
                saturated[index]
            ))
            .x_axis(0.5, 10.5, (1..=KEYS).map(|key| key as f64).collect::<Vec<_>>())
            .y_axis(0.0, 1.4, [0.0, 1.0])
            .stems(Look::series([2, 1, 3][index]).marker(Marker::Disk), points)
            .note(key, top + 0.2, number(top, 3), Ink)
    });

    let pairs = [0, 1, 2].map(|index| {
        let [top, gradient] = [tops, gradients].map(|row| number(row[index], 3));
        match index {
            0 => format!("divisor 1, the largest weight is {top} and its gradient {gradient}"),
            _ => format!("{}, {top} and {gradient}", NAMES[index]),
        }
    });
    let mut headings = vec!["key".to_owned(), "dot product".to_owned()];
    headings.extend(NAMES.map(|name| format!("weight, divided by {name}")));
    let mut table = vec![headings];
    for key in 0..KEYS {
        let mut row = vec![(key + 1).to_string(), number(scores[[0, key]], 2)];
        row.extend(all.iter().map(|weights| number(weights[[0, key]], 3)));
        table.push(row);
    }
    Answer {
        svg: panels(1, 108.0, &plots, "Ten weights under three divisors"),
        result: format!(
            "Draw {seed}, d = {dim}: with {}. Saturated draws: {}, {}, and {} of {DRAWS}.",
            pairs.join("; with "),
            saturated[0],
            saturated[1],
            saturated[2]
        ),
        table,
        handle: None,
    }
}

#[cfg(test)]
mod tests;
