//! `cargo book train`, on a file of few sentences.

use std::fs;
use std::process::Output;

use attention::bahdanau::Trained;
use attention::data::Corpus;

use crate::fixture::Fixture;

/// A book with a file of pairs, three of whose lines are of no use.
fn book() -> Fixture {
    let fixture = Fixture::new();
    let corpus = Corpus::generated(40, 0).unwrap();
    let mut lines: Vec<String> = corpus
        .pairs()
        .map(|(source, target)| format!("{source}\t{target}\tCC-BY 2.0"))
        .collect();
    lines.insert(1, "no tab".to_owned());
    lines.insert(4, "\tno source".to_owned());
    lines.insert(6, format!("{}\ttoo long", "very ".repeat(51)));
    fixture.write("pairs.tsv", &lines.join("\r\n"));
    fixture
}

fn train(fixture: &Fixture, arguments: &[&str]) -> Output {
    let mut all = vec!["train", "bahdanau", "--epochs", "2"];
    all.extend(arguments);
    fixture.run(&all)
}

fn error(output: &Output) -> String {
    assert!(!output.status.success());
    String::from_utf8_lossy(&output.stderr).into_owned()
}

#[test]
fn a_file_trains_models_that_can_be_loaded() {
    let fixture = book();
    let output = train(&fixture, &["--corpus", "pairs.tsv", "--held-out", "7"]);
    let told = String::from_utf8_lossy(&output.stdout).into_owned();
    let errors = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success(), "{errors}");
    for line in [
        "pairs.tsv: line 2: there is no tab",
        "pairs.tsv: line 5: the sentence before the first tab is empty",
        "pairs.tsv: line 7: a sentence has 51 tokens, more than 50",
        "3 lines left out",
        "7 sentences held out",
        "no model can have a loss below",
        "tokens per second",
        "with attention seed 0: ",
        "without        seed 0: ",
        "BLEU",
    ] {
        assert!(told.contains(line), "{line:?} is not in\n{told}");
    }
    // The models of the book stay as they are.
    assert!(!fixture.path("models").exists());
    let folder = fixture.path("target/models");
    let trained = Trained::load(&folder).unwrap();
    assert_eq!(trained.card.held_out_sentences, 7);
    assert_eq!(trained.card.settings.epochs, 2);
    assert_eq!(trained.card.with_attention[0].losses.len(), 2);

    // The same again gives the same bytes.
    let files = [
        "bahdanau.json",
        "bahdanau.safetensors",
        "fixed-context.safetensors",
    ];
    let before = files.map(|file| fs::read(folder.join(file)).unwrap());
    let again = ["--corpus", "pairs.tsv", "--held-out", "7", "--out", "again"];
    assert!(train(&fixture, &again).status.success());
    let after = files.map(|file| fs::read(fixture.path("again").join(file)).unwrap());
    assert!(before == after);
}

#[test]
fn a_file_that_cannot_be_used_is_named() {
    let fixture = book();
    let strict = train(&fixture, &["--corpus", "pairs.tsv", "--strict"]);
    assert!(error(&strict).contains("pairs.tsv: line 2: there is no tab"));
    let missing = train(&fixture, &["--corpus", "nowhere.tsv"]);
    assert!(error(&missing).contains("nowhere.tsv: cannot be read: "));
    let few = ["--corpus", "pairs.tsv", "--pairs", "3", "--held-out", "9"];
    let few = error(&train(&fixture, &few));
    assert!(few.contains("the models were not trained: "), "{few}");
    let none =
        fixture.run(&["train", "bahdanau", "--corpus", "pairs.tsv", "--seeds", "0"]);
    assert!(error(&none).contains("0 is not a number from 1 to 999999"));
    fixture.write("empty.tsv", "\n\n");
    let empty = error(&train(&fixture, &["--corpus", "empty.tsv"]));
    assert!(
        empty.contains("empty.tsv: there are no pairs in it"),
        "{empty}"
    );
    assert!(!fixture.path("target/models/bahdanau.json").exists());
}
