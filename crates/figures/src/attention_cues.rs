//! Figures of the chapter on attention cues.

use attention::Real;
use attention::attention_cues::{
    average_pool, distance_scores, handbook, max_pool, one_hot_weights, random_weights,
    soft_lookup,
};
use ndarray::{Array2, array};
use rand::SeedableRng;
use rand::rngs::ChaCha8Rng;

use super::Figure;
use super::canvas::{Area, Canvas, Fill, Point, Stroke, TextLook};
use super::diagram::{Arrow, Block};
use super::heat_map::HeatMap;
use super::plot::Plot;
use super::style::{Dash, Look, Marker, Role, WIDTH};

/// The names of the dials, row by row; the place without a name belongs to the alarm lamp.
const DIALS: [[&str; 4]; 2] = [
    ["speed", "climb", "turn", ""],
    ["oil", "fuel", "temp", "volts"],
];
const EYE: Point = (244.0, 228.0);

/// A panel of gray dials on which a red lamp draws the eye.
///
/// ```
/// let figure = figures::attention_cues::nonvolitional_cue();
/// assert!(figure.svg.contains("fill-accent"));
/// ```
pub fn nonvolitional_cue() -> Figure {
    let title = "A red lamp among gray dials draws the eye";
    Figure::draw(
        "attention-cues/nonvolitional-cue.svg",
        title,
        (WIDTH, 250.0),
        |canvas| {
            panel(canvas, true);
            canvas.arrow(&Arrow::new((254.0, 212.0), (327.0, 70.0)).role(Role::Accent));
        },
    )
}

/// The same panel without an alarm, and an eye that looks for the fuel gauge.
///
/// ```
/// let figure = figures::attention_cues::volitional_cue();
/// assert!(!figure.svg.contains("fill-accent"));
/// ```
pub fn volitional_cue() -> Figure {
    let title = "A question leads the eye to the fuel gauge";
    Figure::draw(
        "attention-cues/volitional-cue.svg",
        title,
        (WIDTH, 250.0),
        |canvas| {
            panel(canvas, false);
            canvas
                .arrow(&Arrow::new((232.0, 213.0), (175.0, 146.0)).role(Role::Series1));
            let bubble = Area::new(290.0, 212.0, 104.0, 32.0);
            canvas.block(
                bubble,
                &Block::new(&["enough fuel?"]).outline(Role::Series1),
            );
            for (x, radius) in [(274.0, 2.5), (282.0, 4.0)] {
                canvas.ring((x, EYE.1), radius, Role::Series1);
            }
        },
    )
}

fn panel(canvas: &mut Canvas<'_>, alarm: bool) {
    let frame = Area::new(10.0, 6.0, 380.0, 180.0);
    canvas.fill_rounded(frame, 8.0, Role::Box);
    canvas.outline_rounded(frame, 8.0, Role::Muted);
    for (row, names) in DIALS.iter().enumerate() {
        for (column, name) in names.iter().enumerate() {
            let (x, y) = (65.0 + 90.0 * column as f64, 42.0 + 86.0 * row as f64);
            if name.is_empty() {
                lamp(canvas, (x, y + 8.0), alarm);
                continue;
            }
            canvas.disk((x, y), 25.0, Role::Paper);
            canvas.ring((x, y), 25.0, Stroke::new(Role::Muted, 2.0));
            let turn = 0.9 * (4 * row + column) as f64;
            let tip = (x + 18.0 * turn.sin(), y - 18.0 * turn.cos());
            canvas.line(&[(x, y), tip], Stroke::new(Role::Muted, 2.5));
            canvas.disk((x, y), 3.0, Role::Muted);
            canvas.text((x, y + 37.0), name, Role::Muted);
        }
    }
    eye(canvas);
}

fn lamp(canvas: &mut Canvas<'_>, at: Point, on: bool) {
    if on {
        canvas.disk(at, 22.0, Fill::with_opacity(Role::Accent, 0.25));
        canvas.disk(at, 14.0, Role::Accent);
    } else {
        canvas.disk(at, 14.0, Role::Paper);
        canvas.ring(at, 14.0, Stroke::new(Role::Muted, 2.0));
    }
}

fn eye(canvas: &mut Canvas<'_>) {
    let lid = |sign: f64| {
        (0..=20).map(move |i| {
            let u = f64::from(i) / 10.0 - 1.0;
            (EYE.0 + 24.0 * u, EYE.1 + sign * 12.0 * (1.0 - u * u))
        })
    };
    canvas.line(&lid(-1.0).collect::<Vec<_>>(), Stroke::new(Role::Ink, 2.0));
    canvas.line(&lid(1.0).collect::<Vec<_>>(), Stroke::new(Role::Ink, 2.0));
    canvas.disk(EYE, 9.0, Role::Ink);
}

/// How the query 1.6 becomes an output: scores, softmax, weights, and the sum of weighted values.
///
/// ```
/// let figure = figures::attention_cues::queries_keys_values();
/// assert!(figure.svg.contains(">27.8</text>"));
/// ```
pub fn queries_keys_values() -> Figure {
    let (keys, values) = handbook();
    let query = array![[1.6]];
    let scores = distance_scores(&query, &keys);
    let lookup = soft_lookup(&query, &keys, &values, 1.0);
    let title = "From a query to the output of attention";
    let size = (WIDTH, 436.0);
    Figure::draw(
        "attention-cues/queries-keys-values.svg",
        title,
        size,
        |canvas| {
            let rows = [
                (24.0, "keys"),
                (196.0, "softmax"),
                (254.0, "weights"),
                (302.0, "values"),
            ];
            for (y, name) in rows {
                canvas.text((6.0, y), name, TextLook::start(Role::Muted));
            }
            // The query reaches each score by an arrow of its own, from a line above the scores.
            canvas.line(&[(40.0, 85.0), (40.0, 62.0), (330.0, 62.0)], Role::Series1);
            let query = Block::new(&["query", "1.6"]).outline(Role::Series1);
            canvas.block(Area::new(6.0, 85.0, 68.0, 44.0), &query);
            let softmax = Block::new(&["weights with the sum 1"]);
            canvas.block(Area::new(84.0, 179.0, 310.0, 34.0), &softmax);
            for column in 0..keys.nrows() {
                let x = 130.0 + 110.0 * column as f64;
                let area = |y: f64, height: f64| Area::new(x - 36.0, y, 72.0, height);
                let weight = f64::from(lookup.weights[[0, column]]);
                let key = format!("{}", keys[[column, 0]]);
                let score = format!("{:.2}", scores[[0, column]]).replace('-', "−");
                let value = format!("{}", values[[column, 0]]);
                let output = 240.0 + 14.0 * (column as f64 - 1.0);
                canvas.block(
                    area(7.0, 34.0),
                    &Block::new(&[&key]).outline(Role::Series2),
                );
                canvas.arrow(
                    &Arrow::new((x + 18.0, 42.0), (x + 18.0, 84.0)).role(Role::Series2),
                );
                canvas.arrow(
                    &Arrow::new((x - 20.0, 62.0), (x - 20.0, 84.0)).role(Role::Series1),
                );
                canvas.block(area(85.0, 44.0), &Block::new(&["score", &score]));
                canvas.arrow(&Arrow::new((x, 130.0), (x, 178.0)));
                let down = Arrow::new((x, 214.0), (x, 284.0)).weight(weight);
                canvas.arrow(&down.label(&format!("{weight:.3}")).label_at(0.57));
                canvas.block(
                    area(285.0, 34.0),
                    &Block::new(&[&value]).outline(Role::Series3),
                );
                let mix = Arrow::new((x, 320.0), (output, 383.0)).weight(weight);
                canvas.arrow(&mix.role(Role::Series3));
            }
            let output = format!("{:.1}", lookup.output[[0, 0]]);
            canvas.block(
                Area::new(200.0, 384.0, 80.0, 46.0),
                &Block::new(&["output", &output]).bold(),
            );
        },
    )
}

/// The outputs of all queries lie in the triangle of the three values; max pooling does not.
///
/// ```
/// let figure = figures::attention_cues::convex_hull();
/// assert!(figure.svg.contains(">maximum</text>"));
/// ```
pub fn convex_hull() -> Figure {
    let (keys, values) = handbook();
    let queries = Array2::from_shape_fn((201, 1), |(i, _)| -2.0 + 0.05 * i as Real);
    let outputs = soft_lookup(&queries, &keys, &values, 1.0).output;
    let points = |rows: &Array2<Real>| -> Vec<(Real, Real)> {
        rows.rows()
            .into_iter()
            .map(|row| (row[0], row[1]))
            .collect()
    };
    let mut triangle = points(&values);
    triangle.push(triangle[0]);
    let (mean, maximum) = (average_pool(&values), max_pool(&values));
    Plot::new("fuel flow (l/h)", "speed (km/h)")
        .line(Look::reference(), "hull of the values", triangle)
        .line(Look::series(1), "outputs", points(&outputs))
        .scatter(
            Look::series(3).marker(Marker::Disk),
            "values",
            points(&values),
        )
        .scatter(Look::series(4), "mean", [(mean[0], mean[1])])
        .scatter(Look::series(6), "maximum", [(maximum[0], maximum[1])])
        .note(30.5, 178.2, "1 km", TextLook::start(Role::Muted))
        .note(26.0, 202.0, "2 km", Role::Muted)
        .note(19.6, 191.6, "4 km", TextLook::end(Role::Muted))
        .x_range(16.0, 34.0)
        .y_range(176.0, 204.0)
        .figure(
            "attention-cues/convex-hull.svg",
            "Outputs stay in the convex hull of the values",
        )
}

/// The output as a function of the query at three temperatures.
///
/// ```
/// let figure = figures::attention_cues::temperature();
/// assert!(figure.svg.contains(">temperature 50</text>"));
/// ```
pub fn temperature() -> Figure {
    let (keys, values) = handbook();
    let queries = Array2::from_shape_fn((251, 1), |(i, _)| 0.02 * i as Real);
    let mut plot = Plot::new("altitude (km)", "fuel flow (l/h)");
    for (number, temperature) in [(1, 0.02), (2, 1.0), (3, 50.0)] {
        let outputs = soft_lookup(&queries, &keys, &values, temperature).output;
        let points = queries.iter().copied().zip(outputs.column(0).to_vec());
        plot = plot.line(
            Look::series(number),
            &format!("temperature {temperature}"),
            points,
        );
    }
    let stored = keys.iter().copied().zip(values.column(0).to_vec());
    let mean = average_pool(&values)[0];
    plot.line(
        Look::reference().dash(Dash::Solid),
        "mean",
        [(0.0, mean), (5.0, mean)],
    )
    .scatter(Look::series(4).marker(Marker::Disk), "stored", stored)
    .x_ticks(&[0.0, 1.0, 2.0, 3.0, 4.0, 5.0])
    .y_range(18.0, 32.0)
    .figure(
        "attention-cues/temperature.svg",
        "Soft look-ups at three temperatures",
    )
}

/// The weights of ten queries that each look only at their own key.
///
/// ```
/// let figure = figures::attention_cues::identity();
/// assert_eq!(figure.path, "attention-cues/identity.svg");
/// ```
pub fn identity() -> Figure {
    let positions: Vec<usize> = (0..10).collect();
    HeatMap::new(one_hot_weights(&positions, 10).view()).figure(
        "attention-cues/identity.svg",
        "Ten queries, each looking at its own key",
    )
}

/// Softmax of random scores.
///
/// ```
/// let figure = figures::attention_cues::random();
/// assert_eq!(figure.path, "attention-cues/random.svg");
/// ```
pub fn random() -> Figure {
    let weights = random_weights(10, 10, &mut ChaCha8Rng::seed_from_u64(10));
    HeatMap::new(weights.view()).figure(
        "attention-cues/random.svg",
        "Softmax weights of random scores",
    )
}
