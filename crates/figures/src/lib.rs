//! The figures of the book, drawn from the numbers of the companion crate.
//!
//! Each figure has a function that returns its SVG text, and an entry in [`all`]: `two_sentences`
//! in the module `attention_cues` draws `images/attention-cues/two-sentences.svg`. The package
//! `images` writes the files. Figures are drawn with the crate `drawing`, [`Plot`], and [`panels`].

mod array;
mod attention_as_memory;
mod attention_cues;
mod automatic_differentiation;
mod bahdanau;
mod encoder_decoder;
mod multi_head;
mod nadaraya_watson;
mod newer_transformer;
mod price_of_a_token;
mod scoring_functions;
mod self_attention;
mod transformer;

#[cfg_attr(not(feature = "frames"), path = "no_frame.rs")]
mod frame;
pub mod models;
mod plot;
pub mod typed;
pub mod widget;

pub use self::plot::{Plot, Points, panels};
use self::widget::Widget;

/// The names that most figures need.
mod prelude {
    pub(crate) use attention::Real;
    pub(crate) use attention::array::softmax;
    pub(crate) use attention::mask::Mask;
    pub(crate) use attention::nn::Tokens;
    pub(crate) use attention::tape::{Mode, Tape};
    pub(crate) use drawing::prelude::*;
    pub(crate) use ndarray::{Array1, Array2, Array3, ArrayView1, ArrayView2, Axis, array};
    pub(crate) use rand::{SeedableRng, rngs::ChaCha8Rng};

    pub(crate) use crate::plot::{Plot, panels, stack, stacked};
    pub(crate) use crate::widget::{Answer, Control, Drag, EVERYWHERE, Handle, list, steps, table};

    /// Formats a number with a typographic minus sign and without trailing zeros.
    pub(crate) fn short(value: impl Into<f64>) -> String {
        number(value, 5).trim_end_matches('0').trim_end_matches('.').to_owned()
    }

    /// Returns the mean of each entry over several rows of equal length.
    pub(crate) fn means<'a>(rows: impl IntoIterator<Item = &'a [f64]>) -> Vec<f64> {
        let rows: Vec<&[f64]> = rows.into_iter().collect();
        let mean = |at| rows.iter().map(|row| row[at]).sum::<f64>() / rows.len() as f64;
        (0..rows[0].len()).map(mean).collect()
    }

    /// Returns the same angle between minus and plus half a turn.
    pub(crate) fn within_half_a_turn(angle: f64) -> f64 {
        use std::f64::consts::{PI, TAU};
        (angle + PI).rem_euclid(TAU) - PI
    }

    /// Returns a generator of random numbers that are the same in each run.
    pub(crate) fn rng(seed: u64) -> ChaCha8Rng {
        ChaCha8Rng::seed_from_u64(seed)
    }
}

/// A figure of the book.
#[derive(Clone, Copy, Debug)]
pub struct Figure {
    chapter: &'static str,
    name: &'static str,
    /// Draws the figure.
    pub draw: fn() -> String,
}

impl Figure {
    /// Returns the path below `images/`, from the chapter and the name, without `.svg`:
    /// `attention-cues/identity`.
    pub fn path(&self) -> String {
        format!("{}/{}", self.chapter, self.name).replace('_', "-")
    }
}

macro_rules! figures {
    ($($chapter:ident: $($name:ident)+;)+) => {
        /// The figures that do not answer, in the order of the chapters.
        const STILL: &[Figure] = &[$($(Figure {
            chapter: stringify!($chapter),
            name: stringify!($name),
            draw: $chapter::$name,
        },)+)+];
    };
}

macro_rules! widgets {
    ($($module:ident { $($chapter:ident: $($name:ident)+;)+ })+) => {
        /// The modules for browsers, each with its name and its widgets. A page loads the one of
        /// its chapter.
        pub const MODULES: &[(&str, &[Widget])] = &[$((stringify!($module), &[$($({
            use $chapter::$name::{answer, controls};
            Widget {
                figure: Figure {
                    chapter: stringify!($chapter),
                    name: stringify!($name),
                    draw: || answer(&widget::start(controls)).svg,
                },
                module: stringify!($module),
                controls,
                answer,
            }
        },)+)+]),)+];
    };
}

figures! {
    attention_cues: two_sentences queries_keys_values convex_hull nonvolitional_cue
        volitional_cue identity random;
    nadaraya_watson: plant positions average_pooling kernels kernel_fits widths
        consistency loss_curves weights;
    scoring_functions: attention_pipeline mask_gallery score_spread additive_broadcast
        classic_check;
    bahdanau: fixed_context bottleneck batch attention_decoder align_tired losses
        align_negation equal_weights taught_and_free;
    multi_head: one_average multi_head head_columns repeat_or_tile slope_losses head_maps
        ablation;
    self_attention: tired_asks permutation three_layers crossover pair_masks
        position_columns position_map position_clocks beyond_length;
    transformer: architecture norm_axes pre_and_post masks learning_rate_and_loss by_length
        ablation encoder_maps cache;
    price_of_a_token: merge blocks roofline kept_per_token window_reach overlap;
    newer_transformer: other_pairing three_kinds accuracy_by_length scaled_angles collapse
        by_words ten_maps typed_sentence;
    attention_as_memory: decay_mask recall cliff maps;
    array: strides axes broadcasting;
    automatic_differentiation: forward backward steps stale attention fit;
    encoder_decoder: gru_step unrolled frozen taught_or_free masked_loss beam_tree
        length_exponent n_grams;
}

widgets! {
    pooling {
        attention_cues: temperature;
        nadaraya_watson: one_query loss_over_w;
    }
    scores {
        scoring_functions: masked_weights saturation score_landscapes;
    }
    layers {
        multi_head: index_map;
        self_attention: offset_product;
        transformer: stacked_layers;
        newer_transformer: clocks;
    }
    translator {
        bahdanau: align_adjective;
    }
    writer {
        transformer: sampling;
    }
}

/// Returns all widgets of the book.
pub fn widgets() -> impl Iterator<Item = &'static Widget> {
    MODULES.iter().flat_map(|(_, widgets)| *widgets)
}

/// Returns all figures of the book, which show widgets at their start.
pub fn all() -> impl Iterator<Item = Figure> {
    STILL.iter().copied().chain(widgets().map(|widget| widget.figure))
}

#[cfg(test)]
mod tests;
