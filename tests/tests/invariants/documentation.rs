//! The API documentation as part of the site.

use std::collections::BTreeSet;
use std::fs;

use crate::built::site;
use crate::root;

/// Names of PyTorch, candle, Burn, Keras, TensorFlow, and Transformers, and the pages of what has
/// another name here. The search ignores case and underscores, so `RMSNorm` finds `RmsNorm`.
const ALIASES: [(&str, &str); 41] = [
    ("AdamW", "train/struct.Adam#method.weight_decay"),
    ("BPE", "newer_transformer/struct.BytePairs"),
    ("BahdanauAttention", "scoring_functions/struct.AdditiveAttention"),
    ("CosineAnnealingLR", "train/struct.Schedule#method.cosine"),
    ("CrossEntropyLoss", "tape/struct.Var#method.cross_entropy"),
    ("DataLoader", "data/fn.shuffled_batches"),
    ("GradStore", "tape/struct.Gradients"),
    ("GradientTape", "tape/struct.Tape"),
    ("KVCache", "multi_head/struct.KeyValueCache"),
    ("LRScheduler", "train/struct.Schedule"),
    ("LogitsProcessor", "transformer/struct.Sampling"),
    ("MultiheadAttention", "multi_head/struct.MultiHead"),
    ("Parameter", "tape/struct.Param"),
    ("PositionWiseFeedForward", "transformer/struct.FeedForward"),
    ("PositionalEncoding", "nn/struct.SinusoidalPositions"),
    ("RoPE", "nn/struct.Rotary"),
    ("RotaryEncoding", "nn/struct.Rotary"),
    ("SwiGLU", "nn/struct.GatedFeedForward"),
    ("Tensor", "tape/struct.Var"),
    ("TransformerDecoder", "transformer/struct.Decoder"),
    ("TransformerDecoderLayer", "transformer/struct.DecoderBlock"),
    ("TransformerEncoder", "transformer/struct.Encoder"),
    ("TransformerEncoderLayer", "transformer/struct.EncoderBlock"),
    ("Var", "tape/struct.Param"),
    ("bmm", "array/fn.batched_matmul"),
    ("causal_lower_right", "mask/struct.Mask#method.starting_at"),
    ("clip_grad_norm_", "train/fn.clip_global_norm"),
    ("enable_gqa", "newer_transformer/struct.GroupedQueryAttention"),
    ("flash_attention", "tape/fn.fused_attend"),
    ("generate_square_subsequent_mask", "mask/struct.Mask#method.causal"),
    ("glorot_uniform", "nn/init/fn.xavier_uniform"),
    ("gradcheck", "tape/check/fn.gradients"),
    ("is_causal", "mask/struct.Mask#method.causal"),
    ("load_state_dict", "nn/fn.restore"),
    ("pack_padded_sequence", "nn/struct.Gru#method.forward_with_lens"),
    ("pad_sequence", "data/struct.Padded"),
    ("rotary_emb", "nn/struct.Rotary"),
    ("scaled_dot_product_attention", "tape/fn.attend"),
    ("scaled_dot_product_attention", "tape/fn.fused_attend"),
    ("softmax_last_dim", "array/fn.softmax"),
    ("state_dict", "nn/fn.state"),
];

/// Returns the lines of the files in `crates` with documentation that is part of the site.
fn lines() -> Vec<(String, String)> {
    let crates = ["attention", "engine", "laboratory", "translation"];
    let folders = crates.map(|name| root().join("crates").join(name).join("src"));
    let files = folders.iter().flat_map(|folder| dialect::files(folder).unwrap());
    let sources =
        files.map(|file| (file.display().to_string(), fs::read_to_string(&file).unwrap()));
    let lines = sources.flat_map(|(file, text)| {
        text.lines().map(|line| (file.clone(), line.trim_start().to_owned())).collect::<Vec<_>>()
    });
    lines.collect()
}

#[test]
fn items_are_found_under_their_names_in_other_libraries() {
    let lines = lines();
    let mut found = BTreeSet::new();
    for (at, (_, line)) in lines.iter().enumerate() {
        let Some(aliases) = line.strip_prefix("#[doc(alias") else {
            continue;
        };
        let defined = lines[at..].iter().find_map(|(_, line)| line.strip_prefix("pub "));
        let name = defined.unwrap().split(' ').nth(1).unwrap();
        // rustdoc ignores the alias of a definition in a private module of the same crate.
        let name = name.rsplit("::").next().unwrap();
        let name = name.split(|c: char| !c.is_alphanumeric() && c != '_').next().unwrap();
        let aliases = aliases.split('"').skip(1).step_by(2);
        found.extend(aliases.map(|alias| (alias.to_owned(), name.to_owned())));
    }
    let listed = ALIASES.map(|(alias, item)| {
        let (_, name) = item.rsplit_once('.').unwrap();
        (alias.to_owned(), name.to_owned())
    });
    assert_eq!(found, BTreeSet::from(listed));

    let api = site().join("api");
    let index = dialect::files(&api.join("search.index")).unwrap();
    let index: String = index.iter().map(|file| fs::read_to_string(file).unwrap()).collect();
    for (alias, item) in ALIASES {
        assert!(index.contains(alias), "the search does not find {alias}");
        let (page, id) = item.split_once('#').unwrap_or((item, "main-content"));
        let page = fs::read_to_string(api.join(format!("attention/{page}.html"))).unwrap();
        assert!(page.contains(&format!(" id=\"{id}\"")), "{item}");
    }
}

/// `cargo book build` compares numbers with the book, but only in links.
#[test]
fn every_number_of_the_book_is_a_link() {
    let is_number = |text: &str| text.starts_with(|c: char| c.is_ascii_digit() || c == '(');
    let unlinked = lines().into_iter().filter(|(_, line)| {
        let is_public = line.starts_with("///") || line.starts_with("//!");
        let mut chapters = line.match_indices("Chapter ").map(|(at, word)| (at, at + word.len()));
        let mut equations = line.match_indices("Equation (");
        is_public
            && (chapters.any(|(at, end)| is_number(&line[end..]) && !line[..at].ends_with('['))
                || equations.any(|(at, _)| !line[..at].ends_with('[')))
    });
    // Comments in the tests of a crate are not documented.
    let unlinked: Vec<_> = unlinked.filter(|(file, _)| !file.contains("/tests")).collect();
    assert!(unlinked.is_empty(), "{unlinked:#?}");
}

#[test]
fn items_lead_back_to_the_sections_that_explain_them() {
    for (page, place) in [
        ("attention/index.html", None),
        ("attention/multi_head/index.html", Some("multi-head/index.html\">Chapter 5: ")),
        ("laboratory/bahdanau/index.html", Some("bahdanau/index.html\">Chapter 4: ")),
        ("attention/tape/index.html", Some("automatic-differentiation/index.html\">Appendix B: ")),
        (
            "attention/multi_head/struct.MultiHead.html",
            Some("multi-head/layer.html#multi-head-layer\">Section "),
        ),
        ("attention/array/fn.softmax.html", Some("attention-cues/weights.html#softmax\">Section ")),
        ("attention/nn/struct.Gru.html", Some("encoder-decoder/index.html#gru\">Section ")),
        (
            "attention/multi_head/wrong/fn.forward_without_permute.html",
            Some("multi-head/index.html\">Chapter 5: "),
        ),
    ] {
        let text = fs::read_to_string(site().join("api").join(page)).unwrap();
        let (_, back) = text.split_once("<nav class=\"book\"").unwrap();
        let (back, _) = back.split_once("</nav>").unwrap();
        assert!(back.contains("index.html\">Attention in Rust</a>"), "{page}: {back}");
        assert_eq!(back.matches("<a ").count(), 1 + place.iter().count(), "{page}: {back}");
        assert!(back.contains(place.unwrap_or_default()), "{page}: {back}");
    }
}
