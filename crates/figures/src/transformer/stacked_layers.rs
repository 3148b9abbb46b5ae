//! One layer of a stack of self-attentions, with or without a residual connection and a norm: how
//! far it leaves the words apart.

use attention::array::layer_norm;
use attention::self_attention::self_attend;

use crate::prelude::*;
use crate::self_attention::{VECTORS, WORDS};

/// The rows of *tired* and *girl*, whose distance is measured.
const MEASURED: [usize; 2] = [2, 3];
const LAYERS: usize = 6;

pub(crate) fn controls() -> Vec<Control> {
    vec![
        Control::slider("layer", &steps(1.0, LAYERS as f64, LAYERS), 1.0),
        Control::switch("residual connection", false),
        Control::switch("layer norm", false),
        Control::switch("scores 9 times as large", false),
    ]
}

/// The parts of a layer, each `[4, 4]`.
struct Layer {
    input: Array2<Real>,
    weights: Array2<Real>,
    attended: Array2<Real>,
    output: Array2<Real>,
}

impl Layer {
    /// Computes what the program of the chapter does, with each part on or off.
    fn new(input: Array2<Real>, [residual, norm, sharp]: [bool; 3]) -> Layer {
        let factor = if sharp { 3.0 } else { 1.0 };
        let attention = self_attend(&(&input * factor), &Mask::all());
        let attended = attention.output / factor;
        let sum = if residual { &input + &attended } else { attended.clone() };
        let normalized = layer_norm(&sum, &Array1::ones(4), &Array1::zeros(4), 1e-5);
        let output = if norm { normalized } else { sum };
        Layer { input, weights: attention.weights, attended, output }
    }
}

fn apart(x: &Array2<Real>) -> Real {
    let [one, other] = MEASURED.map(|word| x.row(word));
    (&one - &other).mapv(|entry| entry * entry).sum().sqrt()
}

fn stacked(switches: [bool; 3]) -> Vec<Layer> {
    let mut x = ndarray::arr2(&VECTORS[1..]);
    let layer = |_| {
        let layer = Layer::new(x.clone(), switches);
        x.clone_from(&layer.output);
        layer
    };
    (0..LAYERS).map(layer).collect()
}

pub(crate) fn answer(choices: &[usize]) -> Answer {
    let shown = choices[0];
    let switches = [1, 2, 3].map(|index| choices[index] == 1);
    let layers = stacked(switches);
    let layer = &layers[shown];
    let distances = [&layers[0].input].into_iter().chain(layers.iter().map(|layer| &layer.output));
    let distances: Vec<String> = distances.map(|x| number(apart(x), 2)).collect();

    let canvas = &mut Canvas::new(346.0);
    let from = if shown == 0 { "the words".to_owned() } else { format!("from layer {shown}") };
    let output = match switches {
        [false, false, _] => "output: attended",
        [true, false, _] => "output: sum",
        [false, true, _] => "output: normalized",
        [true, true, _] => "output: normalized sum",
    };
    for (index, (name, x)) in [
        (format!("input: {from}"), &layer.input),
        ("weights".to_owned(), &layer.weights),
        ("attended".to_owned(), &layer.attended),
        (output.to_owned(), &layer.output),
    ]
    .into_iter()
    .enumerate()
    {
        let corner = (50.0 + 176.0 * (index % 2) as f64, 32.0 + 138.0 * (index / 2) as f64);
        canvas.heading((corner.0, corner.1 - 16.0), name);
        matrix(canvas, corner, x, index == 1);
        // The tables to the right have the same rows.
        for (row, word) in WORDS[1..].iter().enumerate().filter(|_| index % 2 == 0) {
            canvas.text((corner.0 - 5.0, corner.1 + 24.0 * (row as f64 + 0.5)), word, Ink.end());
        }
    }
    canvas.text((6.0, 296.0), "distance of tired and girl after each layer", Muted.start());
    for (index, distance) in distances.iter().enumerate() {
        let x = 54.0 + 52.0 * index as f64;
        let look = if index == shown + 1 { Ink.bold() } else { Muted.into() };
        canvas.text((x, 316.0), index, look);
        canvas.text((x, 334.0), distance, look);
    }

    let parts = match switches {
        [false, false, _] => "Attention alone",
        [true, false, _] => "Attention and residual connection",
        [false, true, _] => "Attention and layer norm",
        [true, true, _] => "Attention, residual connection, and layer norm",
    };
    let sharp = if switches[2] { ", with scores 9 times as large" } else { "" };
    let rows = distances.iter().enumerate();
    let rows = rows.map(|(layer, distance)| [layer.to_string(), distance.clone()]);
    Answer {
        svg: canvas.svg("One layer of a stack of self-attentions"),
        result: format!(
            "{parts}{sharp}: “tired” and “girl” are {} apart before layer {} and {} after it.",
            distances[shown],
            shown + 1,
            distances[shown + 1]
        ),
        table: table(["after layer", "tired and girl apart"], rows),
        handle: None,
    }
}

/// Draws the rows of the words, with numbers.
fn matrix(canvas: &mut Canvas, corner: Point, x: &Array2<Real>, are_weights: bool) {
    let largest = x.fold(0.0, |a: Real, b| a.max(b.abs()));
    for ((row, column), area) in Table::new(corner, (38.0, 24.0), x.dim()).cells() {
        let entry = x[[row, column]];
        if are_weights {
            canvas.weight_cell(area, entry, 2);
            continue;
        }
        let role = if entry < 0.0 { Series2 } else { Series1 };
        canvas.cell(area, role.opacity(0.45 * f64::from(entry.abs() / largest)), number(entry, 2));
    }
}

#[cfg(test)]
mod tests;
