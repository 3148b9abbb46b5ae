//! The program of a reader who copies the listings of the Transformer from the pages.

use std::path::Path;

use dialect::{Block, Source};

use crate::program::Snippet;

/// The pages whose listings are copied.
const PAGES: [&str; 6] = [
    "src/multi-head/layer.md",
    "src/transformer/index.md",
    "src/transformer/blocks.md",
    "src/transformer/model.md",
    "src/transformer/generation.md",
    "src/transformer/language-model.md",
];

/// Files with similar `impl Module` blocks, of which the pages show one.
const MODULES: [&str; 11] = [
    "attention/src/multi_head.rs",
    "attention/src/transformer/add_norm.rs",
    "attention/src/transformer/decoder.rs",
    "attention/src/transformer/decoder_block.rs",
    "attention/src/transformer/encoder.rs",
    "attention/src/transformer/encoder_block.rs",
    "attention/src/transformer/input_layer.rs",
    "attention/src/transformer/language_model.rs",
    "attention/src/transformer/model.rs",
    "attention/src/transformer/output_layer.rs",
    "engine/src/nn/layer_norm.rs",
];

/// The starts of methods of `KeyValueCache` that the pages only link to.
const METHODS: [&str; 4] = ["pub fn new(", "pub fn on_tape<", "pub fn len(", "pub fn select("];

/// The `impl` blocks of the cache that the pages only link to.
const IMPLS: [&str; 2] = ["impl DecoderCache {", "impl Decoder {"];

/// Code that the pages only link to or describe.
const AROUND: &str = r#"
use attention::array::softmax;
use attention::data::{BOS, EOS, Padded};
use attention::encoder_decoder::{
    Decoded, DecodedStep, EncoderDecoder, Translation, greedy, write_with,
};
use attention::mask::Mask;
use attention::nn::{
    ConfigError, DataError, Dropout, Embedding, Linear, Module, Param,
    SinusoidalPositions, Tokens, Visitor, init,
};
use attention::tape::{Attended, Mode, Tape, Value, Var, attend_heads};
use attention::{Real, transformer};
use ndarray::{Array, Array1, ArrayRef, Axis, Dimension, Zip, array};
use rand::{Rng, RngExt, SeedableRng, rngs::ChaCha8Rng};

fn check(_: &[usize], _: &Array1<Real>, _: &Array1<Real>) {}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let source = Padded::new(&[vec![5, 7, 4, 3]], 10)?;
    let inputs = Tokens::new(array![[BOS, 6, 4, 8]], 12)?;
    let tape = Tape::new(Mode::Eval, 0);
    let rng = || ChaCha8Rng::seed_from_u64(0);
    let typed = Transformer::new(&Config::new(32, 4), [10, 12], &mut rng())?;
    let logits = typed.forward(&tape, &source, &inputs).logits;
    let config = transformer::Config::new(32, 4);
    let right = transformer::Transformer::new(&config, [10, 12], &mut rng())?;
    let expected = right.forward(&tape, &source, &inputs).logits;
    assert_eq!(logits.value(), expected.value());
    let last = Tokens::new(array![8], 12)?;
    let mut cache = typed.start(&tape, &source);
    let first = Tokens::new(array![[BOS, 6, 4]], 12)?;
    typed.decode_cached(&tape, &first, &mut cache, &Mask::causal());
    let (step, cache) = typed.step(&tape, &last, &cache);
    let apart = (step.logits - logits.index(1, 3)).value();
    assert!(apart.iter().all(|entry| entry.abs() < 1e-5) && cache.position() == 4);
    let plain = Sampling::new(1.0)?;
    let most_likely = [plain.top_k(1)?, plain.top_p(1e-6)?];
    let written = greedy(&typed.clone(), &source, 6);
    for sampling in most_likely {
        assert_eq!(sample(&typed, &source, 6, &sampling, &mut rng()), written);
    }

    let typed = LanguageModel::new(&Config::new(32, 4), 10, &mut rng())?;
    let right = transformer::LanguageModel::new(&config, 10, &mut rng())?;
    let text = typed.generate(&[7], 9, &Sampling::new(2.0)?.top_k(5)?, &mut rng())?;
    let sampling = transformer::Sampling::new(2.0)?.top_k(5)?;
    assert_eq!(text, right.generate(&[7], 9, &sampling, &mut rng())?);
    Ok(())
}
"#;

/// The end of a method.
const METHOD: &str = "\n    }\n";

/// Combines all listings of the pages into a program that compares its models with the models of
/// the crate.
pub(crate) fn typed(root: &Path, snippets: &[Snippet]) -> Result<Snippet, String> {
    let listings = PAGES.iter().flat_map(|page| {
        let on_page = snippets.iter().filter(move |snippet| snippet.file == *page);
        on_page.map(|snippet| &snippet.block)
    });
    let (mut code, mut methods) = (AROUND.to_owned(), String::new());
    for block in listings.filter(|block| block.has_include()) {
        let (hidden, seen): (Vec<&str>, Vec<&str>) =
            block.code.lines().partition(|line| line.starts_with("# "));
        let seen = seen.join("\n");
        let header = hidden.iter().rfind(|line| line.starts_with("# impl "));
        match header.filter(|_| seen.starts_with("    ")) {
            Some(header) if header.contains(" for ") => {
                methods.push_str(&format!("{seen}\n"));
            }
            Some(header) => code.push_str(&format!("{}\n{seen}\n}}\n", &header[2..])),
            None => code.push_str(&format!("{seen}\n")),
        }
    }
    let gap = "    // start, step, and select: the methods of the cache\n";
    if !code.contains(gap) {
        return Err(format!("no page has the line {gap}"));
    }
    methods.push_str(&excerpt(
        root,
        "attention/src/transformer/model.rs",
        "    fn select<",
        METHOD,
    )?);
    code = code.replace(gap, &methods);
    for start in METHODS {
        let method = excerpt(root, "attention/src/multi_head/cache.rs", start, METHOD)?;
        code.push_str(&format!("impl KeyValueCache {{\n{method}}}\n"));
    }
    for start in IMPLS {
        code.push_str(&excerpt(root, "attention/src/transformer/cache.rs", start, "\n}\n")?);
    }
    for file in MODULES {
        code.push_str(&excerpt(root, file, "impl Module for ", "\n}\n")?);
    }
    let block = Block {
        line: 1,
        last_line: 1,
        prefix: String::new(),
        code,
        no_run: false,
        output: None,
        range: 0..0,
    };
    let file = "src/transformer/typed.md".into();
    Ok(Snippet { file, block })
}

/// Returns the text of a file from `start` through the first two lines of `end`.
fn excerpt(root: &Path, file: &str, start: &str, end: &str) -> Result<String, String> {
    let path = format!("crates/{file}");
    let source = Source::read(root, path).map_err(|error| error.to_string())?;
    let text = source.text.find(start).map(|from| &source.text[from..]);
    let text = text.and_then(|text| Some(&text[..text.find(end)? + 1]));
    let text = text.ok_or_else(|| format!("{file} has no {start}"))?;
    let close = end.lines().nth(1).unwrap_or_default();
    Ok(format!("{text}{close}\n"))
}
