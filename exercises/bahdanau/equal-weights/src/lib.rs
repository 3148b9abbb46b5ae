//! A trained model with weights that are flatter or sharper than the learned ones.

use attention::{Real, bahdanau::Bahdanau, data::Corpus, encoder_decoder::Translator};

/// Returns the share of the sentences of a corpus that are translated exactly right, if
/// all scores of the attention are multiplied by a factor.
///
/// The translator is the same before and after the call. The vocabularies belong to the
/// model.
pub fn exact_at(
    translator: &Translator<Bahdanau>,
    corpus: &Corpus,
    factor: Real,
) -> f64 {
    //@ solution
    use attention::encoder_decoder::evaluate;
    use attention::nn::{restore, state};

    let score = &translator.model.attention.score; // [hidden]
    let learned = state(&translator.model);
    score.update(|score| score.mapv_inplace(|entry| entry * factor));
    let evaluated = evaluate(translator, corpus, 4);
    restore(&translator.model, &learned).expect("it is the same model");
    evaluated.expect("the vocabularies fit").exact
    //@ stub todo!("multiply the scores of {translator:?} by {factor} for {corpus:?}")
    //@ end
}
exercise_solutions::tests!(equal_weights);
