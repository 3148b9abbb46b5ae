//! Heads that recall.

use laboratory::attention_as_memory::induction::STRIDE;
use laboratory::attention_as_memory::{Trained, trained};

use crate::prelude::*;

pub(crate) fn cliff() -> String {
    let card = shipped().card;
    let mut plot = Plot::new("step", "loss in nats")
        .x_axis(0.0, 600.0, [0.0, 100.0, 200.0, 300.0, 400.0, 500.0, 600.0])
        .y_axis(0.0, 4.0, [0.0, 1.0, 2.0, 3.0, 4.0]);
    for (layers, series, name) in [(1, 2, "one layer"), (2, 1, "two layers")] {
        for (seed, run) in card.induction(layers, 2).into_iter().enumerate() {
            let name = if seed == 0 { name } else { "" };
            let middle = |part: usize| (part as f64 + 0.5) * STRIDE as f64;
            let points = run.losses.iter().enumerate().map(|(part, &loss)| (middle(part), loss));
            plot = plot.line(Look::series(series), name, points);
        }
    }
    plot.svg("The loss of one and of two layers on text that repeats")
}

pub(crate) fn maps() -> String {
    let Trained { card, induction } = shipped();
    let order = [14, 3, 27, 9, 20, 31, 6, 11, 24, 17];
    let text = Array2::from_shape_fn((1, 20), |(_, at)| order[at % 10]);
    let tape = Tape::new(Mode::Eval, 0);
    let tokens = Tokens::new(text, 32).expect("all tokens are below 32");
    let weights = induction.predict(&tape, &tokens).weights;
    let run = card.induction(2, 2)[3];
    let mut maps = Vec::new();
    for (layer, weights) in weights.into_iter().enumerate() {
        for head in 0..2 {
            let map = weights.index(0, 0).index(0, head).value();
            let map = Array2::from_shape_fn((20, 20), |at| map[[at.0, at.1]]);
            let without = number(run.by_head[layer][head].without, 2);
            let name = format!("layer {layer}, head {head}: {without}");
            let map = HeatMap::new(map.view()).mask(|(query, key)| key <= query);
            maps.push(map.without_bar().tenths().heading(&name));
        }
    }
    heat_maps(2, &maps, "Where the four heads of a trained model look")
}

fn shipped() -> Trained {
    trained().expect("the shipped files are complete")
}
