//! Saving, loading, and files that are damaged.

use std::fs;
use std::path::Path;

use crate::bahdanau::{Trained, TrainedError, trained};

type Outcome = Result<(), Box<dyn std::error::Error>>;

const FILES: [&str; 3] = [
    "bahdanau.json",
    "bahdanau.safetensors",
    "fixed-context.safetensors",
];

/// Saved models load again with the same bytes and the same translations.
#[test]
fn what_is_saved_is_loaded() -> Outcome {
    let (first, second) = (tempfile::tempdir()?, tempfile::tempdir()?);
    let shipped = trained()?;
    shipped.save(first.path())?;
    let loaded = Trained::load(first.path())?;
    loaded.save(second.path())?;
    let models = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../models"));
    for file in FILES {
        let bytes = fs::read(first.path().join(file))?;
        assert!(bytes == fs::read(second.path().join(file))?, "{file}");
        // With the feature `f64` they are written in that precision.
        if cfg!(not(feature = "f64")) {
            assert!(bytes == fs::read(models.join(file))?, "{file}");
        }
    }
    assert_eq!(loaded.card, shipped.card);
    let text = "the small black cat does not see her.";
    assert_eq!(
        loaded.bahdanau.translate(text)?,
        shipped.bahdanau.translate(text)?
    );
    assert_eq!(
        loaded.fixed_context.translate(text)?,
        shipped.fixed_context.translate(text)?
    );
    Ok(())
}

/// The error of loading the shipped models after a change to one of their files.
fn damaged(
    file: &str,
    change: impl FnOnce(Vec<u8>) -> Vec<u8>,
) -> Result<TrainedError, Box<dyn std::error::Error>> {
    let folder = tempfile::tempdir()?;
    trained()?.save(folder.path())?;
    let path = folder.path().join(file);
    fs::write(&path, change(fs::read(&path)?))?;
    let error = Trained::load(folder.path()).expect_err("a file is damaged");
    let (text, path) = (error.to_string(), path.display().to_string());
    assert!(text.starts_with(&path), "{text} does not name {path}");
    Ok(error)
}

/// Replaces a text of the card, which must be there.
fn replace(card: Vec<u8>, old: &str, new: &str) -> Vec<u8> {
    let card = String::from_utf8(card).expect("the card is a text");
    assert!(card.contains(old), "{old}");
    card.replacen(old, new, 1).into_bytes()
}

#[test]
fn a_file_that_is_missing_is_named() -> Outcome {
    let folder = tempfile::tempdir()?;
    trained()?.save(folder.path())?;
    for file in FILES {
        let path = folder.path().join(file);
        let bytes = fs::read(&path)?;
        fs::remove_file(&path)?;
        let error = Trained::load(folder.path()).expect_err("a file is missing");
        let TrainedError::Read { path: named, .. } = &error else {
            panic!("{error}");
        };
        assert_eq!(named, &path);
        let text = format!("{}: cannot be read: ", path.display());
        assert!(error.to_string().starts_with(&text), "{error}");
        fs::write(&path, bytes)?;
    }
    Trained::load(folder.path())?;
    Ok(())
}

/// Numbers that nobody can store are refused before anything is stored.
#[test]
fn a_card_of_a_model_that_is_too_large_is_an_error() -> Outcome {
    for size in ["9000000000000000000", "100000000", "2000"] {
        let error = damaged(FILES[0], |card| {
            let new = format!("\"hidden\": {size}");
            replace(card, "\"hidden\": 64", &new)
        })?;
        assert!(matches!(error, TrainedError::TooLarge { .. }), "{error}");
    }
    Ok(())
}

#[test]
fn a_damaged_card_is_an_error() -> Outcome {
    let cut = damaged(FILES[0], |card| card[..card.len() / 2].to_vec())?;
    assert!(matches!(cut, TrainedError::Card { .. }), "{cut}");
    assert!(cut.to_string().contains("line "), "{cut}");
    let empty = damaged(FILES[0], |_| Vec::new())?;
    assert!(matches!(empty, TrainedError::Card { .. }), "{empty}");
    let text = damaged(FILES[0], |card| {
        replace(card, "\"epochs\": 20", "\"epochs\": -1")
    })?;
    assert!(matches!(text, TrainedError::Card { .. }), "{text}");
    let twice = damaged(FILES[0], |card| replace(card, "\"the\"", "\".\""))?;
    assert!(matches!(twice, TrainedError::Vocabulary { .. }), "{twice}");
    let rate = damaged(FILES[0], |card| {
        replace(card, "\"dropout\": 0.1", "\"dropout\": 1.5")
    })?;
    assert!(matches!(rate, TrainedError::Settings { .. }), "{rate}");
    let layers = damaged(FILES[0], |card| {
        replace(card, "\"layers\": 1", "\"layers\": 0")
    })?;
    assert!(matches!(layers, TrainedError::Settings { .. }), "{layers}");
    let unknown = damaged(FILES[0], |card| {
        replace(card, "\"layers\": 1", "\"layers\": 1, \"heads\": 1")
    })?;
    assert!(matches!(unknown, TrainedError::Card { .. }), "{unknown}");
    let unmeasured = damaged(FILES[0], |card| {
        let card = String::from_utf8(card).expect("the card is a text");
        let start = card.find("\"without_attention\": [").expect("the runs");
        let end = card.find("\"source_tokens\"").expect("the tokens");
        let (before, after) = (&card[..start], &card[end..]);
        format!("{before}\"without_attention\": [], {after}").into_bytes()
    })?;
    assert!(
        matches!(unmeasured, TrainedError::NoRuns { .. }),
        "{unmeasured}"
    );
    Ok(())
}

#[test]
fn a_damaged_model_is_an_error() -> Outcome {
    for file in &FILES[1..] {
        let cut = damaged(file, |bytes| bytes[..bytes.len() - 4].to_vec())?;
        assert!(matches!(cut, TrainedError::Model(_)), "{cut}");
        let not_finite = damaged(file, |mut bytes| {
            let places = bytes.len() - 8..;
            bytes[places].fill(0xff);
            bytes
        })?;
        let text = not_finite.to_string();
        assert!(text.contains("is not finite"), "{text}");
    }
    Ok(())
}

/// The card says other sizes than the models have, or the files are those of each other.
#[test]
fn models_of_other_sizes_are_errors() -> Outcome {
    let folder = tempfile::tempdir()?;
    trained()?.save(folder.path())?;
    let paths = FILES.map(|file| folder.path().join(file));
    let card = fs::read(&paths[0])?;
    fs::write(
        &paths[0],
        replace(card.clone(), "\"hidden\": 64", "\"hidden\": 32"),
    )?;
    let error = Trained::load(folder.path()).expect_err("the sizes differ");
    let text = error.to_string();
    assert!(matches!(error, TrainedError::Model(_)), "{text}");
    assert!(text.contains("bahdanau.safetensors"), "{text}");
    assert!(
        text.contains("attention.score: saved with the shape [64]"),
        "{text}"
    );
    fs::write(&paths[0], card)?;

    fs::copy(&paths[1], &paths[2])?;
    let error = Trained::load(folder.path()).expect_err("they are the same file");
    let text = error.to_string();
    assert!(text.contains("fixed-context.safetensors"), "{text}");
    assert!(text.contains("attention.score"), "{text}");
    Ok(())
}

#[test]
fn a_folder_that_does_not_exist_is_an_error() -> Outcome {
    let folder = tempfile::tempdir()?;
    let missing = folder.path().join("none");
    let error = trained()?.save(&missing).expect_err("there is no folder");
    assert!(
        error.to_string().contains("bahdanau.safetensors"),
        "{error}"
    );
    // The models can be written, the card cannot: a folder is in its place.
    fs::create_dir(folder.path().join(FILES[0]))?;
    let error = trained()?
        .save(folder.path())
        .expect_err("a folder is no file");
    let TrainedError::Write { path, .. } = &error else {
        panic!("{error}");
    };
    assert_eq!(path, &folder.path().join(FILES[0]));
    Ok(())
}
