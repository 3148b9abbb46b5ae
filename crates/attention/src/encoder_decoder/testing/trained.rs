//! Properties of all models that the book ships: saved models can be
//! loaded, or the error names the file.

use std::fmt::Debug;
use std::fs;
use std::path::Path;

use crate::encoder_decoder::TrainedError;

pub(crate) type Outcome<T = ()> = Result<T, Box<dyn std::error::Error>>;

#[track_caller]
pub(crate) fn assert_near(left: f64, right: f64, tolerance: f64) {
    assert!((left - right).abs() <= tolerance, "{left} and {right}");
}

/// The models of a chapter.
pub(crate) trait Family: Sized {
    /// The model card and two models.
    const FILES: [&str; 3];
    type Card: PartialEq + Debug;

    fn shipped() -> Result<Self, TrainedError>;
    fn load(folder: &Path) -> Result<Self, TrainedError>;
    fn save(&self, folder: &Path) -> Result<(), TrainedError>;
    fn card(&self) -> &Self::Card;

    /// Returns the error of loading the shipped models after a change
    /// to one of their files.
    fn damaged(
        file: &str,
        change: impl FnOnce(Vec<u8>) -> Vec<u8>,
    ) -> Outcome<TrainedError> {
        let folder = tempfile::tempdir()?;
        Self::shipped()?.save(folder.path())?;
        let path = folder.path().join(file);
        fs::write(&path, change(fs::read(&path)?))?;
        let error = Self::load(folder.path())
            .err()
            .ok_or("a file is damaged")?;
        let (text, path) =
            (error.to_string(), path.display().to_string());
        assert!(text.starts_with(&path), "{text} does not name {path}");
        Ok(error)
    }

    /// Returns the same error after a change to the text of the model
    /// card.
    fn described(old: &str, new: &str) -> Outcome<TrainedError> {
        Self::damaged(Self::FILES[0], |card| replace(card, old, new))
    }
}

/// Replaces a text of a model card, which must contain it.
pub(crate) fn replace(card: Vec<u8>, old: &str, new: &str) -> Vec<u8> {
    let card = String::from_utf8(card).expect("the card is a text");
    assert!(card.contains(old), "{old}");
    card.replacen(old, new, 1).into_bytes()
}

/// Checks that saved models load again with the same bytes, and returns
/// the shipped and the loaded ones.
pub(crate) fn what_is_saved_is_loaded<F: Family>() -> Outcome<[F; 2]> {
    let (first, second) = (tempfile::tempdir()?, tempfile::tempdir()?);
    let shipped = F::shipped()?;
    shipped.save(first.path())?;
    let loaded = F::load(first.path())?;
    loaded.save(second.path())?;
    let models =
        Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../models"));
    for file in F::FILES {
        let bytes = fs::read(first.path().join(file))?;
        assert!(bytes == fs::read(second.path().join(file))?, "{file}");
        // With the feature `f64`, they are written in that precision.
        if cfg!(not(feature = "f64")) {
            assert!(bytes == fs::read(models.join(file))?, "{file}");
        }
    }
    assert_eq!(loaded.card(), shipped.card());
    Ok([shipped, loaded])
}

pub(crate) fn a_file_that_is_missing_is_named<F: Family>() -> Outcome {
    let folder = tempfile::tempdir()?;
    F::shipped()?.save(folder.path())?;
    for file in F::FILES {
        let path = folder.path().join(file);
        let bytes = fs::read(&path)?;
        fs::remove_file(&path)?;
        let error =
            F::load(folder.path()).err().ok_or("a file is missing")?;
        let TrainedError::Read { path: named, .. } = &error else {
            panic!("{error}");
        };
        assert_eq!(named, &path);
        let text = format!("{}: cannot be read: ", path.display());
        assert!(error.to_string().starts_with(&text), "{error}");
        fs::write(&path, bytes)?;
    }
    F::load(folder.path())?;
    Ok(())
}

pub(crate) fn a_damaged_description_is_an_error<F: Family>() -> Outcome
{
    let file = F::FILES[0];
    let cut = F::damaged(file, |card| card[..card.len() / 2].to_vec())?;
    assert!(matches!(cut, TrainedError::Card { .. }), "{cut}");
    assert!(cut.to_string().contains("line "), "{cut}");
    let empty = F::damaged(file, |_| Vec::new())?;
    assert!(matches!(empty, TrainedError::Card { .. }), "{empty}");
    let text = F::described("\"epochs\": 20", "\"epochs\": -1")?;
    assert!(matches!(text, TrainedError::Card { .. }), "{text}");
    let unknown =
        F::described("\"batch\": 64", "\"batch\": 64, \"batches\": 1")?;
    assert!(matches!(unknown, TrainedError::Card { .. }), "{unknown}");
    let twice = F::described("\"the\"", "\".\"")?;
    assert!(
        matches!(twice, TrainedError::Vocabulary { .. }),
        "{twice}"
    );
    let rate = F::described("\"dropout\": 0.1", "\"dropout\": 1.5")?;
    assert!(matches!(rate, TrainedError::Settings { .. }), "{rate}");
    Ok(())
}

pub(crate) fn a_damaged_model_is_an_error<F: Family>() -> Outcome {
    for file in &F::FILES[1..] {
        let cut = F::damaged(file, |bytes| {
            bytes[..bytes.len() - 4].to_vec()
        })?;
        assert!(matches!(cut, TrainedError::Model(_)), "{cut}");
        let not_finite = F::damaged(file, |mut bytes| {
            let places = bytes.len() - 8..;
            bytes[places].fill(0xff);
            bytes
        })?;
        let text = not_finite.to_string();
        assert!(text.contains("is not finite"), "{text}");
    }
    Ok(())
}

/// The second file is a copy of the first.
pub(crate) fn models_of_another_kind_are_an_error<F: Family>()
-> Outcome<TrainedError> {
    let folder = tempfile::tempdir()?;
    F::shipped()?.save(folder.path())?;
    let paths = F::FILES.map(|file| folder.path().join(file));
    fs::copy(&paths[1], &paths[2])?;
    let error = F::load(folder.path())
        .err()
        .ok_or("they are the same file")?;
    let text = error.to_string();
    assert!(matches!(error, TrainedError::Model(_)), "{text}");
    assert!(text.contains(F::FILES[2]), "{text}");
    Ok(error)
}

pub(crate) fn a_folder_that_does_not_exist_is_an_error<F: Family>()
-> Outcome {
    let folder = tempfile::tempdir()?;
    let shipped = F::shipped()?;
    let error = shipped.save(&folder.path().join("none"));
    let text = error.expect_err("there is no folder").to_string();
    assert!(text.contains(F::FILES[1]), "{text}");
    // The models can be written, but the path of the card is a folder.
    fs::create_dir(folder.path().join(F::FILES[0]))?;
    let error = shipped.save(folder.path());
    let error = error.expect_err("a folder is no file");
    let TrainedError::Write { path, .. } = &error else {
        panic!("{error}");
    };
    assert_eq!(path, &folder.path().join(F::FILES[0]));
    Ok(())
}
