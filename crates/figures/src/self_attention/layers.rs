//! Convolution, recurrence and self-attention: who is connected with whom, and what it costs.

use attention::self_attention::Layer;

use crate::prelude::*;

const TOKENS: usize = 5;

/// Five tokens under two convolutions of width 3, a recurrence, and self-attention.
pub fn three_layers() -> String {
    let canvas = &mut Canvas::new(416.0);
    let pairs = || (0..TOKENS).flat_map(|from| (0..TOKENS).map(move |to| (from, to)));
    let near = |row: usize| {
        let near = pairs().filter(|&(from, to)| from.abs_diff(to) <= 1);
        near.map(move |(to, from)| ((row, from), (row + 1, to)))
    };
    let marked = [
        ((0, 0), (1, 1)),
        ((1, 1), (2, 2)),
        ((0, 4), (1, 3)),
        ((1, 3), (2, 2)),
    ];
    let network = Network {
        bottom: 130.0,
        rise: 52.0,
        layers: 2,
        edges: near(0).chain(near(1)).collect(),
        marked: marked.to_vec(),
    };
    let steps = steps_of(Layer::Convolution { width: 3 });
    network.draw(canvas, "convolution", &["of width 3", &steps]);

    let along = (1..TOKENS).map(|at| ((1, at - 1), (1, at)));
    let network = Network {
        bottom: 252.0,
        rise: 52.0,
        layers: 1,
        edges: (0..TOKENS).map(|at| ((0, at), (1, at))).collect(),
        marked: along.chain([((0, 0), (1, 0)), ((0, 4), (1, 4))]).collect(),
    };
    network.draw(canvas, "recurrence", &[&steps_of(Layer::Recurrence)]);

    let network = Network {
        bottom: 394.0,
        rise: 72.0,
        layers: 1,
        edges: pairs().map(|(from, to)| ((0, from), (1, to))).collect(),
        marked: vec![((0, 0), (1, 4)), ((0, 4), (1, 4))],
    };
    network.draw(canvas, "self-attention", &[&steps_of(Layer::SelfAttention)]);
    canvas.svg("How token 1 gets together with token 5 in three kinds of layers")
}

/// The length of the longest path that brings all tokens together.
fn steps_of(layer: Layer) -> String {
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
    fn draw(&self, canvas: &mut Canvas, name: &str, explanation: &[&str]) {
        const RADIUS: f64 = 12.0;
        let height = |row: usize| self.bottom - self.rise * row as f64;
        let place = |(row, at): Node| (142.0 + 60.0 * at as f64, height(row));
        let top = height(self.layers);
        canvas.heading((6.0, top), name);
        canvas.lines((6.0, top + LINE_HEIGHT), explanation, Muted.start());
        canvas.text((6.0, self.bottom), "tokens", Muted.start());
        for edge in self.edges.iter().filter(|edge| !self.marked.contains(edge)) {
            canvas.line([place(edge.0), place(edge.1)], Grid);
        }
        for &(from, to) in &self.marked {
            let ((x, y), to) = (place(from), place(to));
            let (dx, dy) = (to.0 - x, to.1 - y);
            let part = |distance: f64| {
                let share = distance / dx.hypot(dy);
                (x + share * dx, y + share * dy)
            };
            let end = part(dx.hypot(dy) - RADIUS - 1.0);
            canvas.arrow(part(RADIUS), end, Accent.weight(0.2));
        }
        let meeting = self.marked[self.marked.len() - 1].1;
        for node in ndarray::indices((self.layers + 1, TOKENS)) {
            let role = match [(0, 0), (0, 4), meeting].contains(&node) {
                true => Accent,
                false => Muted,
            };
            canvas.disk(place(node), RADIUS, Inside);
            canvas.ring(place(node), RADIUS, role);
            if node.0 == 0 || node == meeting {
                canvas.text(place(node), node.1 + 1, Ink);
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
