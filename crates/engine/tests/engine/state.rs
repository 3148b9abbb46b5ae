//! Saved parameters.

mod damage;
mod precision;

use std::fs;

use engine::Real;
use engine::nn::{
    Embedding, Gru, LayerNorm, Linear, Loaded, Metadata, Module, Param, Visitor, load, load_bytes,
    restore, save, save_with, state,
};
use engine::testing::{randomize, rng};
use ndarray::array;

/// A model with several layers, one of which is used twice.
struct Model {
    embedding: Embedding,
    gru: Gru,
    norm: LayerNorm,
    output: Linear,
    tied: Param,
}

impl Module for Model {
    fn visit(&self, visitor: &mut Visitor<'_>) {
        visitor.module("embedding", &self.embedding);
        visitor.module("gru", &self.gru);
        visitor.module("norm", &self.norm);
        visitor.module("output", &self.output);
        visitor.param("tied", &self.tied);
    }
}

/// Returns a model with random entries in all parameters, including those that are initially 0
/// or 1.
fn model(seed: u64) -> Model {
    let embedding = Embedding::new(5, 3, &mut rng(seed));
    let model = Model {
        tied: embedding.weight.clone(),
        embedding,
        gru: Gru::new(3, 4, 2, &mut rng(seed)),
        norm: LayerNorm::new(4),
        output: Linear::new(4, 5, &mut rng(seed)),
    };
    randomize(&model);
    for (_, param) in model.params() {
        param.update(|value| *value *= seed as Real);
    }
    model
}

fn bytes_with(module: &dyn Module, metadata: &Metadata) -> Vec<u8> {
    let file = tempfile::NamedTempFile::new().expect("a temporary file");
    save_with(module, metadata, file.path()).expect("a temporary file");
    fs::read(file.path()).expect("a temporary file")
}

fn bytes(module: &dyn Module) -> Vec<u8> {
    bytes_with(module, &Metadata::new())
}

#[test]
fn a_state_is_kept_while_the_model_changes() {
    let model = model(1);
    let before = state(&model);
    for (_, param) in model.params() {
        param.update(|value| *value += 1.0);
    }
    assert_ne!(state(&model), before);
    restore(&model, &before).unwrap();
    assert_eq!(state(&model), before);
    model.tied.update(|value| *value += 1.0);
    assert_ne!(state(&model), before, "the state is shared only until a change");
    assert_eq!(model.tied.value(), model.embedding.weight.value());
}

#[test]
fn a_state_lists_each_parameter_once() {
    let state = state(&model(1));
    let names: Vec<_> = state.iter().map(|(name, _)| name).collect();
    assert_eq!(names.len(), 1 + 8 + 2 + 2);
    assert!(names.is_sorted() && !names.contains(&"tied"));
    assert_eq!(state.get("norm.weight").unwrap().shape(), [4]);
    assert!(state.get("norm.gain").is_none());
}

#[test]
fn a_file_brings_back_every_bit() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("model.safetensors");
    let (saved, other) = (model(1), model(2));
    let metadata = Metadata::from([
        ("trained".into(), "1000 steps, \"quotes\" and ∘".into()),
        ("loss".into(), "0.5".into()),
        ("a".into(), String::new()),
    ]);
    save_with(&saved, &metadata, &path).unwrap();
    assert_ne!(state(&other), state(&saved));
    let loaded = load(&other, &path).unwrap();
    assert_eq!(state(&other), state(&saved));
    let converted = false;
    assert_eq!(loaded, Loaded { metadata, converted });
    let left: Vec<_> = fs::read_dir(folder.path()).unwrap().collect();
    assert_eq!(left.len(), 1, "{left:?}");
}

#[test]
fn the_same_model_gives_the_same_file() {
    let texts = ["z", "y", "x", "w", "v"].map(|key| (key.into(), key.into()));
    let metadata = Metadata::from(texts);
    let file = || bytes_with(&model(1), &metadata);
    let first = file();
    assert!((0..20).all(|_| file() == first));
    let length = u64::from_le_bytes(first[..8].try_into().unwrap());
    assert_eq!(length % 8, 0, "the numbers are not aligned");
}

/// A transposed matrix has a different memory layout, but the file is row-major.
#[test]
fn the_order_in_memory_does_not_matter() {
    struct One(Param);
    impl Module for One {
        fn visit(&self, visitor: &mut Visitor<'_>) {
            visitor.param("one", &self.0);
        }
    }
    let plain = array![[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]];
    let transposed = plain.t().as_standard_layout().into_owned().reversed_axes();
    assert!(!transposed.is_standard_layout());
    let file = bytes(&One(Param::new(transposed)));
    assert_eq!(file, bytes(&One(Param::new(plain.clone()))));
    let empty = One(Param::new(ndarray::Array2::zeros((0, 3))));
    load_bytes(&empty, &bytes(&empty)).unwrap();
    let number = One(Param::new(ndarray::arr0(7.0)));
    let file = bytes(&number);
    number.0.update(|value| value.fill(0.0));
    load_bytes(&number, &file).unwrap();
    assert_eq!(number.0.value().sum(), 7.0);
}

#[test]
fn the_library_reads_what_is_saved() {
    let (model, metadata) = (model(1), Metadata::from([("a".into(), "b".into())]));
    let file = bytes_with(&model, &metadata);
    let read = safetensors::SafeTensors::deserialize(&file).unwrap();
    assert_eq!(read.len(), 13);
    let weight = read.tensor("output.weight").unwrap();
    assert_eq!(weight.shape(), [4, 5]);
    let first = model.output.weight.value()[[0, 0]].to_le_bytes();
    assert!(weight.data().starts_with(&first));
    let (_, header) = safetensors::SafeTensors::read_metadata(&file).unwrap();
    assert_eq!(header.metadata().as_ref().unwrap()["a"], "b");
}

/// The error lists all differences, and nothing is changed.
#[test]
fn all_differences_are_reported() {
    struct Other(LayerNorm, Linear, Linear);
    impl Module for Other {
        fn visit(&self, visitor: &mut Visitor<'_>) {
            visitor.module("norm", &self.0);
            visitor.module("output", &self.1);
            visitor.module("new", &self.2);
        }
    }
    let linear = |inputs, outputs| Linear::new(inputs, outputs, &mut rng(1));
    let saved = Other(LayerNorm::new(4), linear(4, 5), linear(2, 2));
    let needed = Other(LayerNorm::new(3), linear(4, 5), linear(2, 2));
    needed.1.weight.update(|value| value.fill(7.0));
    struct Renamed(Other);
    impl Module for Renamed {
        fn visit(&self, visitor: &mut Visitor<'_>) {
            visitor.module("norm", &self.0.0);
            visitor.module("output", &self.0.1);
            visitor.module("renamed", &self.0.2);
        }
    }
    let needed = Renamed(needed);
    let before = state(&needed);
    let text = "saved parameters do not fit the model:
  norm.weight: saved with shape [4], but the model needs [3]
  norm.bias: saved with shape [4], but the model needs [3]
  renamed.weight: not saved, but the model needs it with shape [2, 2]
  renamed.bias: not saved, but the model needs it with shape [2]
  new.bias: saved with shape [2], but not in the model
  new.weight: saved with shape [2, 2], but not in the model";
    let error = restore(&needed, &state(&saved)).unwrap_err();
    assert_eq!(error.to_string(), text);
    assert_eq!(error.all().len(), 6);
    let error = load_bytes(&needed, &bytes(&saved)).unwrap_err();
    assert_eq!(error.to_string(), text);
    assert_eq!(state(&needed), before);
}

#[test]
fn numbers_that_are_not_finite_are_not_saved() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("model.safetensors");
    let model = model(1);
    save(&model, &path).unwrap();
    let good = fs::read(&path).unwrap();
    model.output.weight.update(|value| value[[2, 3]] = Real::NAN);
    let error = save(&model, &path).unwrap_err().to_string();
    let text = "output.weight: entry [2, 3] is not finite";
    assert_eq!(error, format!("{}: {text}", path.display()));
    assert_eq!(fs::read(&path).unwrap(), good);
}

#[test]
fn a_file_that_cannot_be_written_or_read_is_an_error_with_its_name() {
    let folder = tempfile::tempdir().unwrap();
    // A folder has the name of the file, so that the last step fails.
    let path = folder.path().join("folder");
    fs::create_dir(&path).unwrap();
    let missing = folder.path().join("no such folder").join("model");
    for path in [&path, &missing] {
        let error = save(&model(1), path).unwrap_err();
        let text = format!("{}: cannot be written: ", path.display());
        assert!(error.to_string().starts_with(&text), "{error}");
    }
    let left: Vec<_> = fs::read_dir(folder.path()).unwrap().collect();
    assert_eq!(left.len(), 1, "{left:?}");
    for path in [folder.path(), &folder.path().join("missing")] {
        let error = load(&model(1), path).unwrap_err();
        let text = format!("{}: cannot be read: ", path.display());
        assert!(error.to_string().starts_with(&text), "{error}");
    }
}
