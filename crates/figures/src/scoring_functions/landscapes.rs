//! Which keys a score likes, for one query in the plane.

use attention::Real;
use attention::array::softmax;
use attention::scoring_functions::{
    AdditiveWeights, additive_scores, bilinear_scores, dot_scores, gaussian_scores,
};
use drawing::prelude::*;
use ndarray::{Array2, array};

/// The keys run from minus this to this in both directions.
const REACH: f64 = 3.0;

/// How many keys stand in a row.
const KEYS: usize = 97;

/// The opacity of the largest weight. The darkest sheet is nine tenths of it, so that text and arrows
/// on it can be read.
const DARKEST: f64 = 0.5;

/// The weights of keys all over the plane for one query, by four scores.
pub fn score_landscapes() -> String {
    let query = array![[1.2, 0.6]];
    let matrix = array![[0.0, 1.0], [-1.5, 0.0]];
    let turned = query.dot(&matrix);
    let tip =
        |vector: &Array2<Real>| [0, 1].map(|axis| f64::from(vector[[0, axis]])).into();
    let weights = AdditiveWeights {
        query: Array2::eye(2) * -2.0,
        key: Array2::eye(2) * 2.0,
        score: array![2.0, 2.0],
    };
    let keys = keys();
    let panels = [
        ("dot product", dot_scores(&query, &keys)),
        ("bilinear", bilinear_scores(&query, &matrix, &keys)),
        ("distance", gaussian_scores(&query, &keys)),
        ("additive", additive_scores(&query, &keys, &weights)),
    ];
    let canvas = &mut Canvas::new(430.0);
    for (index, (name, scores)) in panels.iter().enumerate() {
        let left = 10.0 + 200.0 * (index % 2) as f64;
        let top = 30.0 + 214.0 * (index / 2) as f64;
        let area = Area::new(left, top, 180.0, 180.0);
        canvas.heading((left, top - 16.0), name);
        landscape(canvas, area, scores);
        if index == 1 {
            vector(canvas, area, tip(&turned), "M\u{1d40}q", Series2);
        }
        vector(canvas, area, tip(&query), "q", Ink);
    }
    canvas.svg("The keys that four scores like, for one query")
}

/// A square grid of keys, row by row from bottom to top: `[keys, 2]`.
fn keys() -> Array2<Real> {
    let step = 2.0 * REACH / (KEYS - 1) as f64;
    Array2::from_shape_fn((KEYS * KEYS, 2), |(key, axis)| {
        let index = [key % KEYS, key / KEYS][axis];
        (index as f64 * step - REACH) as Real
    })
}

/// Where a key is drawn.
fn place(area: Area, (x, y): Point) -> Point {
    let part = |value: f64| (value + REACH) / (2.0 * REACH);
    (
        area.left + area.width * part(x),
        area.bottom() - area.height * part(y),
    )
}

fn vector(canvas: &mut Canvas, area: Area, tip: Point, name: &str, role: Role) {
    let to = place(area, tip);
    canvas.arrow(place(area, (0.0, 0.0)), to, role);
    let at = (to.0 + 6.0 * tip.0.signum(), to.1 - 8.0);
    let look = if tip.0 < 0.0 { Ink.end() } else { Ink.start() };
    canvas.text(at, name, look);
}

/// Draws the weights relative to the largest one, in steps of a tenth.
fn landscape(canvas: &mut Canvas, area: Area, scores: &Array2<Real>) {
    let weights = softmax(scores).mapv(f64::from);
    let largest = weights.fold(0.0, |a: f64, &b| a.max(b));
    let rows: Vec<Vec<f64>> = weights
        .exact_chunks((1, KEYS))
        .into_iter()
        .map(|row| row.iter().map(|weight| weight / largest).collect())
        .collect();
    // What is covered twice is darker, so each sheet only adds what is missing.
    let mut covered = 0.0;
    for step in 1..10 {
        let level = f64::from(step) / 10.0;
        let cover = level * DARKEST;
        let opacity = 1.0 - (1.0 - cover) / (1.0 - covered);
        covered = cover;
        let value = |index: f64| 2.0 * REACH * index / (KEYS - 1) as f64 - REACH;
        let corners = above(&rows, level).into_iter();
        let corners =
            corners.map(|(column, row)| place(area, (value(column), value(row))));
        let corners: Vec<Point> = corners.collect();
        canvas.fill_polygon(&corners, Heat.opacity(opacity));
    }
    for ends in [[(-REACH, 0.0), (REACH, 0.0)], [(0.0, -REACH), (0.0, REACH)]] {
        canvas.line(ends.map(|end| place(area, end)), Grid.width(1.0));
    }
    canvas.outline(area, Muted);
}

/// The outline of what is at least `level`, in columns and rows: up its left side, down its right.
/// Where it ends between two rows, it has a tip there.
///
/// # Panics
///
/// Panics if a row enters the region twice.
fn above(rows: &[Vec<f64>], level: f64) -> Vec<Point> {
    let (mut left, mut right, mut upper) = (Vec::new(), Vec::new(), None);
    for (row, values) in rows.iter().enumerate() {
        let inside: Vec<usize> =
            (0..values.len()).filter(|&i| values[i] >= level).collect();
        let (Some(&first), Some(&last)) = (inside.first(), inside.last()) else {
            continue;
        };
        assert_eq!(last - first + 1, inside.len(), "the region has a hole");
        // The place between two neighbors where the value is the level.
        let cross = |i: usize, outside: usize| {
            let part = (values[i] - level) / (values[i] - values[outside]);
            i as f64 + part * (outside as f64 - i as f64)
        };
        let from = first.checked_sub(1).map_or(0.0, |out| cross(first, out));
        let to = match last + 1 {
            out if out < values.len() => cross(last, out),
            _ => last as f64,
        };
        let top = inside.iter().copied().fold(first, |best, i| {
            if values[i] > values[best] { i } else { best }
        });
        // The tip toward a neighboring row that lies outside.
        let tip = |neighbor: Option<&Vec<f64>>, direction: f64| {
            let outside = neighbor
                .map(|row| row[top])
                .filter(|&value| value < level)?;
            let part = (values[top] - level) / (values[top] - outside);
            Some((top as f64, row as f64 + direction * part))
        };
        if left.is_empty() {
            let below = row.checked_sub(1).and_then(|below| rows.get(below));
            left.extend(tip(below, -1.0));
        }
        left.push((from, row as f64));
        right.push((to, row as f64));
        upper = tip(rows.get(row + 1), 1.0);
    }
    right.reverse();
    straightened(left.into_iter().chain(upper).chain(right))
}

/// The corners without those that lie on the line between their neighbors.
fn straightened(corners: impl Iterator<Item = Point>) -> Vec<Point> {
    let mut kept: Vec<Point> = Vec::new();
    for corner in corners {
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
