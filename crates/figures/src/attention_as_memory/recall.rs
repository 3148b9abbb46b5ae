//! Memories of a fixed size: what they forget, and how many pairs they recall.

use attention::attention_as_memory::recall::{COUNTS, Rule};
use laboratory::attention_as_memory::recall::RecallRun;
use laboratory::attention_as_memory::trained;

use crate::prelude::*;

pub(crate) fn decay_mask() -> String {
    let mut factors = Array1::from_elem(12, 0.8);
    factors[6] = 0.1;
    let mask = attention::attention_as_memory::decay_mask(&factors);
    HeatMap::new(mask.view())
        .mask(|(query, key)| key <= query)
        .names("queries", "keys")
        .svg("A causal mask with numbers")
}

pub(crate) fn recall() -> String {
    let card = trained().expect("the shipped files are complete").card;
    let mean = |rule: Rule, dim: usize, twice: bool| {
        let fits = |run: &&RecallRun| (run.rule, run.dim, run.twice) == (rule, dim, twice);
        let runs = card.recall.iter().filter(fits);
        let runs = runs.map(|run| Array1::from(run.accuracy.clone()));
        let mean = runs.clone().reduce(|sum, run| sum + run).expect("there are runs");
        COUNTS.map(|writes| writes as f64).into_iter().zip(mean / runs.count() as Real)
    };
    let kinds = [
        ("d = 8, distinct keys", 8, false),
        ("d = 16, distinct keys", 16, false),
        ("d = 16, every key written twice", 16, true),
    ];
    let plots = kinds.map(|(heading, dim, twice)| {
        let mut plot = Plot::new("writes", "accuracy, mean of 5 models")
            .heading(heading)
            .x_axis(0.0, 50.0, COUNTS.map(|writes| writes as f64))
            .y_axis(0.0, 1.05, [0.0, 0.5, 1.0]);
        if twice {
            let most_expected = 1.0 / 16.0 + 15.0 / 32.0;
            plot = plot.level(Dash::DOTTED, 0.0, 50.0, most_expected);
        }
        for (series, rule) in (1..).zip(Rule::ALL) {
            let name = if (dim, twice) == (8, false) { rule.to_string() } else { String::new() };
            plot = plot.marked_line(Look::series(series), &name, mean(rule, dim, twice));
        }
        plot
    });
    panels(1, 150.0, &plots, "Accuracy of recall by the number of writes")
}
