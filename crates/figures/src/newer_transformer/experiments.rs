//! The results of the chapter's trainings.

use laboratory::newer_transformer::{
    Card, Encoding, MEASURED_EVERY, RATES, Remedy, TESTED_LENS, Task, card,
};

use crate::prelude::*;

fn results() -> Card {
    card().expect("the shipped card is complete")
}

pub(crate) fn accuracy_by_length() -> String {
    let results = results();
    let lens = TESTED_LENS.map(|len| (len as f64).log10());
    let plots = Encoding::ALL.map(|encoding| {
        let mut plot = Plot::new("tokens", "accuracy, mean of five models")
            .heading(&encoding.to_string())
            .powers_of_ten([true, false])
            .x_axis(1.45, 2.46, lens)
            .y_axis(0.0, 1.05, [0.0, 0.5, 1.0]);
        for (task, blocks, series, name) in
            [(Task::PreviousToken, 1, 1, "previous token"), (Task::LastWrite, 2, 2, "last write")]
        {
            let models = results.accuracy(task, blocks, encoding, 0);
            let mean = means(models.iter().map(<[f64; 4]>::as_slice));
            plot = plot.marked_line(Look::series(series), name, lens.into_iter().zip(mean));
        }
        plot
    });
    panels(2, 118.0, &plots, "Accuracy at one to eight times the trained length")
}

pub(crate) fn other_pairing() -> String {
    let results = results();
    let of = |dim: usize| results.misread.iter().filter(move |model| model.dim == dim);
    let trained = means(of(16).map(|model| model.trained.as_slice()));
    let mut plot = Plot::new("position", "accuracy, mean of five models")
        .x_axis(0.0, 32.0, [0.0, 8.0, 16.0, 24.0, 32.0])
        .y_axis(0.0, 1.05, [0.0, 0.5, 1.0])
        .line(Look::series(1), "pairing used in training", (1_u32..).zip(trained));
    for (dim, series) in [(32, 2), (16, 3)] {
        let mixed = means(of(dim).map(|model| model.mixed.as_slice()));
        let name = format!("the other, d = {dim}");
        plot = plot.line(Look::series(series), &name, (1_u32..).zip(mixed));
    }
    plot.svg("Accuracy by position of models that are read with the other pairing")
}

pub(crate) fn collapse() -> String {
    let results = results();
    let rate = RATES[RATES.len() - 1];
    let [mut entropy, mut loss] = ["entropy of the weights, mean of five models", "loss"]
        .map(|name| Plot::new("step", name).x_axis(0.0, 300.0, [0.0, 100.0, 200.0, 300.0]));
    for (remedy, series) in Remedy::ALL.into_iter().zip(1..) {
        let runs = results.stability.iter().filter(|run| (run.rate, run.remedy) == (rate, remedy));
        let steps = (0..).map(|index: usize| (index * MEASURED_EVERY) as f64);
        let (look, name) = (Look::series(series), remedy.to_string());
        let mean = means(runs.clone().map(|run| run.entropies.as_slice()));
        entropy = entropy.line(look, &name, steps.clone().zip(mean));
        loss = loss.line(look, &name, steps.zip(means(runs.map(|run| run.losses.as_slice()))));
    }
    let plots = [
        entropy.y_axis(0.0, 3.0, [0.0, 1.0, 2.0, 3.0]).height(170.0),
        loss.y_axis(0.0, 5.0, [0.0, 2.0, 4.0]).height(170.0),
    ];
    stack(&plots, "Entropy and loss in training at a large rate")
}
