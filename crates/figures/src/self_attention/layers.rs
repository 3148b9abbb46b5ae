//! Convolution, recurrence, and self-attention: their connections, and their costs.

use attention::self_attention::Layer;

use crate::prelude::*;

const TOKENS: usize = 5;

/// Two nodes, each with its row, counted upward from the tokens, and its position in the row.
type Edge = [(usize, usize); 2];

pub(crate) fn three_layers() -> String {
    let pairs = || (0..TOKENS).flat_map(|from| (0..TOKENS).map(move |to| (from, to)));
    let near = |row: usize| {
        let near = pairs().filter(|&(from, to)| from.abs_diff(to) <= 1);
        near.map(move |(to, from)| [(row, from), (row + 1, to)])
    };
    let edges: [Vec<Edge>; 3] = [
        near(0).chain(near(1)).collect(),
        (0..TOKENS).map(|at| [(0, at), (1, at)]).collect(),
        pairs().map(|(from, to)| [(0, from), (1, to)]).collect(),
    ];
    // The paths from both ends to their first common node.
    let [left, right] = [[(0, 0), (1, 1), (2, 2)], [(0, 4), (1, 3), (2, 2)]];
    let along = (1..TOKENS).map(|at| [(1, at - 1), (1, at)]);
    let paths: [Vec<Edge>; 3] = [
        [left, right].map(|[a, b, c]| [[a, b], [b, c]]).concat(),
        along.chain([[(0, 0), (1, 0)], [(0, 4), (1, 4)]]).collect(),
        vec![[(0, 0), (1, 4)], [(0, 4), (1, 4)]],
    ];
    let convolution = Layer::Convolution { width: 3 };
    let layers = [
        ("convolution", "of width 3\n", convolution, 130.0, 52.0, 2),
        ("recurrence", "", Layer::Recurrence, 252.0, 52.0, 1),
        ("self-attention", "", Layer::SelfAttention, 394.0, 72.0, 1),
    ];
    let canvas = &mut Canvas::new(416.0);
    for (index, (name, width, layer, bottom, rise, rows)) in layers.into_iter().enumerate() {
        let top = bottom - rise * rows as f64;
        // The length of the longest path that connects all tokens.
        let steps = layer.stack(TOKENS, 1).sequential_steps;
        let plural = if steps == 1 { "" } else { "s" };
        let text = format!("{name}\n{width}{steps} step{plural}");
        canvas.caption((6.0, top), &text, Ink.start().bold());
        canvas.text((6.0, bottom), "tokens", Muted.start());
        network(canvas, (bottom, rise, rows), &edges[index], &paths[index]);
    }
    canvas.svg("The path from token 0 to token 4 in three kinds of layers")
}

/// Draws rows of nodes above the tokens at height `bottom`, with the edges of paths as arrows.
fn network(
    canvas: &mut Canvas,
    (bottom, rise, rows): (f64, f64, usize),
    edges: &[Edge],
    paths: &[Edge],
) {
    const RADIUS: f64 = 12.0;
    let place = |(row, at): (usize, usize)| -> Point {
        (142.0 + 60.0 * at as f64, bottom - rise * row as f64)
    };
    for edge in edges.iter().filter(|edge| !paths.contains(edge)) {
        canvas.line(edge.map(place), Grid);
    }
    for [(x, y), to] in paths.iter().map(|edge| edge.map(place)) {
        let (dx, dy) = (to.0 - x, to.1 - y);
        let part = |distance: f64| {
            let share = distance / dx.hypot(dy);
            (x + share * dx, y + share * dy)
        };
        canvas.arrow(part(RADIUS), part(dx.hypot(dy) - RADIUS - 1.0), Accent.weight(0.2));
    }
    let [_, meeting] = paths[paths.len() - 1];
    for node in ndarray::indices((rows + 1, TOKENS)) {
        let role = if [(0, 0), (0, 4), meeting].contains(&node) { Accent } else { Muted };
        canvas.disk(place(node), RADIUS, Inside);
        canvas.ring(place(node), RADIUS, role);
        if node.0 == 0 || node == meeting {
            canvas.text(place(node), node.1, Ink);
        }
    }
}

pub(crate) fn crossover() -> String {
    const DIM: usize = 64;
    let cost = |steps: usize| {
        let cost = Layer::SelfAttention.multiplications(steps, DIM);
        [cost.by_weights, cost.by_pairs].map(|count| count as f64 / 1e6)
    };
    let curve = |kind: usize| {
        (0..=32).map(|step| 8 * step).map(move |steps| (steps as f64, cost(steps)[kind]))
    };
    let (equal, height) = ((2 * DIM) as f64, cost(2 * DIM)[1]);
    let note = format!("{equal} tokens");
    Plot::new("number of tokens n", "millions of multiplications")
        .line(Look::series(1), "projections", curve(0))
        .line(Look::series(2), "pairs", curve(1))
        .scatter(Look::solid(Series4), "", [(equal, height)])
        .note(equal + 6.0, height - 0.7, note, Ink.start())
        .x_axis(0.0, 256.0, [0.0, 64.0, 128.0, 192.0, 256.0])
        .y_axis(0.0, 9.0, [0.0, 2.0, 4.0, 6.0, 8.0])
        .direct_labels()
        .svg("The cost of the projections and of the pairs")
}
