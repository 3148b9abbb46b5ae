//! Every parameter learns, and a tied one from both of its uses.

use engine::testing::{assert_close, names};
use ndarray::ArrayD;

use super::{configs, holds_for_all, language_model, transformer};
use crate::Real;
use crate::encoder_decoder::EncoderDecoder;
use crate::encoder_decoder::testing::properties::Outcome;
use crate::encoder_decoder::testing::{batch, examples};
use crate::nn::{Linear, Param};
use crate::tape::{Gradients, Mode, Tape};
use crate::transformer::{LanguageModel, OutputLayer, Transformer};

fn gradients<M: EncoderDecoder>(model: &M, seed: u64) -> Gradients {
    let tape = Tape::new(Mode::Check, 0);
    model.loss(&tape, &batch(&examples(6, seed))).backward()
}

fn gradient_of(gradients: &Gradients, param: &Param) -> ArrayD<Real> {
    gradients.of(param).expect("it has a gradient").clone()
}

fn every_parameter_learns<M: EncoderDecoder>(
    model: &M,
    seed: u64,
) -> Outcome {
    let gradients = gradients(model, seed);
    for (name, param) in model.params() {
        match gradients.of(&param) {
            None => return Err(format!("{name} has no gradient")),
            Some(gradient)
                if gradient.iter().any(|x| !x.is_finite()) =>
            {
                return Err(format!("{name}: {gradient}"));
            }
            Some(gradient) if gradient.iter().all(|&x| x == 0.0) => {
                return Err(format!("the gradient of {name} is 0"));
            }
            Some(_) => {}
        }
    }
    Ok(())
}

#[test]
fn every_parameter_of_every_variant_learns() {
    holds_for_all(every_parameter_learns, every_parameter_learns);
}

/// Attention has no biases: a bias of the keys would change no weight.
#[test]
fn attention_has_no_biases() {
    for (seed, config) in configs() {
        let names = names(&transformer(&config, seed));
        let attention =
            names.iter().filter(|name| name.contains("attention."));
        let bias = |name: &&String| {
            name.ends_with("bias") && !name.contains("norm")
        };
        assert_eq!(attention.filter(bias).count(), 0, "{names:?}");
    }
}

/// Returns an output layer of its own with the numbers of the shared table.
fn own(output: &OutputLayer, table: &Param) -> (OutputLayer, Linear) {
    let OutputLayer::Tied(bias) = output else {
        panic!("it is not tied");
    };
    let linear = Linear {
        weight: Param::new(table.value().t().to_owned()),
        bias: Some(Param::new(bias.value().to_owned())),
    };
    (OutputLayer::Own(linear.clone()), linear)
}

/// The table is one parameter, and its gradient is the sum of the gradients of both uses.
#[track_caller]
fn assert_sum<M: EncoderDecoder>(
    tied: &M,
    table: &Param,
    untied: &M,
    (own_table, linear): (&Param, &Linear),
    seed: u64,
) {
    let [shared, apart] =
        [tied, untied].map(|model| gradients(model, seed));
    let of_input = gradient_of(&apart, own_table);
    let of_output = gradient_of(&apart, &linear.weight).reversed_axes();
    for of_one in [&of_input, &of_output] {
        assert!(of_one.iter().any(|x| x.abs() > 1e-4), "{of_one}");
    }
    let expected = of_input + of_output;
    let largest =
        expected.iter().fold(1.0, |most: Real, x| most.max(x.abs()));
    assert_close(
        &gradient_of(&shared, table),
        &expected,
        1e-5 * largest,
    );
    assert_eq!(tied.params().len() + 1, untied.params().len());
}

#[test]
fn a_tied_table_learns_from_both_uses() {
    for (seed, config) in configs().filter(|(_, config)| config.tied) {
        let tied = transformer(&config, seed);
        let again = transformer(&config, seed);
        let (output, linear) =
            own(&again.output, &again.target.embedding.weight);
        let untied = Transformer { output, ..again };
        let tables = [&tied, &untied]
            .map(|model| &model.target.embedding.weight);
        assert_sum(
            &tied,
            tables[0],
            &untied,
            (tables[1], &linear),
            seed,
        );

        let tied = language_model(&config, seed);
        let again = language_model(&config, seed);
        let (output, linear) =
            own(&again.output, &again.input.embedding.weight);
        let untied = LanguageModel { output, ..again };
        let tables =
            [&tied, &untied].map(|model| &model.input.embedding.weight);
        assert_sum(
            &tied,
            tables[0],
            &untied,
            (tables[1], &linear),
            seed,
        );
    }
}
