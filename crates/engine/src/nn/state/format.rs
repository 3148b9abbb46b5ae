//! The bytes of a saved model, in the format *safetensors*.
//!
//! Eight bytes hold the length of the header. The header is JSON: the type, shape, and offsets of
//! each parameter, and metadata under `__metadata__`. The entries follow. Unlike a Python pickle,
//! the file contains no code.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use ndarray::{ArrayD, ArrayViewD, Dimension};
use safetensors::tensor::TensorInfo;
use safetensors::{Dtype, SafeTensorError, SafeTensors};
use serde::de::{Deserializer, Error as _, IgnoredAny, MapAccess, Visitor};
use thiserror::Error;

use super::difference::of_shapes;
use super::{Difference, Differences, State};
use crate::Real;
use crate::nn::Module;

/// Strings that are saved with a model, such as its data or its loss.
pub type Metadata = BTreeMap<String, String>;

/// The type of saved entries: the precision of this crate.
const DTYPE: Dtype = if cfg!(real_f64) { Dtype::F64 } else { Dtype::F32 };

/// The contents of a file besides the parameters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Loaded {
    /// The metadata that were saved with the model.
    pub metadata: Metadata,
    /// Whether a parameter was saved in the other precision and converted. The conversion from 32
    /// to 64 bits is exact; the conversion from 64 to 32 bits rounds.
    pub converted: bool,
}

/// The reason for a failure to save a model.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum SaveProblem {
    /// An entry is infinite or NaN. A broken model must not replace a good one.
    #[error("{name}: entry {index:?} is not finite")]
    NotFinite {
        /// The name of the parameter.
        name: String,
        /// The index of the first such entry.
        index: Vec<usize>,
    },
    /// The file cannot be written.
    #[error("cannot be written: {0}")]
    Write(#[source] std::io::Error),
}

/// The reason for a failure to load a model.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum LoadProblem {
    /// The file cannot be read.
    #[error("cannot be read: {0}")]
    Read(#[source] std::io::Error),
    /// The bytes are not in the format, or are incomplete.
    #[error("not a valid safetensors file: {0}")]
    Format(#[source] SafeTensorError),
    /// The header has a duplicate name.
    #[error("not a valid safetensors file: {0}")]
    Twice(#[source] serde_json::Error),
    /// The file is valid, but does not fit the model.
    #[error("{0}")]
    Differs(#[source] Differences),
}

/// Returns the bytes of a file with these parameters and metadata.
///
/// Equal input yields equal bytes. The header is built here, because the library's order of the
/// metadata changes from run to run.
pub(super) fn to_bytes(
    state: &State,
    metadata: &Metadata,
) -> Result<Vec<u8>, SaveProblem> {
    let mut header = BTreeMap::new();
    if !metadata.is_empty() {
        header.insert("__metadata__", serde_json::to_value(metadata));
    }
    let mut data = Vec::new();
    for (name, value) in state.iter() {
        if let Some(index) = not_finite(value.view()) {
            let name = name.to_owned();
            return Err(SaveProblem::NotFinite { name, index });
        }
        let start = data.len();
        data.extend(value.iter().flat_map(|number| number.to_le_bytes()));
        let info = TensorInfo {
            dtype: DTYPE,
            shape: value.shape().to_vec(),
            data_offsets: (start, data.len()),
        };
        header.insert(name, serde_json::to_value(info));
    }
    let plain = "a header contains only strings and numbers";
    let entries = header.into_iter();
    let header: BTreeMap<_, _> = entries.map(|(k, v)| (k, v.expect(plain))).collect();
    let mut header = serde_json::to_vec(&header).expect(plain);
    // Readers that map the file into memory need entries aligned to eight bytes.
    header.resize(header.len().next_multiple_of(8), b' ');
    let mut bytes = (header.len() as u64).to_le_bytes().to_vec();
    bytes.extend(header);
    bytes.extend(data);
    Ok(bytes)
}

/// Loads all parameters of a model from the bytes of a file, for example from [`include_bytes`].
///
/// # Errors
///
/// As [`load`](super::load).
#[track_caller]
pub fn load_bytes(module: &dyn Module, bytes: &[u8]) -> Result<Loaded, LoadProblem> {
    let (length, header) =
        SafeTensors::read_metadata(bytes).map_err(LoadProblem::Format)?;
    let (header_bytes, data) = bytes[8..].split_at(length);
    names_once(header_bytes).map_err(LoadProblem::Twice)?;
    let saved = header.tensors();
    let shapes = saved.iter().map(|(name, info)| (name.as_str(), &*info.shape));
    let mut differences = of_shapes(module, &shapes.collect());
    let mut converted = false;
    let mut values = Vec::new();
    for (name, param) in module.params() {
        let Some(&info) = saved.get(&name) else {
            continue;
        };
        converted |= info.dtype != DTYPE;
        match read(&name, info, &param.shape(), data) {
            Ok(value) => values.push((param, value)),
            Err(difference) => differences.extend(difference),
        }
    }
    if !differences.is_empty() {
        return Err(LoadProblem::Differs(Differences(differences)));
    }
    for (param, new) in values {
        param.update(|value| *value = new.into_shared());
    }
    let metadata = header.metadata().iter().flatten();
    Ok(Loaded {
        metadata: metadata.map(|(k, v)| (k.clone(), v.clone())).collect(),
        converted,
    })
}

/// Reads the value of one parameter, or returns how it differs; a different shape was already
/// reported.
fn read(
    name: &str,
    info: &TensorInfo,
    shape: &[usize],
    data: &[u8],
) -> Result<ArrayD<Real>, Option<Difference>> {
    let name = name.to_owned();
    let bytes = &data[info.data_offsets.0..info.data_offsets.1];
    let numbers: Vec<Real> = match info.dtype {
        Dtype::F32 => numbers(bytes, |four| f32::from_le_bytes(four) as Real),
        Dtype::F64 => numbers(bytes, |eight| f64::from_le_bytes(eight) as Real),
        other => {
            let dtype = other.to_string();
            return Err(Some(Difference::Dtype { name, dtype }));
        }
    };
    if info.shape != shape {
        return Err(None);
    }
    let value = ArrayD::from_shape_vec(shape, numbers);
    let value = value.expect("the shape determines the length");
    match not_finite(value.view()) {
        Some(index) => Err(Some(Difference::NotFinite { name, index })),
        None => Ok(value),
    }
}

fn numbers<const N: usize>(bytes: &[u8], number: fn([u8; N]) -> Real) -> Vec<Real> {
    let (numbers, _) = bytes.as_chunks::<N>();
    numbers.iter().map(|&bytes| number(bytes)).collect()
}

/// Returns the index of the first entry that is infinite or NaN.
fn not_finite(value: ArrayViewD<'_, Real>) -> Option<Vec<usize>> {
    let first = value.indexed_iter().find(|(_, number)| !number.is_finite());
    first.map(|(index, _)| index.as_array_view().to_vec())
}

/// Fails if the header has a duplicate name, of which the library would use the last.
fn names_once(header: &[u8]) -> Result<(), serde_json::Error> {
    serde_json::Deserializer::from_slice(header).deserialize_map(Names)
}

struct Names;

impl<'de> Visitor<'de> for Names {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "an object with one entry for each parameter")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut entries: A) -> Result<(), A::Error> {
        let mut names = BTreeSet::new();
        while let Some((name, IgnoredAny)) = entries.next_entry::<String, _>()? {
            if names.contains(&name) {
                return Err(A::Error::custom(format_args!("duplicate name {name}")));
            }
            names.insert(name);
        }
        Ok(())
    }
}
