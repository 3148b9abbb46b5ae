//! Files in the other precision and with other types.

use super::*;

/// Returns a file with one parameter called `weight`.
fn file(dtype: &str, shape: &str, numbers: &[u8]) -> Vec<u8> {
    let length = numbers.len();
    let entry = format!(
        r#"{{"weight":{{"dtype":"{dtype}","shape":{shape},"data_offsets":[0,{length}]}}}}"#
    );
    let mut bytes = (entry.len() as u64).to_le_bytes().to_vec();
    bytes.extend(entry.into_bytes());
    bytes.extend(numbers);
    bytes
}

fn one() -> Linear {
    Linear::without_bias(1, 2, &mut rng(1))
}

fn of_f32(numbers: [f32; 2]) -> Vec<u8> {
    file("F32", "[1,2]", &numbers.map(f32::to_le_bytes).concat())
}

fn of_f64(numbers: [f64; 2]) -> Vec<u8> {
    file("F64", "[1,2]", &numbers.map(f64::to_le_bytes).concat())
}

#[test]
fn both_precisions_are_read() {
    let (f64_build, model) = (cfg!(real_f64), one());
    let loaded = load_bytes(&model, &of_f32([0.1, -2.0])).unwrap();
    assert_eq!(loaded.converted, f64_build);
    let expected = array![[0.1_f32 as Real, -2.0]].into_dyn();
    assert_eq!(model.weight.value(), expected);

    let loaded = load_bytes(&model, &of_f64([0.1, -2.0])).unwrap();
    assert_eq!(loaded.converted, !f64_build);
    assert_eq!(model.weight.value(), array![[0.1, -2.0]].into_dyn());
}

#[test]
fn numbers_that_are_not_finite_are_refused() {
    let mut files = vec![
        of_f32([1.0, f32::NAN]),
        of_f64([1.0, f64::INFINITY]),
        of_f32([1.0, f32::NEG_INFINITY]),
    ];
    if !cfg!(real_f64) {
        files.push(of_f64([1.0, 1e300])); // too large for 32 bits
    }
    for file in files {
        let (model, expected) = (one(), one().weight.value());
        let error = load_bytes(&model, &file).unwrap_err().to_string();
        assert!(error.ends_with("weight: entry [0, 1] is not finite"), "{error}");
        assert_eq!(model.weight.value(), expected);
    }
}

#[test]
fn other_types_are_refused() {
    let with = |dtype: &str, shape: &str, size| {
        let error = load_bytes(&one(), &file(dtype, shape, &vec![0; size]));
        error.unwrap_err().to_string()
    };
    let text = "weight: saved as I64 instead of F32 or F64";
    assert!(with("I64", "[1,2]", 16).ends_with(text));
    let text = "weight: saved as BF16 instead of F32 or F64";
    assert!(with("BF16", "[1,2]", 4).ends_with(text));
    // The shape and the type are both wrong.
    let text = "weight: saved with shape [3], but the model needs [1, 2]\n  \
                weight: saved as I64 instead of F32 or F64";
    assert!(with("I64", "[3]", 24).ends_with(text));
    assert!(with("F128", "[1,2]", 32).starts_with("not a valid safetensors file"));
}

/// Shapes that are too large for any array.
#[test]
fn absurd_shapes_are_refused() {
    let refused = |shape: &str| {
        let error = load_bytes(&one(), &file("F32", shape, &[]));
        error.unwrap_err().to_string()
    };
    let most = usize::MAX;
    let text = format!("saved with shape [0, {most}], but the model needs [1, 2]");
    assert!(refused(&format!("[0,{most}]")).contains(&text));
    let text = "overflow computing buffer size";
    assert!(refused(&format!("[{most},{most}]")).contains(text));
    assert!(refused(&format!("[{most},4]")).contains(text));
}
