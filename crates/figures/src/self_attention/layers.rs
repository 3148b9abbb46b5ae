//! Convolution, recurrence and self-attention: who is connected with whom, and what it costs.

use attention::self_attention::Layer;

use super::super::Figure;
use super::super::canvas::{Canvas, Point, TextLook};
use super::super::diagram::Arrow;
use super::super::plot::Plot;
use super::super::style::{Look, Marker, Role, WIDTH};

const TOKENS: usize = 5;

const RADIUS: f64 = 12.0;

/// Five tokens under two convolutions of width 3, a recurrence, and self-attention.
///
/// ```
/// let figure = figures::self_attention::three_layers();
/// assert!(figure.svg.contains(">recurrence</text>"));
/// ```
pub fn three_layers() -> Figure {
    Figure::draw(
        "self-attention/three-layers.svg",
        "How token 1 gets together with token 5 in three kinds of layers",
        (WIDTH, 416.0),
        |canvas| {
            let mut convolution = Network::new(130.0, 52.0, 2);
            for row in 0..2 {
                for to in 0..TOKENS {
                    for from in to.saturating_sub(1)..(to + 2).min(TOKENS) {
                        convolution.edges.push(((row, from), (row + 1, to)));
                    }
                }
            }
            convolution.marked = vec![
                ((0, 0), (1, 1)),
                ((1, 1), (2, 2)),
                ((0, 4), (1, 3)),
                ((1, 3), (2, 2)),
            ];
            let path = steps(Layer::Convolution { width: 3 });
            convolution.draw(canvas, &["convolution", "of width 3", &path]);

            let mut recurrence = Network::new(252.0, 52.0, 1);
            recurrence.edges = (0..TOKENS).map(|at| ((0, at), (1, at))).collect();
            recurrence.marked = (1..TOKENS).map(|at| ((1, at - 1), (1, at))).collect();
            recurrence
                .marked
                .extend([((0, 0), (1, 0)), ((0, 4), (1, 4))]);
            let path = steps(Layer::Recurrence);
            recurrence.draw(canvas, &["recurrence", &path]);

            let mut attention = Network::new(394.0, 72.0, 1);
            attention.edges = (0..TOKENS * TOKENS)
                .map(|pair| ((0, pair / TOKENS), (1, pair % TOKENS)))
                .collect();
            attention.marked = vec![((0, 0), (1, 4)), ((0, 4), (1, 4))];
            let path = steps(Layer::SelfAttention);
            attention.draw(canvas, &["self-attention", &path]);
        },
    )
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
    fn new(bottom: f64, rise: f64, layers: usize) -> Network {
        Network {
            bottom,
            rise,
            layers,
            edges: Vec::new(),
            marked: Vec::new(),
        }
    }

    fn place(&self, (row, at): Node) -> Point {
        (
            142.0 + 60.0 * at as f64,
            self.bottom - self.rise * row as f64,
        )
    }

    fn draw(&self, canvas: &mut Canvas<'_>, name: &[&str]) {
        let top = self.bottom - self.rise * self.layers as f64;
        for (index, line) in name.iter().enumerate() {
            let at = (6.0, top + 18.0 * index as f64);
            let look =
                TextLook::start(if index == 0 { Role::Ink } else { Role::Muted });
            canvas.text(at, line, if index == 0 { look.bold() } else { look });
        }
        canvas.text((6.0, self.bottom), "tokens", TextLook::start(Role::Muted));
        let meeting = self.marked.last().map(|edge| edge.1);
        for edge in self.edges.iter().filter(|edge| !self.marked.contains(edge)) {
            canvas.line(&[self.place(edge.0), self.place(edge.1)], Role::Grid);
        }
        for &(from, to) in &self.marked {
            let (from, to) = (self.place(from), self.place(to));
            let length = (to.0 - from.0).hypot(to.1 - from.1);
            let part = |distance: f64| {
                let share = distance / length;
                (
                    from.0 + share * (to.0 - from.0),
                    from.1 + share * (to.1 - from.1),
                )
            };
            let arrow = Arrow::new(part(RADIUS), part(length - RADIUS - 1.0));
            canvas.arrow(&arrow.weight(0.2).role(Role::Accent));
        }
        for row in 0..=self.layers {
            for at in 0..TOKENS {
                let center = self.place((row, at));
                let ends = row == 0 && (at == 0 || at + 1 == TOKENS);
                let role = if ends || meeting == Some((row, at)) {
                    Role::Accent
                } else {
                    Role::Muted
                };
                canvas.disk(center, RADIUS, Role::Box);
                canvas.ring(center, RADIUS, role);
                if row == 0 || meeting == Some((row, at)) {
                    canvas.text(center, &(at + 1).to_string(), Role::Ink);
                }
            }
        }
    }
}

/// The multiplications of self-attention against the length, for 64 numbers a token.
///
/// ```
/// let figure = figures::self_attention::crossover();
/// assert!(figure.svg.contains(">128 tokens</text>"));
/// ```
pub fn crossover() -> Figure {
    const DIM: usize = 64;
    let millions = |count: usize| count as f64 / 1e6;
    let cost = |steps: usize| Layer::SelfAttention.multiplications(steps, DIM);
    let lengths = || (0..=32).map(|step| 8 * step);
    let projections =
        lengths().map(|steps| (steps as f64, millions(cost(steps).by_weights)));
    let pairs = lengths().map(|steps| (steps as f64, millions(cost(steps).by_pairs)));
    let equal = 2 * DIM;
    let height = millions(cost(equal).by_pairs);
    Plot::new("number of tokens n", "millions of multiplications")
        .line(Look::series(1), "projections", projections)
        .line(Look::series(2), "pairs", pairs)
        .scatter(
            Look::series(4).marker(Marker::Ring),
            "",
            [(equal as f64, height)],
        )
        .note(
            equal as f64 + 6.0,
            height - 0.7,
            &format!("{equal} tokens"),
            TextLook::start(Role::Ink),
        )
        .x_range(0.0, 256.0)
        .x_ticks(&[0.0, 64.0, 128.0, 192.0, 256.0])
        .y_range(0.0, 9.0)
        .y_ticks(&[0.0, 2.0, 4.0, 6.0, 8.0])
        .direct_labels()
        .figure(
            "self-attention/crossover.svg",
            "The cost of the projections and of the pairs",
        )
}
