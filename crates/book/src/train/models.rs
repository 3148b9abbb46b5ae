use std::path::Path;

use anyhow::{Context, Result};
use attention::data::detokenize;
use attention::transformer::{LanguageModel, Sampling, sample};
use laboratory::transformer::{Settings, Trained, Variant, train_models};
use laboratory::{Saved, bahdanau};
use mdbook_core::utils::fs::create_dir_all;
use rand::{SeedableRng, rngs::ChaCha8Rng};

use super::{NOT_TRAINED, SHOWN, TrainArgs, chrf_of, finish, show};

impl TrainArgs {
    /// Trains the models of the chapter on Bahdanau attention and writes them into `folder`.
    pub(super) fn bahdanau(&self, folder: &Path, checkpoints: &Path) -> Result<()> {
        let (name, mut experiment) = self.begin(folder)?;
        let mut settings = bahdanau::Settings::default();
        let pairs = experiment.examples.len();
        let epochs = self.epochs(settings.epochs, settings.batch, pairs);
        settings.epochs = epochs;
        // The chapter trains the model without attention longer, to rule out that it is
        // undertrained.
        let times = if self.corpus.is_some() { 1 } else { 3 };
        settings.epochs_without_attention = times * epochs;
        let kept = self.keep(checkpoints, "bahdanau", &settings, &mut experiment)?;
        let seeds = self.seeds();
        let wider: &[usize] = match self.is_of_the_book() {
            true => &bahdanau::Settings::WIDER,
            false => &[],
        };
        let watch = |line: &str| println!("{line}");
        let trained =
            bahdanau::train_models(&name, &experiment, settings, &seeds, wider, watch)
                .context(NOT_TRAINED)?;
        finish(&kept, trained.save(folder))?;
        let with = chrf_of(&trained.bahdanau, &experiment)?;
        let without = chrf_of(&trained.fixed_context, &experiment)?;
        println!(
            "held out: chrF {with:.3} with attention, {without:.3} without (seed 0)"
        );
        Ok(show(&trained.bahdanau, &experiment)?)
    }

    /// Trains the models of the chapter on the Transformer and writes them into `folder`.
    ///
    /// First, trains the translator and the language model that are kept, then the other seeds and,
    /// for the book or with `all_variants`, the other variants that the chapter compares. After
    /// each model, writes all models so far into `meanwhile`, so that an interrupted training is
    /// not lost.
    pub(super) fn transformer(
        &self,
        all_variants: bool,
        folder: &Path,
        meanwhile: &Path,
        checkpoints: &Path,
    ) -> Result<()> {
        create_dir_all(meanwhile).context(NOT_TRAINED)?;
        let (name, mut experiment) = self.begin(folder)?;
        let mut settings = Settings::default();
        let pairs = experiment.examples.len();
        let epochs = self.epochs(settings.epochs, settings.batch, pairs);
        // The ratio to the epochs of the translator is as in the book.
        let of_language_model = epochs * settings.epochs_of_language_model;
        settings.epochs_of_language_model = of_language_model.div_ceil(settings.epochs);
        settings.epochs = epochs;
        let kept = self.keep(checkpoints, "transformer", &settings, &mut experiment)?;
        let kinds: &[Variant] = if all_variants || self.is_of_the_book() {
            &Variant::ALL
        } else {
            &[Variant::PostNorm]
        };
        let seeds = self.seeds();
        let watch = |line: &str, so_far: &Trained| {
            println!("{line}");
            // A later attempt may succeed, and only the final one matters.
            if Trained::has_scores(&so_far.card)
                && let Err(error) = so_far.save(meanwhile)
            {
                println!("not written yet: {error}");
            }
        };
        let trained = train_models(&name, &experiment, settings, kinds, &seeds, watch);
        let trained = trained.context(NOT_TRAINED)?;
        finish(&kept, trained.save(folder))?;
        let score = chrf_of(&trained.transformer, &experiment)?;
        println!("held out: chrF {score:.3} (seed 0)");
        show(&trained.transformer, &experiment)?;
        let nothing = LanguageModel::no_sources(SHOWN);
        let (sampling, rng) = (Sampling::default(), &mut ChaCha8Rng::seed_from_u64(0));
        println!("the language model writes:");
        for text in sample(&trained.language_model, &nothing, LONGEST, &sampling, rng) {
            println!("    {}", detokenize(&trained.words().decode(&text.tokens)));
        }
        Ok(())
    }
}

/// The maximum number of tokens in a sampled text.
const LONGEST: usize = 30;
