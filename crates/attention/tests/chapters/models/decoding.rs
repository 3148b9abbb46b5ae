//! Greedy, beam search, and sampling with models.

use attention::data::BOS;
use attention::encoder_decoder::{
    BeamSearch, Decoded, EncoderDecoder, greedy, translate_with_beam,
};
use attention::tape::{Mode, Tape};
use attention::transformer::{Sampling, sample};
use engine::testing::assert_panics;
use ndarray::{Array1, Axis};

use super::*;

const STEPS: usize = 6;

fn settings(width: usize) -> BeamSearch {
    BeamSearch { width, length_exponent: 0.5, max_steps: STEPS, end: EOS }
}

/// Returns the tokens with the end, if there is one, the logarithm of their probability with
/// teacher forcing, and the results of the model.
fn taught<'t, M: EncoderDecoder>(
    model: &M,
    tape: &'t Tape,
    source: &Padded,
    (text, ended): (&[usize], bool),
) -> (Vec<usize>, f64, Decoded<'t>) {
    let targets = [text, if ended { &[EOS] } else { &[] }].concat();
    assert!(!targets.is_empty() && targets.len() <= STEPS && (ended || text.len() == STEPS));
    let inputs = [&[BOS], &targets[..targets.len() - 1]].concat();
    let inputs = tokens(Array1::from(inputs).insert_axis(Axis(0)));
    let decoded = model.forward(tape, source, &inputs);
    let logs = decoded.logits.log_softmax().value();
    let sum = targets.iter().enumerate().map(|(step, &token)| logs[[0, step, token]] as f64).sum();
    (targets, sum, decoded)
}

/// A candidate that continued from the state of another would have a different probability.
fn texts_have_the_numbers_of_teacher_forcing<M: EncoderDecoder>(model: &M, seed: u64) -> Outcome {
    let examples = examples(4, seed);
    let source = sources(&examples);
    let sampling = Sampling::new(2.0).and_then(|sampling| sampling.top_p(0.9)).expect("valid");
    let drawn = || sample(model, &source, STEPS, &sampling, &mut rng(seed));
    assert_eq!(drawn(), drawn());
    let written = greedy(model, &source, STEPS);
    for ((example, greedy), drawn) in examples.iter().zip(written).zip(drawn()) {
        let (tape, source) = (&Tape::new(Mode::Eval, 0), &sources([example]));
        let of_drawn = taught(model, tape, source, (&drawn.tokens, drawn.ended));
        close("drawn", drawn.log_probability, of_drawn.1)?;

        let (targets, sum, decoded) = taught(model, tape, source, (&greedy.tokens, greedy.ended));
        close("greedy", greedy.log_probability, sum)?;
        for (step, &token) in targets.iter().enumerate() {
            let logits = decoded.logits.index(1, step).index(0, 0).value();
            let largest = logits.iter().fold(Real::NEG_INFINITY, |most, &x| most.max(x));
            close("the largest", logits[[token]] as f64, largest as f64)?;
        }
        assert_eq!(greedy.weights.is_some(), decoded.weights.is_some());
        if let (Some(weights), Some(expected)) = (greedy.weights, decoded.weights) {
            same("weights", &weights.into_dyn().into_shared(), &expected.index(0, 0).value())?;
        }

        let candidates = translate_with_beam(model, source, &settings(4));
        assert_eq!(candidates.len(), 4);
        for found in candidates {
            let (targets, sum, _) = taught(model, tape, source, (&found.tokens, found.ended));
            close("candidate", found.log_probability, sum)?;
            close("score", found.score, sum / (targets.len() as f64).sqrt())?;
        }
    }
    Ok(())
}

#[test]
fn texts_have_their_probability_under_teacher_forcing() {
    holds_for_all_models!(texts_have_the_numbers_of_teacher_forcing);
}

/// A search with one beginning takes the most likely token, and so does a draw from one token.
fn the_likeliest<M: EncoderDecoder>(model: &M, seed: u64) -> Outcome {
    let most_likely = Sampling::new(1.0).and_then(|sampling| sampling.top_k(1)).expect("valid");
    let examples = examples(4, seed);
    let source = sources(&examples);
    let together = greedy(model, &source, STEPS);
    assert_eq!(sample(model, &source, STEPS, &most_likely, &mut rng(seed)), together);
    for (example, together) in examples.iter().zip(together) {
        let found = translate_with_beam(model, &sources([example]), &settings(1));
        assert_eq!(found.len(), 1);
        assert_eq!((&found[0].tokens, found[0].ended), (&together.tokens, together.ended));
        close("beam", found[0].log_probability, together.log_probability)?;
    }
    Ok(())
}

#[test]
fn one_beginning_and_one_token_to_draw_are_greedy() {
    holds_for_all_models!(the_likeliest);
}

/// The search ends at the end token of the vocabularies, even if the settings name another.
#[test]
fn the_search_ends_at_the_end_token_of_the_vocabularies() {
    let (model, source) = (fixed_context(1, 0), sources(&examples(1, 0)));
    let found = translate_with_beam(&model, &source, &settings(3));
    let other = BeamSearch { end: 5, ..settings(3) };
    assert_eq!(translate_with_beam(&model, &source, &other), found);
    assert_panics("translate_with_beam: 2 sentences", || {
        translate_with_beam(&model, &sources(&examples(2, 0)), &settings(2));
    });
}
