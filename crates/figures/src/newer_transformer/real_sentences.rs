//! The results of the translators of real sentences.

use laboratory::real_sentences::CHOSEN;

use crate::prelude::*;
use crate::typed::{shipped_session, translate};

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
