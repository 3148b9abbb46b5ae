//! `cargo book train` on a file with few sentences.

use std::fs;
use std::process::Output;

use attention::data::Corpus;
use laboratory::Saved;
use laboratory::bahdanau::{Trained, trained};
use laboratory::transformer::{self, Variant};

use crate::fixture::{Fixture, error, told};

/// Creates a book with a file of pairs that has three malformed lines.
fn book() -> Fixture {
    let fixture = Fixture::new();
    let corpus = Corpus::generated(40, 0).unwrap();
    let mut lines: Vec<String> =
        corpus.pairs().map(|(source, target)| format!("{source}\t{target}\tCC-BY 2.0")).collect();
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

#[test]
fn a_file_trains_models_that_can_be_loaded() {
    let fixture = book();
    let output = train(&fixture, &["--corpus", "pairs.tsv", "--held-out", "7"]);
    let lines = [
        "pairs.tsv: line 2: there is no tab",
        "pairs.tsv: line 5: the sentence before the first tab is empty",
        "pairs.tsv: line 7: a sentence has 51 tokens, more than 50",
        "3 lines skipped",
        "lines have more than two columns; only the first two are read",
        "7 held-out sentences",
        "the least possible loss over all pairs is",
        "too few sentences are held out: a share of 7 varies by up to 38 % by chance",
        "tokens per second",
        "with attention, hidden size 64, seed 0: ",
        "without attention, hidden size 64, seed 0: ",
        ", afterward ",
        "BLEU",
        "held out: chrF ",
    ];
    told(&output, &lines);
    // The models of the book are unchanged.
    assert!(!fixture.path("models").exists());
    let folder = fixture.path("target/models");
    let trained = Trained::load(&folder).unwrap();
    assert_eq!(trained.card.held_out_sentences, 7);
    assert_eq!(trained.card.settings.epochs, 2);
    assert_eq!(trained.card.with_attention[0].losses.len(), 2);
    // On a file, both models train for the same number of epochs.
    assert_eq!(trained.card.without_attention[0].losses.len(), 2);
    // A finished training leaves no checkpoints.
    assert_eq!(fs::read_dir(fixture.path("target/training")).unwrap().count(), 0);

    // The same training writes the same bytes.
    let files = ["bahdanau.json", "bahdanau.safetensors", "fixed-context.safetensors"];
    let before = files.map(|file| fs::read(folder.join(file)).unwrap());
    let again = ["--corpus", "pairs.tsv", "--held-out", "7", "--out", "again"];
    assert!(train(&fixture, &again).status.success());
    let after = files.map(|file| fs::read(fixture.path("again").join(file)).unwrap());
    assert!(before == after);
}

/// With a file, only the models that are kept are trained, and no other variants.
#[test]
fn a_file_trains_a_transformer_and_a_language_model() {
    let fixture = book();
    let file = ["--corpus", "pairs.tsv", "--held-out", "7"];
    let settings = ["train", "transformer", "--epochs", "2", "--seeds", "2"];
    let output = fixture.run(&[&settings[..], &file].concat());
    let lines = [
        "3 lines skipped",
        "7 held-out sentences",
        "language model, seed 0: ",
        "held out: loss ",
        "post-norm, seed 0: ",
        "post-norm, seed 1: ",
        "held out: BLEU ",
        "the language model writes:\n    ",
    ];
    let told = told(&output, &lines);
    assert!(!told.contains("pre-norm"), "{told}");
    assert!(!fixture.path("models").exists());
    let folder = fixture.path("target/models");
    let card = transformer::Trained::load(&folder).unwrap().card;
    assert_eq!(card.held_out_sentences, 7);
    assert_eq!(card.runs.len(), 1);
    let losses = card.runs(Variant::PostNorm).iter().map(|run| run.losses.len());
    assert_eq!(losses.collect::<Vec<_>>(), [2, 2]);
    assert_eq!(card.language_model.losses.len(), 3);
}

#[test]
fn other_kinds_are_trained_if_asked_for() {
    let fixture = book();
    let file = ["--corpus", "pairs.tsv", "--pairs", "12", "--held-out", "2"];
    let settings = ["train", "transformer", "--epochs", "1", "--all-variants"];
    let output = fixture.run(&[&settings[..], &file].concat());
    let lines = Variant::ALL.map(|variant| format!("{variant}, seed 0: "));
    told(&output, &lines.each_ref().map(String::as_str));
    let folder = fixture.path("target/models");
    let card = transformer::Trained::load(folder).unwrap().card;
    for variant in Variant::ALL {
        assert_eq!(card.runs(variant).len(), 1, "{variant}");
    }
    let other = fixture.run(&["train", "bahdanau", "--all-variants"]);
    assert!(error(&other).contains("--all-variants"));
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
    let none = fixture.run(&["train", "bahdanau", "--corpus", "pairs.tsv", "--seeds", "0"]);
    assert!(error(&none).contains("0 is not a number from 1 to 999999"));
    fixture.write("empty.tsv", "\n\n");
    let empty = error(&train(&fixture, &["--corpus", "empty.tsv"]));
    assert!(empty.contains("empty.tsv: the file has no pairs"), "{empty}");
    assert!(!fixture.path("target/models/bahdanau.json").exists());
}

/// If the models cannot be written, the training is kept, and the same command can write them
/// elsewhere.
#[test]
fn models_that_cannot_be_written_are_kept() {
    let fixture = book();
    let file = ["--corpus", "pairs.tsv", "--held-out", "7", "--out"];
    let into = |folder, more: &[&str]| train(&fixture, &[&file[..], &[folder], more].concat());
    let files = ["bahdanau.json", "bahdanau.safetensors", "fixed-context.safetensors"];
    let bytes = |folder: &str| files.map(|file| fs::read(fixture.path(folder).join(file)).unwrap());
    assert!(into("right", &[]).status.success());

    fs::create_dir_all(fixture.path("wrong/bahdanau.json")).unwrap();
    let failed = error(&into("wrong", &[]));
    let kept = fixture.path("target/training");
    let message = ["the models are trained, but cannot be written: ", "--out", "it resumes from"];
    assert!(message.iter().all(|part| failed.contains(part)), "{failed}");
    let folders: Vec<_> = fs::read_dir(&kept).unwrap().map(|entry| entry.unwrap().path()).collect();
    let [folder] = folders.as_slice() else {
        panic!("{folders:?}");
    };
    // As if the training had been stopped during the second model.
    fs::remove_file(folder.join("without attention, hidden size 64, seed 0.safetensors")).unwrap();
    let goes_on = "resuming the training from ";
    told(&into("second", &[]), &[goes_on]);
    assert!(bytes("second") == bytes("right"));
    assert!(!folder.exists());

    // Neither other settings nor `--fresh` resume the training.
    error(&into("wrong", &[]));
    let other = told(&into("other", &["--min-frequency", "1"]), &[]);
    let fresh = told(&into("fresh", &["--fresh"]), &[]);
    assert!(!other.contains(goes_on) && !fresh.contains(goes_on), "{other}{fresh}");
    assert!(bytes("fresh") == bytes("right"));
}

#[test]
fn sentences_are_translated() {
    let fixture = Fixture::new();
    for model in ["bahdanau", "transformer"] {
        let output =
            fixture.run(&["translate", "--model", model, "The red car is big.", "A zebra"]);
        let lines = told(&output, &["la voiture rouge est grande.\n"]);
        assert_eq!(lines.lines().count(), 2, "{lines}");
        let errors = String::from_utf8(output.stderr).unwrap();
        assert_eq!(errors, "unknown to the model: a, zebra\n");
    }
    let many = "zebra ".repeat(1000) + "a zebra";
    let output = fixture.run(&["translate", "--model", "bahdanau", &many]);
    let errors = String::from_utf8(output.stderr).unwrap();
    let listed = "unknown to the model: zebra (1001 times), a\n";
    assert!(errors.ends_with(listed), "{errors}");
    fixture.write("lines.txt", "The red car is big.\n\nYou sleep.\n");
    let mut command = fixture.command();
    command.args(["translate", "--model", "bahdanau", "--models", "models"]);
    let missing = command.output().unwrap();
    assert!(error(&missing).contains("bahdanau.json: cannot be read: "));
    trained().unwrap().save(fixture.root()).unwrap();
    let lines = fs::File::open(fixture.path("lines.txt")).unwrap();
    let mut command = fixture.command();
    command.args(["translate", "--model", "bahdanau", "--models", "."]).stdin(lines);
    let lines = told(&command.output().unwrap(), &[]);
    let lines: Vec<_> = lines.lines().collect();
    assert_eq!(lines[..2], ["la voiture rouge est grande.", ""]);
    assert!(["tu dors.", "vous dormez."].contains(&lines[2]), "{lines:?}");
}
