//! Where the decoder attends in a sentence that the reader chooses, with sharper or flatter
//! weights.

use attention::data::translations;
use attention::encoder_decoder::Translated;

use crate::models::{Perturbation, Translator, text, with};
use crate::prelude::*;

/// The subjects, and whether a verb after them has the ending of *he*.
const SUBJECTS: [(&str, bool); 9] = [
    ("the small black cat", true),
    ("the tired girl", true),
    ("the big dog", true),
    ("the men", false),
    ("the young women", false),
    ("i", false),
    ("she", true),
    ("you", false),
    ("they", false),
];

const VERBS: [[&str; 2]; 4] =
    [["see", "sees"], ["love", "loves"], ["watch", "watches"], ["find", "finds"]];

const OBJECTS: [&str; 9] = [
    "the big red house",
    "the tired girl",
    "this black dog",
    "the tired boy",
    "the old women",
    "the small boats",
    "them",
    "her",
    "him",
];

const FACTORS: [f64; 7] = [0.0, 0.25, 0.5, 1.0, 2.0, 5.0, 20.0];

/// The tokens that the decoder can be forced to write first.
const FIRST: [&str; 6] = ["its own", "le", "la", "les", "il", "vous"];
const SHIFTS: usize = 4;

/// The number of rows that have room, and the height of all of them.
const ROWS: usize = 14;
const HEIGHT: f64 = 280.0;

pub(crate) fn controls() -> Vec<Control> {
    vec![
        Control::menu("subject", &SUBJECTS.map(|(subject, _)| subject)),
        Control::switch("not", false),
        Control::menu("verb", &VERBS.map(|[verb, _]| verb)),
        Control::menu("object", &OBJECTS),
        Control::slider("multiply scores by", &FACTORS, 1.0),
        Control::slider("shift values by", &steps(0.0, 3.0, SHIFTS), 0.0),
        Control::menu("first French token", &FIRST),
    ]
}

fn sentence(choices: &[usize]) -> Vec<&'static str> {
    let (subject, third) = SUBJECTS[choices[0]];
    let [plain, ending] = VERBS[choices[2]];
    let verb = match (choices[1] == 1, third) {
        (true, _) => vec![if third { "does" } else { "do" }, "not", plain],
        (false, _) => vec![if third { ending } else { plain }],
    };
    subject.split(' ').chain(verb).chain(OBJECTS[choices[3]].split(' ')).chain(["."]).collect()
}

/// Translates with all scores multiplied by a factor, and with a perturbation.
fn translated(sentence: &[&str], factor: f64, perturbation: &Perturbation<'_>) -> Translated {
    with(|translator: &Translator| {
        let score = &translator.model.attention.score;
        let learned = score.value();
        score.update(|score| *score *= factor as Real);
        let translated = translator.translate(sentence, perturbation);
        score.update(|score| *score = learned);
        translated
    })
}

fn judgment(right: bool, count: usize) -> String {
    match (right, count) {
        (false, _) => "a wrong translation".to_owned(),
        (true, 1) => "the only right translation".to_owned(),
        (true, 2) => "one of two right translations".to_owned(),
        (true, 3) => "one of three right translations".to_owned(),
        (true, 4) => "one of four right translations".to_owned(),
        (true, count) => format!("one of {count} right translations"),
    }
}

pub(crate) fn answer(choices: &[usize]) -> Answer {
    let (sentence, factor) = (sentence(choices), FACTORS[choices[4]]);
    let first = (choices[6] > 0).then(|| FIRST[choices[6]]);
    let translated = translated(&sentence, factor, &Perturbation { shift: choices[5], first });
    let Translated { source, target, text: whole, log_probability, weights } = translated;
    let weights = weights.expect("the model has attention");
    let rows = target.len().min(ROWS);
    let (english, mut french) = (text(&source), text(&target[..rows]));
    if target.len() > ROWS {
        french += " …";
    }

    let map = HeatMap::new(weights.select(Axis(0), &Vec::from_iter(0..rows)).view())
        .words(&target[..rows], &source)
        .row_height((HEIGHT / rows as f64).min(30.0))
        .without_bar();
    let canvas = &mut Canvas::new(HEIGHT + 92.0);
    let cells = map.draw(canvas, (18.0, 18.0), 376.0);
    let (across, down) = cells.center();
    canvas.text((across, 9.0), "English (keys)", Muted);
    canvas.text((8.0, down), "French (queries)", Muted.upward());
    if target.len() > ROWS {
        canvas.text((cells.left - 6.0, cells.bottom() + 8.0), "…", Ink.end());
    }

    let probability = match number(log_probability.exp(), 3).as_str() {
        "0.000" => "less than 0.001".to_owned(),
        digits => digits.to_owned(),
    };
    // Words with two readings, such as "you" and "they", share the probability among their
    // translations.
    let all = translations(&sentence);
    let judgment = judgment(all.contains(&whole), all.len());
    let result =
        format!("“{english}” becomes “{french}” with probability {probability}: {judgment}.");
    // A screen reader would skip the signs of both.
    let spoken = |token: &String| match token.as_str() {
        "." => "period".to_owned(),
        "<eos>" => "end".to_owned(),
        _ => token.clone(),
    };
    let mut table =
        vec![["French".to_owned()].into_iter().chain(source.iter().map(spoken)).collect()];
    let sums = weights.sum_axis(Axis(0));
    let names = target.iter().map(spoken).chain(["sum".to_owned()]);
    for (name, row) in names.zip(weights.rows().into_iter().chain([sums.view()])) {
        table.push([name].into_iter().chain(row.iter().map(|weight| number(*weight, 2))).collect());
    }
    Answer { svg: canvas.svg("Where the decoder attends"), result, table, handle: None }
}

#[cfg(test)]
mod tests;
