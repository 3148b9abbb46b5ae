//! How far models with windows reach.

use laboratory::price_of_a_token::{WINDOW, card};

use crate::prelude::*;

pub(crate) fn window_reach() -> String {
    let results = card().expect("the repository has the results");
    let len = results.reach[0].accuracy.len();
    let mut plot = Plot::new("position", "accuracy");
    for layers in 1..=3 {
        let runs = results.reach.iter().filter(|run| run.layers == layers);
        let mean = means(runs.map(|run| run.accuracy.as_slice()));
        let name = format!("{layers} layer{}", if layers == 1 { "" } else { "s" });
        plot = plot.marked_line(Look::series(layers), &name, (0_u32..).zip(mean));
    }
    let ends = (0..len).step_by(WINDOW).map(|end| end as f64);
    plot.x_axis(0.0, (len - 1) as f64, ends.collect::<Vec<_>>())
        .y_axis(0.0, 1.05, [0.0, 0.5, 1.0])
        .svg("Accuracy by position of models with windows")
}
