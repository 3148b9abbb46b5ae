//! Convolution, recurrence and self-attention: who is connected with whom, and what it costs.

use attention::self_attention::Layer;
use drawing::prelude::*;

use crate::Plot;

const TOKENS: usize = 5;
const RADIUS: f64 = 12.0;

/// Five tokens under two convolutions of width 3, a recurrence, and self-attention.
pub fn three_layers() -> String {
    let canvas = &mut Canvas::new(416.0);
    let pairs = (0..TOKENS).flat_map(|from| (0..TOKENS).map(move |to| (from, to)));
    let near = pairs.clone().filter(|&(from, to)| from.abs_diff(to) <= 1);
    let near = near.map(|(to, from)| (from, to));
    Network {
        bottom: 130.0,
        rise: 52.0,
        layers: 2,
        edges: [0, 1]
            .into_iter()
            .flat_map(|row| {
                near.clone()
                    .map(move |(from, to)| ((row, from), (row + 1, to)))
            })
            .collect(),
        marked: vec![
            ((0, 0), (1, 1)),
            ((1, 1), (2, 2)),
            ((0, 4), (1, 3)),
            ((1, 3), (2, 2)),
        ],
    }
    .draw(
        canvas,
        "convolution",
        &["of width 3", &steps(Layer::Convolution { width: 3 })],
    );

    let along = (1..TOKENS).map(|at| ((1, at - 1), (1, at)));
    Network {
        bottom: 252.0,
        rise: 52.0,
        layers: 1,
        edges: (0..TOKENS).map(|at| ((0, at), (1, at))).collect(),
        marked: along.chain([((0, 0), (1, 0)), ((0, 4), (1, 4))]).collect(),
    }
    .draw(canvas, "recurrence", &[&steps(Layer::Recurrence)]);

    Network {
        bottom: 394.0,
        rise: 72.0,
        layers: 1,
        edges: pairs.map(|(from, to)| ((0, from), (1, to))).collect(),
        marked: vec![((0, 0), (1, 4)), ((0, 4), (1, 4))],
    }
    .draw(canvas, "self-attention", &[&steps(Layer::SelfAttention)]);
    canvas.svg("How token 1 gets together with token 5 in three kinds of layers")
}

/// The length of the longest path that brings all tokens together.
fn steps(layer: Layer) -> String {
    match layer.stack(TOKENS, 1).sequential_steps {
        1 => "1 step".to_owned(),
        steps => format!("{steps} steps"),
    }
}

/// A node: its row, from the tokens upward, and its place in the row.
type Node = (usize, usize);

/// Rows of nodes above the tokens, with the edges of the paths to look at.
struct Network {
    bottom: f64,
    /// The distance of two rows.
    rise: f64,
    layers: usize,
    edges: Vec<(Node, Node)>,
    marked: Vec<(Node, Node)>,
}

impl Network {
    fn place(&self, (row, at): Node) -> Point {
        (
            142.0 + 60.0 * at as f64,
            self.bottom - self.rise * row as f64,
        )
    }

    fn draw(&self, canvas: &mut Canvas, name: &str, explanation: &[&str]) {
        let top = self.bottom - self.rise * self.layers as f64;
        canvas.heading((6.0, top), name);
        canvas.lines((6.0, top + LINE_HEIGHT), explanation, Muted.start());
        canvas.text((6.0, self.bottom), "tokens", Muted.start());
        for edge in self.edges.iter().filter(|edge| !self.marked.contains(edge)) {
            canvas.line([self.place(edge.0), self.place(edge.1)], Grid);
        }
        for &(from, to) in &self.marked {
            let ((x, y), to) = (self.place(from), self.place(to));
            let (dx, dy) = (to.0 - x, to.1 - y);
            let part = |distance: f64| {
                let share = distance / dx.hypot(dy);
                (x + share * dx, y + share * dy)
            };
            let end = part(dx.hypot(dy) - RADIUS - 1.0);
            canvas.arrow(part(RADIUS), end, Accent.weight(0.2));
        }
        let meeting = self.marked.last().map(|edge| edge.1);
        for node in
            (0..=self.layers).flat_map(|row| (0..TOKENS).map(move |at| (row, at)))
        {
            let meets = meeting == Some(node);
            let role = match node {
                (0, 0) | (0, 4) => Accent,
                _ if meets => Accent,
                _ => Muted,
            };
            canvas.disk(self.place(node), RADIUS, Inside);
            canvas.ring(self.place(node), RADIUS, role);
            if node.0 == 0 || meets {
                canvas.text(self.place(node), node.1 + 1, Ink);
            }
        }
    }
}

/// The multiplications of self-attention against the length, for 64 numbers a token.
pub fn crossover() -> String {
    const DIM: usize = 64;
    let cost = |steps: usize| {
        let cost = Layer::SelfAttention.multiplications(steps, DIM);
        [cost.by_weights, cost.by_pairs].map(|count| count as f64 / 1e6)
    };
    let curve = |kind: usize| {
        let lengths = (0..=32).map(|step| 8 * step);
        lengths.map(move |steps| (steps as f64, cost(steps)[kind]))
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
