//! `cargo book train language-model` and `cargo book write`.

use std::fs;
use std::process::{Output, Stdio};

use laboratory::Saved;
use laboratory::own_text::Trained;

use crate::fixture::{Fixture, error, told};

/// Few and short steps.
const SMALL: [&str; 12] = [
    "train",
    "language-model",
    "--vocab",
    "270",
    "--hidden",
    "8",
    "--blocks",
    "1",
    "--context",
    "8",
    "--steps",
    "10",
];

fn train(fixture: &Fixture, arguments: &[&str]) -> Output {
    fixture.run(&[&SMALL, arguments].concat())
}

#[test]
fn a_text_trains_a_model_that_writes() {
    let fixture = Fixture::new();
    fixture.write("own.txt", &"The men see the girl.\n".repeat(30));
    let text = ["--text", "own.txt", "--seed", "3"];
    let lines = [
        "own.txt: 660 bytes, ",
        "seed 3, step 2: held out ",
        "seed 3: 10 steps in ",
        " bits per byte",
        "byte frequencies after 0 to 5 bytes: ",
        "cargo book write --model ",
    ];
    told(&train(&fixture, &[&text[..], &["--threads", "2"]].concat()), &lines);
    assert!(!fixture.path("models").exists());
    let folder = fixture.path("target/models");
    let card = Trained::load(&folder).unwrap().card;
    assert_eq!((card.text.as_str(), card.runs[0].seed), ("own.txt", 3));
    let kept = fs::read_dir(fixture.path("target/training")).unwrap();
    assert_eq!(kept.count(), 0);

    let two = ["--seeds", "2", "--threads", "2", "--out", "two"];
    told(&train(&fixture, &[&text[..], &two].concat()), &[]);
    let model = |folder: &str| fs::read(fixture.path(folder).join("own-text.safetensors")).unwrap();
    assert!(model("two") == model("target/models"));

    let write = |arguments: &[&str]| {
        let model = ["write", "--model", "target/models", "--tokens", "20"];
        fixture.run(&[&model[..], arguments].concat())
    };
    let written = told(&write(&["--prompt", "The men"]), &[]);
    assert!(written.starts_with("The men"), "{written}");
    assert!(written.len() > 7 + 20, "{written}");
    assert_eq!(written, told(&write(&["--prompt", "The men"]), &[]));
    let other = told(&write(&["--prompt", "The men", "--seed", "1"]), &[]);
    assert_ne!(written, other);
    let cold = error(&write(&["--temperature", "0"]));
    assert!(cold.contains("temperature 0 is not"), "{cold}");
    let missing = error(&fixture.run(&["write", "--model", "nowhere"]));
    assert!(missing.contains("own-text.json: cannot be read"), "{missing}");
}

/// As with `| head -c 20`.
#[test]
fn nobody_has_to_read_the_whole_output() {
    let fixture = Fixture::new();
    for arguments in [
        &["write", "--tokens", "1000"][..],
        &["translate", "--model", "transformer", "the cat sees the house", "the dog sleeps"],
    ] {
        let mut command = fixture.command();
        command.args(arguments).stdout(Stdio::piped());
        let mut program = command.stderr(Stdio::piped()).spawn().unwrap();
        drop(program.stdout.take());
        let output = program.wait_with_output().unwrap();
        let told = String::from_utf8(output.stderr).unwrap();
        assert!(output.status.success() && told.is_empty(), "{arguments:?}: {told}");
    }
}

#[test]
fn a_size_that_the_heads_do_not_divide_is_named() {
    let fixture = Fixture::new();
    fixture.write("own.txt", &"The men see the girl.\n".repeat(30));
    let sizes = ["--context", "8", "--hidden", "14"];
    let text = ["train", "language-model", "--text", "own.txt"];
    let refused = error(&fixture.run(&[text, sizes].concat()));
    let expected = "hidden size 14 is not divisible by 4 heads";
    assert!(refused.contains(expected), "{refused}");
}

#[test]
fn a_text_that_cannot_be_used_is_named() {
    let fixture = Fixture::new();
    fixture.write("empty.txt", "");
    fixture.write("short.txt", "The men see the girl.");
    let broken = [b"The men\nsee \xff" as &[u8], b" the girl."].concat();
    fs::write(fixture.path("latin.txt"), broken).unwrap();
    for (file, expected) in [
        ("empty.txt", "empty.txt: the text is empty"),
        ("short.txt", "short.txt: the held-out part has "),
        ("latin.txt", "latin.txt: line 2: byte 12 of the file is not UTF-8"),
        ("nowhere.txt", "nowhere.txt: cannot be read"),
    ] {
        let refused = error(&train(&fixture, &["--text", file]));
        assert!(refused.contains(expected), "{refused}");
    }
    assert!(!fixture.path("target/models/own-text.json").exists());
}
