//! The figures of the book, drawn from the numbers of the companion crate.
//!
//! One function draws one figure and returns its text; the functions of a chapter stand in the
//! module with the chapter's name, and [`all`] lists them. The build script calls [`all`] and
//! writes what changed to `images/`, so `cargo build -p figures` redraws the book.
//!
//! The vocabulary, from large to small:
//!
//! - [`plot::Plot`]: lines, points, both, and stems over two axes; [`panels::Panels`]: several with common axes,
//! - [`heat_map::HeatMap`]: weights, queries as rows and keys as columns, or values of both signs;
//!   [`heat_maps::HeatMaps`]: several,
//! - [`diagram`]: boxes, arrows and weights for schematic pictures,
//! - [`canvas::Canvas`]: lines, shapes and text in user units,
//! - [`style`]: the roles that take the place of colors, dashes, markers, sizes.
//!
//! A figure is 400 units wide and its text 14 units high, so that a phone shows readable text.

// Paths start with `super`, because the build script includes this file as a module.
pub mod canvas;
pub mod compare;
pub mod diagram;
pub mod heat_map;
pub mod heat_maps;
pub mod panels;
pub mod plot;
pub mod style;

pub mod array;
pub mod attention_cues;
pub mod automatic_differentiation;
pub mod bahdanau;
pub mod encoder_decoder;
pub mod introduction;
pub mod multi_head;
pub mod nadaraya_watson;
pub mod scoring_functions;
pub mod self_attention;
pub mod transformer;

mod axis;
mod cells;
mod figure;
mod legend;
mod marks;
mod paint;
mod svg;

pub use self::figure::Figure;

/// All figures of the book, in the order of the chapters.
///
/// ```
/// assert!(figures::all().iter().any(|figure| figure.path == "attention-cues/identity.svg"));
/// ```
pub fn all() -> Vec<Figure> {
    vec![
        introduction::soft_lookup(),
        attention_cues::nonvolitional_cue(),
        attention_cues::volitional_cue(),
        attention_cues::queries_keys_values(),
        attention_cues::convex_hull(),
        attention_cues::temperature(),
        attention_cues::identity(),
        attention_cues::random(),
        nadaraya_watson::average_pooling(),
        nadaraya_watson::kernels(),
        nadaraya_watson::kernel_fits(),
        nadaraya_watson::widths(),
        nadaraya_watson::consistency(),
        nadaraya_watson::loss_curves(),
        nadaraya_watson::loss_over_w(),
        nadaraya_watson::learned_fits(),
        nadaraya_watson::weights(),
        scoring_functions::attention_pipeline(),
        scoring_functions::mask_gallery(),
        scoring_functions::masked_weights(),
        scoring_functions::score_spread(),
        scoring_functions::saturation(),
        scoring_functions::score_landscapes(),
        scoring_functions::additive_broadcast(),
        scoring_functions::classic_check(),
        bahdanau::bottleneck(),
        bahdanau::batch(),
        bahdanau::attention_decoder(),
        bahdanau::losses(),
        bahdanau::align_adjective(),
        bahdanau::align_negation(),
        bahdanau::align_long(),
        bahdanau::equal_weights(),
        bahdanau::taught_and_free(),
        multi_head::one_average(),
        multi_head::multi_head(),
        multi_head::head_columns(),
        multi_head::index_map(),
        multi_head::repeat_or_tile(),
        multi_head::slope_losses(),
        multi_head::head_maps(),
        multi_head::ablation(),
        self_attention::three_tokens(),
        self_attention::permutation(),
        self_attention::three_layers(),
        self_attention::crossover(),
        self_attention::pair_masks(),
        self_attention::position_columns(),
        self_attention::position_map(),
        self_attention::position_clocks(),
        self_attention::offset_product(),
        self_attention::beyond_length(),
        transformer::architecture(),
        transformer::norm_axes(),
        transformer::pre_and_post(),
        transformer::masks(),
        transformer::learning_rate_and_loss(),
        transformer::by_length(),
        transformer::ablation(),
        transformer::encoder_maps(),
        transformer::decoder_maps(),
        transformer::cross_maps(),
        transformer::cache(),
        transformer::sampling(),
        array::strides(),
        array::axes(),
        array::broadcasting(),
        automatic_differentiation::forward(),
        automatic_differentiation::backward(),
        automatic_differentiation::steps(),
        automatic_differentiation::stale(),
        automatic_differentiation::attention(),
        automatic_differentiation::fit(),
        encoder_decoder::gru_step(),
        encoder_decoder::unrolled(),
        encoder_decoder::frozen(),
        encoder_decoder::taught_or_free(),
        encoder_decoder::masked_loss(),
        encoder_decoder::beam_tree(),
        encoder_decoder::length_exponent(),
        encoder_decoder::n_grams(),
    ]
}
