//! Figures of the chapter on attention cues.

pub(crate) mod temperature;

use attention::attention_cues::*;

use crate::prelude::*;

/// The names of the dials, row by row. The alarm lamp is in the position without a name.
const DIALS: [&str; 8] = ["speed", "climb", "turn", "", "oil", "fuel", "temp", "volts"];
const EYE: Point = (244.0, 228.0);

pub(crate) fn nonvolitional_cue() -> String {
    let canvas = &mut Canvas::new(250.0);
    panel(canvas, true);
    canvas.arrow((254.0, 212.0), (327.0, 70.0), Accent);
    canvas.svg("A red lamp among gray dials draws the eye")
}

pub(crate) fn volitional_cue() -> String {
    let canvas = &mut Canvas::new(250.0);
    panel(canvas, false);
    canvas.arrow((232.0, 213.0), (175.0, 146.0), Series1);
    canvas.block((290.0, 212.0, 104.0, 32.0), "enough fuel?", Series1);
    canvas.ring((274.0, EYE.1), 2.5, Series1);
    canvas.ring((282.0, EYE.1), 4.0, Series1);
    canvas.svg("A question leads the eye to the fuel gauge")
}

/// Draws the dials with the alarm lamp, and the eye below.
fn panel(canvas: &mut Canvas, alarm: bool) {
    canvas.rounded((10.0, 6.0, 380.0, 180.0), 8.0, Inside, Muted);
    for (index, name) in DIALS.into_iter().enumerate() {
        let (row, column) = ((index / 4) as f64, (index % 4) as f64);
        let (x, y) = (65.0 + 90.0 * column, 42.0 + 86.0 * row);
        if name.is_empty() && alarm {
            canvas.disk((x, y + 8.0), 22.0, Accent.opacity(0.25));
            canvas.disk((x, y + 8.0), 14.0, Accent);
        } else if name.is_empty() {
            canvas.disk((x, y + 8.0), 14.0, Paper);
            canvas.ring((x, y + 8.0), 14.0, Muted.width(2.0));
        } else {
            canvas.disk((x, y), 25.0, Paper);
            canvas.ring((x, y), 25.0, Muted.width(2.0));
            let turn = 0.9 * index as f64;
            canvas.line([(x, y), (x + 18.0 * turn.sin(), y - 18.0 * turn.cos())], Muted.width(2.5));
            canvas.disk((x, y), 3.0, Muted);
            canvas.text((x, y + 37.0), name, Muted);
        }
    }
    for height in [-12.0, 12.0] {
        canvas.line(bow(EYE.0 - 24.0, EYE.0 + 24.0, EYE.1, height), Ink.width(2.0));
    }
    canvas.disk(EYE, 9.0, Ink);
}

/// Returns the points of a parabola between two places at the same height `y`, which it leaves by
/// `depth` in the middle.
fn bow(from: f64, to: f64, y: f64, depth: f64) -> [Point; 21] {
    std::array::from_fn(|i| {
        let u = i as f64 / 10.0 - 1.0;
        ((from + to) / 2.0 + u * (to - from) / 2.0, y + depth * (1.0 - u * u))
    })
}

/// The words that *tired* may describe, and their scores in the two sentences of the chapter.
const CANDIDATES: [&str; 3] = ["men", "see", "girl"];
const SCORES: [[Real; 3]; 2] = [[1.0, 0.0, 3.0], [3.0, 0.0, 1.0]];

pub(crate) fn two_sentences() -> String {
    let sentences = [
        (["The", "men", "see", "the", "tired", "girl"], "fatiguée"),
        (["The", "tired", "men", "see", "the", "girl"], "fatigués"),
    ];
    let canvas = &mut Canvas::new(194.0);
    for (line, (words, ending)) in sentences.into_iter().enumerate() {
        let y = 62.0 + 100.0 * line as f64;
        let weights = softmax(&Array1::from(SCORES[line].to_vec()));
        let place = |word: &str| {
            let index = words.iter().position(|other| *other == word);
            40.0 + 64.0 * index.expect("the sentence has the word") as f64
        };
        for word in words {
            let look = if word == "tired" { Ink.bold() } else { Ink.into() };
            canvas.text((place(word), y), word, look);
        }
        let from = place("tired");
        canvas.text((from, y + 20.0), ending, Muted);
        for (word, &weight) in CANDIDATES.into_iter().zip(&weights) {
            let to = place(word);
            let height = 5.0 + 0.14 * (to - from).abs();
            canvas.line(bow(from, to, y - 14.0, -height), Series1.weight(weight));
            canvas.text((to, y + 20.0), format!("{weight:.2}"), Muted);
        }
    }
    canvas.svg("The weights of the word tired in two sentences")
}

pub(crate) fn queries_keys_values() -> String {
    // The entries of the query and the keys: a noun, directly after tired.
    let query: Array1<Real> = array![1.0, 2.0];
    let keys = array![[1.0, 0.0], [0.0, 0.0], [1.0, 1.0]];
    // The values of the candidates describe an ending: feminine, plural.
    let values = array![[0.0, 1.0], [0.0, 0.0], [1.0, 0.0]];
    let scores = keys.dot(&query);
    let weights = softmax(&scores);
    let output = weights.dot(&values);
    let pair = |row: ArrayView1<'_, Real>| format!("({}, {})", row[0], row[1]);

    let canvas = &mut Canvas::new(446.0);
    for (y, name) in [(29.0, "keys"), (206.0, "softmax"), (264.0, "weights"), (312.0, "values")] {
        canvas.text((6.0, y), name, Muted.start());
    }
    // Separate arrows lead to the scores from a line above them.
    canvas.line([(40.0, 95.0), (40.0, 72.0), (330.0, 72.0)], Series1);
    canvas.block((6.0, 95.0, 68.0, 44.0), format!("tired\n{}", pair(query.view())), Series1);
    canvas.text((6.0, 152.0), "query", Muted.start());
    canvas.block((84.0, 189.0, 310.0, 34.0), "weights that sum to 1", Muted);
    for (column, word) in CANDIDATES.into_iter().enumerate() {
        let x = 130.0 + 110.0 * column as f64;
        let area = |y: f64, height: f64| Area::new(x - 36.0, y, 72.0, height);
        let weight = f64::from(weights[column]);
        canvas.block(area(7.0, 44.0), format!("{word}\n{}", pair(keys.row(column))), Series2);
        canvas.arrow((x + 18.0, 52.0), (x + 18.0, 94.0), Series2);
        canvas.arrow((x - 20.0, 72.0), (x - 20.0, 94.0), Series1);
        canvas.block(area(95.0, 44.0), format!("score\n{}", scores[column]), Muted);
        canvas.arrow((x, 140.0), (x, 188.0), Muted);
        canvas.arrow((x, 224.0), (x, 294.0), Muted.weight(weight));
        // Leave space for the thickness of the arrow.
        canvas.text((x + 4.5 + 3.0 * weight, 263.9), format!("{weight:.3}"), Ink.start());
        canvas.block(area(295.0, 34.0), pair(values.row(column)), Series3);
        canvas.arrow((x, 330.0), (226.0 + 14.0 * column as f64, 393.0), Series3.weight(weight));
    }
    let text = format!("output\n({:.3}, {:.3})", output[0], output[1]);
    canvas.block((182.0, 394.0, 116.0, 46.0), text, Muted.bold());
    canvas.svg("From a query to the output of attention")
}

/// Shows that the outputs of all queries lie in the triangle of the three values, unlike max
/// pooling.
pub(crate) fn convex_hull() -> String {
    let (keys, values) = handbook();
    let queries = Array2::from_shape_fn((201, 1), |(i, _)| -2.0 + 0.05 * i as Real);
    let outputs = soft_lookup(&queries, &keys, &values, 1.0).output;
    let points = |rows: &Array2<Real>| -> Vec<(Real, Real)> {
        rows.outer_iter().map(|row| (row[0], row[1])).collect()
    };
    let disks = Look::series(3).marker(Marker::Disk);
    let triangle = points(&values.select(Axis(0), &[0, 1, 2, 0]));
    let (mean, maximum) = (average_pool(&values), max_pool(&values));
    Plot::new("fuel flow (l/h)", "speed (km/h)")
        .line(Look::reference(), "hull of the values", triangle)
        .line(Look::series(1), "outputs", points(&outputs))
        .scatter(disks, "values", points(&values))
        .scatter(Look::series(4), "mean", [(mean[0], mean[1])])
        .scatter(Look::series(6), "maximum", [(maximum[0], maximum[1])])
        .note(30.5, 178.2, "1 km", Muted.start())
        .note(26.0, 202.0, "2 km", Muted)
        .note(19.6, 191.6, "4 km", Muted.end())
        .x_axis(16.0, 34.0, [])
        .y_axis(176.0, 204.0, [])
        .svg("Outputs stay in the convex hull of the values")
}

pub(crate) fn identity() -> String {
    let positions: Vec<usize> = (0..10).collect();
    HeatMap::new(one_hot_weights(&positions, 10).view())
        .svg("Ten queries, each attending to its own key")
}

pub(crate) fn random() -> String {
    let weights = random_weights(10, 10, &mut rng(10));
    HeatMap::new(weights.view()).svg("Softmax weights of random scores")
}
