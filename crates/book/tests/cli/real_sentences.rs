//! `cargo book train translator`, and `cargo book translate` by default.

use std::fs;

use laboratory::Saved;
use laboratory::real_sentences::{Kind, Trained};

use crate::fixture::{Fixture, error, told};

/// Few and short steps.
const SMALL: [&str; 12] = [
    "train",
    "translator",
    "--corpus",
    "fra.txt",
    "--vocab",
    "280",
    "--hidden",
    "8",
    "--blocks",
    "1",
    "--steps",
    "4",
];

/// Returns a fixture with 200 pairs and a malformed line.
fn fixture() -> Fixture {
    let fixture = Fixture::new();
    let pairs = (0..200).map(|n| format!("I am {n}!\tJ'ai {n} ans\u{202f}!\tCC-BY 2.0\n"));
    fixture.write("fra.txt", &(pairs.collect::<String>() + "no tab\n"));
    fixture
}

#[test]
fn pairs_train_a_translator() {
    let fixture = fixture();
    let run = |arguments: &[&str]| fixture.run(&[&SMALL, arguments].concat());
    let lines = [
        "line 201: there is no tab",
        "160 training pairs with ",
        " 20 sentences for the loss, 20 for the scores, vocabulary of ",
        "step 3: held out ",
        " → ",
        "4 steps in ",
        "20 sentences held out: BLEU ",
    ];
    told(&run(&["--threads", "2"]), &lines);
    assert!(!fixture.path("models").exists());
    let card = Trained::load(fixture.path("target/models")).unwrap().card;
    assert_eq!((card.corpus.name.as_str(), card.settings.kind), ("fra.txt", Kind::Transformer));
    assert_eq!(card.corpus.sha256.len(), 64);
    let kept = fs::read_dir(fixture.path("target/training")).unwrap();
    assert_eq!(kept.count(), 0);

    told(&run(&["--threads", "1", "--out", "one"]), &[]);
    let model = |folder: &str| fs::read(fixture.path(folder).join("translator.safetensors"));
    assert!(model("one").unwrap() == model("target/models").unwrap());

    told(&run(&["--kind", "bahdanau", "--held-out", "5", "--out", "recurrent"]), &[" 5 for the"]);
    let card = Trained::load(fixture.path("recurrent")).unwrap().card;
    assert_eq!((card.settings.kind, card.corpus.test), (Kind::Bahdanau, 5));
}

#[test]
fn impossible_trainings_are_named() {
    let fixture = fixture();
    for (arguments, message) in [
        (&["--strict"][..], "line 201: there is no tab"),
        (&["--held-out", "200"], "200"),
        (&["--vocab", "259"], "a vocabulary of 259 tokens is smaller than 260"),
        (&["--hidden", "6"], "heads"),
        (&["--learning-rate=-1"], "learning rate"),
    ] {
        let told = error(&fixture.run(&[&SMALL[..4], arguments].concat()));
        assert!(told.contains(message), "{told}");
        assert!(told.contains("the models were not trained"), "{told}");
    }
}

/// The model that was trained on such sentences answers, and each line has an answer.
#[test]
fn each_sentence_has_the_model_that_knows_its_kind() {
    let fixture = fixture();
    let long = "How long is it? ".repeat(1_000);
    let lines = format!("The red car is big.\nA zebra.\n\n🦓\u{7}東京\n{long}\nYou sleep.\n");
    fixture.write("lines.txt", &lines);
    let mut command = fixture.command();
    let output = command.arg("translate").stdin(fs::File::open(fixture.path("lines.txt")).unwrap());
    let output = output.output().unwrap();
    let errors = String::from_utf8(output.stderr.clone()).unwrap();
    let translated = told(&output, &[]);
    let translated: Vec<_> = translated.lines().collect();
    assert_eq!(translated.len(), 6, "{translated:?}");
    assert_eq!(
        (translated[0], translated[2], translated[4]),
        ("la voiture rouge est grande.", "", "")
    );
    let expected =
        ["model transformer:", "model real-sentences:", "a sentence of ", "model transformer:"];
    let errors: Vec<_> = errors.lines().collect();
    assert_eq!(errors.len(), expected.len(), "{errors:?}");
    assert!(errors.iter().zip(expected).all(|(error, start)| error.starts_with(start)));

    told(&fixture.run(&[&SMALL[..], &["--out", "own"]].concat()), &[]);
    let own = ["translate", "--model", "real-sentences", "--models", "own", "I am 7!"];
    told(&fixture.run(&own), &["\n"]);
    let folder = error(&fixture.run(&["translate", "--models", "own", "I am 7!"]));
    assert!(folder.contains("--model"), "{folder}");
}
