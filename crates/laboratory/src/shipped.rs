//! The trained models that are compiled into the crate.

/// Returns the bytes of a file in `models/`, if the book ships it.
pub(crate) fn shipped_file(file: &str) -> Option<&'static [u8]> {
    macro_rules! shipped {
        ($($name:literal)*) => {
            match file {
                $($name => Some(include_bytes!(concat!(
                    env!("CARGO_MANIFEST_DIR"),
                    "/../../models/",
                    $name
                ))),)*
                _ => None,
            }
        };
    }
    shipped!(
        "attention-as-memory.json"
        "bahdanau.json"
        "bahdanau.safetensors"
        "fixed-context.safetensors"
        "induction.safetensors"
        "language-model.safetensors"
        "newer-transformer.json"
        "own-text.json"
        "own-text.safetensors"
        "price-of-a-token.json"
        "transformer.json"
        "transformer.safetensors"
        "translator-bahdanau.json"
        "translator-fixed-context.json"
        "translator-short-post-norm.json"
        "translator-short.json"
        "translator.json"
        "translator.rounded"
    )
}
