//! The results of the translators of real sentences.

use laboratory::real_sentences::{CHOSEN, Run};

use crate::prelude::*;
use crate::typed::{shipped_session, translate};

pub(crate) fn by_words() -> String {
    let runs = [
        (Run::Transformer, Look::solid(Series3).marker(Marker::Cross), "Transformer"),
        (Run::Bahdanau, Look::solid(Series1), "GRU with attention"),
        (Run::FixedContext, Look::solid(Series2), "GRU without attention"),
    ];
    let mut plot = Plot::new("words of the English sentence", "BLEU")
        .x_axis(2.0, 18.0, [2.0, 6.0, 10.0, 14.0, 18.0])
        .y_axis(0.0, 60.0, [0.0, 20.0, 40.0, 60.0]);
    for (run, look, name) in runs {
        let card = run.card().expect("the shipped card is complete");
        let bands = card.scores.into_iter().flat_map(|scores| scores.bands);
        let many = bands.filter(|band| band.sentences >= FEWEST);
        let points: Vec<_> =
            many.map(|band| (f64::midpoint(band.from as f64, band.to as f64), band.bleu)).collect();
        plot =
            plot.marked_line(look, name, points.iter().map(|(words, bleu)| (*words, bleu.score)));
        for (words, bleu) in points {
            plot = plot.line(look, "", [(words, bleu.low), (words, bleu.high)]);
        }
    }
    plot.svg("BLEU of held-out sentences against their length, for three kinds of models")
}

/// The fewest sentences of a band that is drawn.
const FEWEST: usize = 30;

pub(crate) fn ten_maps() -> String {
    let mut session = shipped_session();
    let maps = (1..).zip(CHOSEN).map(|(number, text): (usize, _)| {
        translate(&mut session, text);
        let map = session.mean_map();
        let [rows, columns] = [0, 1].map(|side| vec![""; map.len_of(Axis(side))]);
        let map = HeatMap::new(map.view()).words(&rows, &columns).names("", "");
        map.heading(&number.to_string()).tenths().without_bar()
    });
    heat_maps(5, &maps.collect::<Vec<_>>(), "Where the decoder attends in ten translations")
}
