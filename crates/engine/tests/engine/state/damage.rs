//! Files that are damaged or are not saved models.

use std::sync::LazyLock;

use engine::nn::LoadProblem;
use proptest::prelude::*;

use super::*;

/// A file that is so short that each bit can be tested.
static FILE: LazyLock<Vec<u8>> = LazyLock::new(|| {
    let linear = Linear::new(2, 3, &mut rng(1));
    randomize(&linear);
    bytes(&linear)
});

/// Loads into a model, and asserts that the model is unchanged on failure and finite on success.
fn try_load(file: &[u8]) -> Result<Loaded, LoadProblem> {
    let model = Linear::new(2, 3, &mut rng(2));
    let before = state(&model);
    let loaded = load_bytes(&model, file);
    match &loaded {
        Ok(_) => {
            let state = state(&model);
            let mut values = state.iter().flat_map(|(_, value)| value.iter());
            assert!(values.all(|number| number.is_finite()));
        }
        Err(_) => assert_eq!(state(&model), before),
    }
    loaded
}

fn with_header(header: &str, data: usize) -> Vec<u8> {
    let mut file = (header.len() as u64).to_le_bytes().to_vec();
    file.extend(header.bytes());
    file.resize(file.len() + data, 0);
    file
}

#[test]
fn every_truncation_is_an_error() {
    let file = FILE.clone();
    assert!(try_load(&file).is_ok());
    for length in 0..file.len() {
        let error = try_load(&file[..length]).unwrap_err();
        assert!(matches!(error, LoadProblem::Format(_)), "{length}: {error}");
    }
    let longer = [&file[..], &[0]].concat();
    assert!(matches!(try_load(&longer), Err(LoadProblem::Format(_))));
}

#[test]
fn every_flipped_bit_is_an_error_or_a_finite_number() {
    let file = FILE.clone();
    for bit in 0..8 * file.len() {
        let mut file = file.clone();
        file[bit / 8] ^= 1 << (bit % 8);
        let _ = try_load(&file);
    }
}

#[test]
fn foreign_files_are_errors() {
    let png = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\x01\0\0\0\x01\x08\x06\0\0\0\x1f\x15\xc4\x89";
    for file in [&[][..], b"\0", png, &[0; 100], &[255; 100], b"PK\x03\x04 a pickle"] {
        assert!(matches!(try_load(file), Err(LoadProblem::Format(_))));
    }
}

#[test]
fn a_length_of_the_header_beyond_the_file_is_an_error() {
    let file = FILE.clone();
    for length in [1_u64 << 20, 100_000_001, 1 << 40, u64::MAX - 8, u64::MAX] {
        let mut file = file.clone();
        file[..8].copy_from_slice(&length.to_le_bytes());
        assert!(matches!(try_load(&file), Err(LoadProblem::Format(_))), "{length}");
    }
}

#[test]
fn invalid_headers_are_errors() {
    let deep = "[".repeat(10_000);
    for header in ["", "{", "[]", "null", "{\"weight\":1}", "{\"weight\":{}}", &deep] {
        assert!(matches!(try_load(&with_header(header, 0)), Err(LoadProblem::Format(_))));
    }
    // No parameters at all: valid, but a different model.
    let error = try_load(&with_header("{}", 0)).unwrap_err();
    assert!(matches!(error, LoadProblem::Differs(_)));
}

#[test]
fn parameters_that_overlap_or_leave_gaps_are_errors() {
    let entry = |name, start, end| {
        format!(r#""{name}":{{"dtype":"F32","shape":[3],"data_offsets":[{start},{end}]}}"#)
    };
    for (start, end, data) in [(0, 12, 12), (8, 20, 20), (16, 28, 28), (24, 12, 24)] {
        let entries = [entry("bias", 0, 12), entry("weight", start, end)].join(",");
        let error = try_load(&with_header(&format!("{{{entries}}}"), data));
        assert!(matches!(error, Err(LoadProblem::Format(_))), "{start}..{end}");
    }
}

/// The library uses the last of two entries, so a reader that uses the first would load a different
/// model.
#[test]
fn a_name_that_occurs_twice_is_an_error() {
    let bias = r#""bias":{"dtype":"F32","shape":[3],"data_offsets":[0,12]}"#;
    let weight = r#""weight":{"dtype":"F32","shape":[2,3],"data_offsets":[12,36]}"#;
    let file = |entries: &[&str]| with_header(&format!("{{{}}}", entries.join(",")), 36);
    assert!(try_load(&file(&[bias, weight])).is_ok());
    let other = r#""bias":{"dtype":"I32","shape":[3],"data_offsets":[0,12]}"#;
    for entries in [[bias, bias, weight], [other, weight, bias], [weight, bias, bias]] {
        let error = try_load(&file(&entries)).unwrap_err();
        assert!(matches!(error, LoadProblem::Twice(_)), "{error}");
        let text = "not a valid safetensors file: duplicate name bias";
        assert!(error.to_string().starts_with(text), "{error}");
    }
}

#[test]
fn the_error_of_a_damaged_file_names_it() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("image.png");
    fs::write(&path, b"\x89PNG").unwrap();
    let error = load(&Linear::new(2, 3, &mut rng(1)), &path).unwrap_err();
    let text = "not a valid safetensors file: header too small";
    assert_eq!(error.to_string(), format!("{}: {text}", path.display()));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4000))]

    /// Changes, removes, and inserts bytes of a file, and truncates it.
    #[test]
    fn no_damage_panics(
        changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 0..8),
        cut in any::<(prop::sample::Index, prop::sample::Index)>(),
        cuts in any::<bool>(),
        inserted in prop::collection::vec(any::<u8>(), 0..4),
        end in prop::option::of(any::<prop::sample::Index>()),
    ) {
        let mut file = FILE.clone();
        for (place, byte) in changes {
            let place = place.index(file.len());
            file[place] = byte;
        }
        if cuts {
            let (start, length) = (cut.0.index(file.len()), cut.1.index(16));
            let stop = (start + length).min(file.len());
            file.splice(start..stop, inserted);
        }
        if let Some(end) = end {
            file.truncate(end.index(file.len() + 1));
        }
        let _ = try_load(&file);
    }

    /// Damage that leaves the header as text, so that it passes the parser.
    #[test]
    fn no_changed_header_panics(
        place in any::<prop::sample::Index>(),
        replacement in r#"[0-9{}\[\]",:a-zF]{0,6}"#,
        removed in 0_usize..6,
        data in 0_usize..64,
    ) {
        let file = FILE.clone();
        let length = u64::from_le_bytes(file[..8].try_into().unwrap()) as usize;
        let mut header = String::from_utf8(file[8..8 + length].to_vec()).unwrap();
        let start = place.index(header.len());
        let stop = (start + removed).min(header.len());
        header.replace_range(start..stop, &replacement);
        let _ = try_load(&with_header(&header, data));
    }
}
