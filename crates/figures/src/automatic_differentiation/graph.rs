//! The loss of one prediction as a graph: the values, and the derivatives.

use attention::automatic_differentiation::{Number, Tape};

use super::super::Figure;
use super::super::canvas::{Area, Canvas, Point};
use super::super::diagram::{Arrow, Block};
use super::super::style::{Role, WIDTH};

/// One box of the graph: its name, its middle, its value and the derivative of the loss with
/// respect to it.
struct Node {
    name: &'static str,
    at: Point,
    value: f64,
    derivative: f64,
}

/// One arrow: from which box to which, the local derivative, and where the figure of the backward
/// pass writes it.
struct Edge {
    from: usize,
    to: usize,
    local: f64,
    label: Point,
}

/// The size of a box of the graph.
const BOX: (f64, f64) = (92.0, 44.0);

/// The graph of the chapter's example, with what the tape of numbers says about it.
fn graph() -> (Vec<Node>, Vec<Edge>) {
    let tape = Tape::default();
    let [a, b, v] = [1.0, 3.0, 7.0].map(|value| tape.number(value));
    let (whole, first, second) = (a + b, a * tape.number(2.0), b * v);
    let mixed = first + second;
    let prediction = mixed / whole;
    let error = prediction - tape.number(3.0);
    let loss = error * error;
    let derivatives = loss.backward();
    let node = |name, at, number| Node {
        name,
        at,
        value: f64::from(Number::value(number)),
        derivative: f64::from(derivatives.by(number)),
    };
    let (left, middle, right) = (54.0, 200.0, 346.0);
    let nodes = vec![
        node("a", (left, 30.0), a),
        node("b", (middle, 30.0), b),
        node("v", (right, 30.0), v),
        node("a + b", (left, 130.0), whole),
        node("2a", (middle, 130.0), first),
        node("bv", (right, 130.0), second),
        node("2a + bv", (273.0, 222.0), mixed),
        node("prediction", (left, 310.0), prediction),
        node("error", (middle, 310.0), error),
        node("loss", (right, 310.0), loss),
    ];
    let edge = |from, to, local, label| Edge {
        from,
        to,
        local,
        label,
    };
    let edges = vec![
        edge(0, 3, 1.0, (34.0, 81.0)),
        edge(1, 3, 1.0, (174.0, 72.0)),
        edge(0, 4, 2.0, (80.0, 72.0)),
        edge(1, 5, 7.0, (290.0, 72.0)),
        edge(2, 5, 3.0, (366.0, 81.0)),
        edge(4, 6, 1.0, (212.0, 176.0)),
        edge(5, 6, 1.0, (334.0, 176.0)),
        edge(3, 7, -23.0 / 16.0, (96.0, 218.0)),
        edge(6, 7, 0.25, (180.0, 274.0)),
        edge(7, 8, 1.0, (127.0, 298.0)),
        edge(8, 9, 5.5, (273.0, 298.0)),
    ];
    (nodes, edges)
}

/// Where the straight line from the middle of one box to that of another crosses its border.
fn border(from: Point, to: Point) -> Point {
    let (dx, dy) = (to.0 - from.0, to.1 - from.1);
    let (half_width, half_height) = (BOX.0 / 2.0 + 1.0, BOX.1 / 2.0 + 1.0);
    let part = (half_width / dx.abs()).min(half_height / dy.abs());
    (from.0 + part * dx, from.1 + part * dy)
}

/// All decimals (the numbers of the example are exact in binary), and a real minus sign.
fn short(number: f64) -> String {
    let text = format!("{number:.5}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    text.replace('-', "\u{2212}")
}

fn boxes(canvas: &mut Canvas<'_>, nodes: &[Node], backward: bool) {
    for (index, node) in nodes.iter().enumerate() {
        let (x, y) = node.at;
        let area = Area::new(x - BOX.0 / 2.0, y - BOX.1 / 2.0, BOX.0, BOX.1);
        let number = short(if backward {
            node.derivative
        } else {
            node.value
        });
        let outline = match index {
            0..=2 => Role::Series1,
            9 => Role::Accent,
            _ => Role::Muted,
        };
        canvas.block(area, &Block::new(&[node.name, &number]).outline(outline));
    }
}

/// The loss of one prediction as a graph, with the numbers of the forward pass.
///
/// ```
/// let figure = figures::automatic_differentiation::forward();
/// assert!(figure.svg.contains(">7.5625</text>"));
/// ```
pub fn forward() -> Figure {
    let (nodes, edges) = graph();
    let title = "The loss of one prediction as a graph";
    Figure::draw(
        "automatic-differentiation/forward.svg",
        title,
        (WIDTH, 340.0),
        |canvas| {
            for edge in &edges {
                let (from, to) = (nodes[edge.from].at, nodes[edge.to].at);
                canvas.arrow(&Arrow::new(border(from, to), border(to, from)));
            }
            boxes(canvas, &nodes, false);
        },
    )
}

/// The same graph read backward: the derivative of the loss in each box, and on each arrow what it
/// multiplies by.
///
/// ```
/// let figure = figures::automatic_differentiation::backward();
/// assert!(figure.svg.contains(">4.125</text>"));
/// ```
pub fn backward() -> Figure {
    let (nodes, edges) = graph();
    let title = "Derivatives of the loss, from the end to the start";
    Figure::draw(
        "automatic-differentiation/backward.svg",
        title,
        (WIDTH, 340.0),
        |canvas| {
            for edge in &edges {
                let (from, to) = (nodes[edge.to].at, nodes[edge.from].at);
                let arrow = Arrow::new(border(from, to), border(to, from));
                canvas.arrow(&arrow.role(Role::Series2));
                let local = format!("\u{d7} {}", short(edge.local));
                canvas.text(edge.label, &local, Role::Ink);
            }
            boxes(canvas, &nodes, true);
        },
    )
}
