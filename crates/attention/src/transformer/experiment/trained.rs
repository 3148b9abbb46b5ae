//! Trained models, of the book or your own.

use std::path::Path;
use std::{fs, io};

use rand::SeedableRng;
use rand::rngs::ChaCha8Rng;
use translation::saved::{Saved, save};

use super::{TransformerModelCard, Variant};
use crate::data::{Vocabularies, Vocabulary};
use crate::encoder_decoder::{TrainedError, Translator};
use crate::nn::{ConfigError, Module};
use crate::shipped::shipped;
use crate::transformer::{LanguageModel, Transformer};

/// The trained models of the chapter, with their model card.
#[derive(Clone, Debug)]
pub struct TrainedTransformer {
    /// The first translator with post-norm.
    pub transformer: Translator<Transformer>,
    /// The language model of the source language; [`words`](TrainedTransformer::words) is its vocabulary.
    pub language_model: LanguageModel,
    /// The model card.
    pub card: TransformerModelCard,
}

/// The files of the models in their folder.
const MODELS: [&str; 2] =
    ["transformer.safetensors", "language-model.safetensors"];

/// The models that the book ships, as `cargo book train transformer` has written them.
///
/// They are part of the compiled crate, so no file is read.
///
/// # Errors
///
/// [`TrainedError`] if the files in `models/` were damaged when the crate was compiled.
///
/// # Example
///
/// ```
/// use attention::transformer::{Sampling, Variant, trained};
/// use rand::{SeedableRng, rngs::ChaCha8Rng};
///
/// let trained = trained()?;
/// let translated = trained.transformer.translate("The red car is big.")?;
/// assert_eq!(translated.text, "la voiture rouge est grande.");
/// assert!(trained.card.runs(Variant::PostNorm)[0].held_out.bleu > 0.95);
///
/// let words = trained.words();
/// let rng = &mut ChaCha8Rng::seed_from_u64(0);
/// let text = trained.language_model.generate(&[words.id("the")], 20, &Sampling::new(0.5)?, rng)?;
/// assert_eq!(words.decode(&text).last().map(String::as_str), Some("."));
/// assert!(trained.card.language_model.held_out_loss < 2.0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn trained() -> Result<TrainedTransformer, TrainedError> {
    let files = shipped!(
        "transformer.json",
        "transformer.safetensors",
        "language-model.safetensors"
    );
    TrainedTransformer::from_files(Path::new("models"), files)
}

impl TrainedTransformer {
    /// Models that `cargo book train transformer` has written into a folder.
    ///
    /// # Errors
    ///
    /// [`TrainedError`] names the file that is missing, damaged, or does not fit the others.
    pub fn load(
        folder: impl AsRef<Path>,
    ) -> Result<Self, TrainedError> {
        let folder = folder.as_ref();
        Self::from_files(folder, |file| fs::read(folder.join(file)))
    }

    /// Writes the models and their model card into an existing folder.
    ///
    /// # Errors
    ///
    /// [`TrainedError`] if a file cannot be written, or if a parameter is not finite.
    pub fn save(
        &self,
        folder: impl AsRef<Path>,
    ) -> Result<(), TrainedError> {
        let models: [&dyn Module; 2] =
            [&self.transformer.model, &self.language_model];
        save(
            folder.as_ref(),
            &self.card,
            MODELS.into_iter().zip(models),
        )
    }

    /// The vocabulary of the language model, which is that of the source language.
    pub fn words(&self) -> &Vocabulary {
        &self.transformer.vocabularies.source
    }

    fn from_files(
        folder: &Path,
        read: impl Fn(&str) -> io::Result<Vec<u8>>,
    ) -> Result<Self, TrainedError> {
        let saved: Saved<TransformerModelCard, 2> =
            Saved::read(folder, MODELS, read)?;
        let impossible = |problem| saved.impossible(problem);
        let vocabularies = saved.vocabularies.clone();
        let trained = Self::untrained(saved.card.clone(), vocabularies)
            .map_err(impossible)?;
        saved.fill([
            &trained.transformer.model,
            &trained.language_model,
        ])?;
        Ok(trained)
    }

    /// Models of the sizes in the card, of which every parameter is to be replaced.
    pub(super) fn untrained(
        card: TransformerModelCard,
        vocabularies: Vocabularies,
    ) -> Result<Self, ConfigError> {
        let config = card.settings.config(Variant::PostNorm)?;
        let vocabs = vocabularies.sizes();
        let rng = &mut ChaCha8Rng::seed_from_u64(0);
        Ok(Self {
            transformer: Translator {
                model: Transformer::new(&config, vocabs, rng)?,
                vocabularies,
            },
            language_model: LanguageModel::new(
                &config, vocabs[0], rng,
            )?,
            card,
        })
    }
}

#[cfg(test)]
mod tests;
