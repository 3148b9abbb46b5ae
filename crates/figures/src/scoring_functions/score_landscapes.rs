//! The keys that a score prefers, for one query in the plane.

use attention::scoring_functions::*;

use crate::prelude::*;

/// The largest coordinate of a key. The smallest one is its negative.
const REACH: f64 = 3.0;
/// The number of keys in a row.
const KEYS: usize = 65;
/// The opacity of the largest weight. Text and arrows are readable at nine tenths of it.
const DARKEST: f64 = 0.5;

/// Three keys, which the scores rank differently.
const NAMES: [&str; 3] = ["A", "B", "C"];
const LENGTHS: [f64; 6] = [0.25, 0.5, 1.0, 1.5, 2.0, 4.0];

fn named(length: f64) -> [[f64; 2]; 3] {
    [[1.0, 1.0], [2.6, 1.2].map(|coordinate| coordinate * length), [-1.4, 2.2]]
}

fn coordinates() -> Vec<f64> {
    steps(-2.0, 2.0, 21)
}

pub(crate) fn controls() -> Vec<Control> {
    vec![
        Control::slider("query x", &coordinates(), 1.2),
        Control::slider("query y", &coordinates(), 0.6),
        Control::slider("length of B", &LENGTHS, 1.0),
    ]
}

/// The names of the scores, in the order of [`scores`].
const SCORES: [&str; 4] = ["dot product", "bilinear", "distance", "additive"];

/// Returns the matrix of the bilinear score, which turns the query and then compares keys with it.
fn matrix() -> Array2<Real> {
    array![[0.0, 1.0], [-1.5, 0.0]]
}

fn scores(query: &Array2<Real>, keys: &Array2<Real>) -> [Array2<Real>; 4] {
    let weights = AdditiveWeights {
        query: array![[-2.0, 0.0], [0.0, -2.0]],
        key: array![[2.0, 0.0], [0.0, 2.0]],
        score: array![2.0, 2.0],
    };
    [
        dot_scores(query, keys),
        bilinear_scores(query, &matrix(), keys),
        gaussian_scores(query, keys),
        additive_scores(query, keys, &weights),
    ]
}

pub(crate) fn answer(choices: &[usize]) -> Answer {
    let at = [choices[0], choices[1]].map(|choice| coordinates()[choice]);
    let query = array![at.map(|coordinate| coordinate as Real)];
    let keys = named(LENGTHS[choices[2]]);
    // A square grid of keys, row by row from bottom to top.
    let grid = Array2::from_shape_fn((KEYS * KEYS, 2), |(key, axis)| {
        value([key % KEYS, key / KEYS][axis] as f64) as Real
    });
    let named = Array2::from(keys.map(|key| key.map(|coordinate| coordinate as Real)).to_vec());

    let canvas = &mut Canvas::new(430.0);
    let panel = |index: usize| {
        let left = 10.0 + 200.0 * (index % 2) as f64;
        let top = 30.0 + 214.0 * (index / 2) as f64;
        Area::new(left, top, 180.0, 180.0)
    };
    for (index, scores) in scores(&query, &grid).into_iter().enumerate() {
        let area = panel(index);
        canvas.heading((area.left, area.top - 16.0), SCORES[index]);
        landscape(canvas, area, &scores);
        if index == 1 {
            vector(canvas, area, &query.dot(&matrix()), "M\u{1d40}q", Series2);
        }
        vector(canvas, area, &query, "q", Ink);
        for (name, key) in NAMES.into_iter().zip(keys) {
            draw_key(canvas, area, name, key);
        }
    }

    let scored = scores(&query, &named);
    let each = |text: &dyn Fn(&str, &Array2<Real>) -> String| {
        SCORES.iter().zip(&scored).map(|(name, scores)| text(name, scores)).collect::<Vec<_>>()
    };
    let best = each(&|name, scores| format!("{} ({name})", highest(scores.row(0))));
    let of_b = each(&|_, scores| number(scores[[0, 1]], 2));
    let [a, b, c] = &[0, 1, 2].map(|key| {
        let [x, y] = keys[key].map(short);
        format!("{} ({x}, {y})", NAMES[key])
    });
    let rows = SCORES.iter().zip(&scored).map(|(name, scores)| {
        let [a, b, c] = [0, 1, 2].map(|key| number(scores[[0, key]], 2));
        [(*name).to_owned(), a, b, c]
    });
    let [low, high] = [-2.0, 2.0].map(|end| place(panel(0), (end, end)));
    Answer {
        svg: canvas.svg("The keys that four scores prefer, for one query"),
        result: format!(
            "Highest score: {}. In the same order, B scores {}.",
            best.join(", "),
            of_b.join(", ")
        ),
        table: table(["score", a, b, c], rows),
        handle: Some(Handle {
            at: place(panel(0), at.into()),
            rows: (panel(0).top, panel(0).bottom()),
            x: Some(Drag { control: 0, ends: (low.0, high.0) }),
            y: Some(Drag { control: 1, ends: (low.1, high.1) }),
        }),
    }
}

/// Returns the names of the keys whose score is the largest, to the digits of the table.
fn highest(scores: ArrayView1<'_, Real>) -> String {
    let largest = scores.fold(Real::NEG_INFINITY, |a, &b| a.max(b));
    let keys = NAMES.iter().zip(scores).filter(|(_, score)| **score > largest - 0.005);
    let keys: Vec<&str> = keys.map(|(name, _)| *name).collect();
    if keys.len() == 3 { "all three".to_owned() } else { list(&keys) }
}

/// Draws a key, or, outside of the panel, where it lies.
fn draw_key(canvas: &mut Canvas, area: Area, name: &str, key: [f64; 2]) {
    let far = key[0].abs().max(key[1].abs()) / (0.9 * REACH);
    let [x, y] = key.map(|coordinate| coordinate / far.max(1.0));
    let center = place(area, (x, y));
    if far > 1.0 {
        canvas.arrow(place(area, (0.85 * x, 0.85 * y)), center, Ink);
    } else {
        canvas.disk(center, 3.0, Ink);
    }
    canvas.text((center.0, center.1 - 11.0), name, Ink.bold());
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
    if (x, y) == (0.0, 0.0) {
        return;
    }
    let to = place(area, (x, y));
    canvas.arrow(place(area, (0.0, 0.0)), to, role);
    let aside = (to.0 + 6.0 * x.signum()).clamp(area.left + 30.0, area.right() - 30.0);
    let at = (aside, (to.1 - 8.0).max(area.top + 8.0));
    canvas.text(at, name, if x < 0.0 { Ink.end() } else { Ink.start() });
}

/// Draws the weights relative to the largest one, in steps of one tenth.
fn landscape(canvas: &mut Canvas, area: Area, scores: &Array2<Real>) {
    let scores: Vec<f64> = scores.iter().map(|score| f64::from(*score)).collect();
    let largest = scores.iter().fold(f64::NEG_INFINITY, |a, b| a.max(*b));
    let rows: Vec<&[f64]> = scores.chunks(KEYS).collect();
    // Overlapping sheets add up, so each one adds only the missing opacity.
    for step in 1..10 {
        let [before, level] = [step - 1, step].map(|step| f64::from(step) / 10.0);
        let opacity = 1.0 - (1.0 - level * DARKEST) / (1.0 - before * DARKEST);
        // A weight is its part of the largest if the logarithm of that part separates their scores.
        let corners = above(&rows, largest + level.ln()).into_iter();
        let corners: Vec<Point> = corners.map(|(x, y)| place(area, (value(x), value(y)))).collect();
        canvas.fill_polygon(&corners, Heat.opacity(opacity));
    }
    for ends in [[(-REACH, 0.0), (REACH, 0.0)], [(0.0, -REACH), (0.0, REACH)]] {
        canvas.line(ends.map(|end| place(area, end)), Grid.width(1.0));
    }
    canvas.outline(area, Muted);
}

/// Returns the outline of the scores of at least `level`: up on the left, down on the right.
fn above(rows: &[&[f64]], level: f64) -> Vec<Point> {
    let inside = |scores: &[f64]| {
        let is_inside = |key: &usize| scores[*key] >= level;
        (0..KEYS).find(is_inside).zip((0..KEYS).rfind(is_inside))
    };
    // How far the level is from a key inside on the way to one outside; a border is the end.
    let part = |inside: f64, outside: Option<f64>| {
        outside.map_or(0.0, |outside| (inside - level) / (inside - outside))
    };
    let (mut left, mut right) = (Vec::new(), Vec::new());
    for (row, scores) in rows.iter().enumerate() {
        let Some((first, last)) = inside(scores) else {
            continue;
        };
        let before = first.checked_sub(1).map(|key| scores[key]);
        left.push((first as f64 - part(scores[first], before), row as f64));
        right.push((last as f64 + part(scores[last], scores.get(last + 1).copied()), row as f64));
    }
    // Between the last row inside and the first one outside, the outline ends in a corner.
    let end = |row: Option<f64>, step: f64| {
        let row = row? as usize;
        let next = rows.get(row.checked_add_signed(step as isize)?)?;
        let (first, last) = inside(rows[row])?;
        let best = (first..=last).max_by(|a, b| rows[row][*a].total_cmp(&rows[row][*b]))?;
        let away = step * part(rows[row][best], Some(next[best]));
        Some((best as f64, row as f64 + away))
    };
    let lowest = end(left.first().map(|corner| corner.1), -1.0);
    let highest = end(left.last().map(|corner| corner.1), 1.0);
    let corners = lowest.into_iter().chain(left).chain(highest);
    // Along a border, two corners are enough.
    let mut kept: Vec<Point> = Vec::new();
    for corner in corners.chain(right.into_iter().rev()) {
        let borders = [0.0, (KEYS - 1) as f64];
        if let [.., a, b] = kept[..]
            && borders.contains(&b.0)
            && (a.0, b.0) == (b.0, corner.0)
        {
            kept.pop();
        }
        kept.push(corner);
    }
    kept
}

#[cfg(test)]
mod tests;
