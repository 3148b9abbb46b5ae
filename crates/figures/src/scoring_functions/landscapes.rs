//! The keys that a score prefers, for one query in the plane.

use attention::scoring_functions::*;

use crate::prelude::*;

/// The largest coordinate of a key. The smallest one is its negative.
const REACH: f64 = 3.0;
/// The number of keys in a row.
const KEYS: usize = 193;
/// The opacity of the largest weight. Text and arrows are readable at nine tenths of it.
const DARKEST: f64 = 0.5;

pub(crate) fn score_landscapes() -> String {
    let query = array![[1.2, 0.6]];
    let matrix = array![[0.0, 1.0], [-1.5, 0.0]];
    let turned = query.dot(&matrix);
    let weights = AdditiveWeights {
        query: Array2::eye(2) * -2.0,
        key: Array2::eye(2) * 2.0,
        score: array![2.0, 2.0],
    };
    // A square grid of keys, row by row from bottom to top.
    let keys = Array2::from_shape_fn((KEYS * KEYS, 2), |(key, axis)| {
        value([key % KEYS, key / KEYS][axis] as f64) as Real
    });
    let panels = [
        ("dot product", dot_scores(&query, &keys)),
        ("bilinear", bilinear_scores(&query, &matrix, &keys)),
        ("distance", gaussian_scores(&query, &keys)),
        ("additive", additive_scores(&query, &keys, &weights)),
    ];
    let canvas = &mut Canvas::new(430.0);
    for (index, (name, scores)) in panels.into_iter().enumerate() {
        let left = 10.0 + 200.0 * (index % 2) as f64;
        let top = 30.0 + 214.0 * (index / 2) as f64;
        let area = Area::new(left, top, 180.0, 180.0);
        canvas.heading((left, top - 16.0), name);
        landscape(canvas, area, &scores);
        if index == 1 {
            vector(canvas, area, &turned, "M\u{1d40}q", Series2);
        }
        vector(canvas, area, &query, "q", Ink);
    }
    canvas.svg("The keys that four scores prefer, for one query")
}

/// Returns the coordinate of a position in a row of keys.
fn value(index: f64) -> f64 {
    index * (2.0 * REACH / (KEYS - 1) as f64) - REACH
}

fn place(area: Area, (x, y): Point) -> Point {
    let [x, y] = [x, y].map(|value| (value + REACH) / (2.0 * REACH));
    (area.left + area.width * x, area.bottom() - area.height * y)
}

fn vector(canvas: &mut Canvas, area: Area, tip: &Array2<Real>, name: &str, role: Role) {
    let [x, y] = [tip[[0, 0]], tip[[0, 1]]].map(f64::from);
    let to = place(area, (x, y));
    canvas.arrow(place(area, (0.0, 0.0)), to, role);
    let at = (to.0 + 6.0 * x.signum(), to.1 - 8.0);
    canvas.text(at, name, if x < 0.0 { Ink.end() } else { Ink.start() });
}

/// Draws the weights relative to the largest one, in steps of one tenth.
fn landscape(canvas: &mut Canvas, area: Area, scores: &Array2<Real>) {
    let weights = softmax(scores).mapv(f64::from);
    let largest = weights.fold(0.0, |a: f64, &b| a.max(b));
    let weights: Vec<f64> = weights.iter().map(|weight| weight / largest).collect();
    let rows: Vec<&[f64]> = weights.chunks(KEYS).collect();
    // Overlapping sheets add up, so each one adds only the missing opacity.
    for step in 1..10 {
        let [before, level] = [step - 1, step].map(|step| f64::from(step) / 10.0);
        let opacity = 1.0 - (1.0 - level * DARKEST) / (1.0 - before * DARKEST);
        let corners = above(&rows, level).into_iter();
        let corners = corners.map(|(x, y)| place(area, (value(x), value(y))));
        let corners: Vec<Point> = corners.collect();
        canvas.fill_polygon(&corners, Heat.opacity(opacity));
    }
    for ends in [[(-REACH, 0.0), (REACH, 0.0)], [(0.0, -REACH), (0.0, REACH)]] {
        canvas.line(ends.map(|end| place(area, end)), Grid.width(1.0));
    }
    canvas.outline(area, Muted);
}

/// Returns the outline of the weights of at least `level`: up on the left, down on the right.
fn above(rows: &[&[f64]], level: f64) -> Vec<Point> {
    let (mut left, mut right) = (Vec::new(), Vec::new());
    for (row, values) in rows.iter().enumerate() {
        let inside: Vec<usize> = (0..KEYS).filter(|&i| values[i] >= level).collect();
        let Some((&first, &last)) = inside.first().zip(inside.last()) else {
            continue;
        };
        // The position of the level between a key inside and one outside.
        let edge = |inside: usize, outside: usize| {
            let value = values.get(outside).unwrap_or(&f64::NEG_INFINITY);
            let part = (values[inside] - level) / (values[inside] - value);
            let away = if outside < inside { -part } else { part };
            (inside as f64 + away, row as f64)
        };
        left.push(edge(first, first.wrapping_sub(1)));
        right.push(edge(last, last + 1));
    }
    // Corners on the line between their neighbors are omitted.
    let mut kept: Vec<Point> = Vec::new();
    for corner in left.into_iter().chain(right.into_iter().rev()) {
        if let [.., a, b] = kept[..] {
            let turn = (b.0 - a.0) * (corner.1 - b.1) - (b.1 - a.1) * (corner.0 - b.0);
            if turn.abs() < 5e-3 {
                kept.pop();
            }
        }
        kept.push(corner);
    }
    kept
}
