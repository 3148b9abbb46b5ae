//! Linear layers, embeddings, normalizations, and dropout: initial parameters, shapes, and errors.

use engine::Real;
use engine::nn::{
    DataError, Dropout, Embedding, LayerNorm, Linear, Module, Param, RmsNorm, Tokens,
};
use engine::tape::{Mode, Tape};
use engine::testing::{assert_panics, random, rng};
use ndarray::{Array1, Array2, arr0, array};

#[test]
fn any_number_of_axes_may_come_first() {
    let (linear, tape) = (Linear::new(3, 2, &mut rng(1)), Tape::new(Mode::Eval, 0));
    let x = random((2, 4, 5, 3), 2);
    let all = linear.forward(tape.constant(x.clone())).value();
    assert_eq!(all.shape(), [2, 4, 5, 2]);
    let part = x.index_axis(ndarray::Axis(0), 1).to_owned();
    let part = linear.forward(tape.constant(part)).value();
    assert_eq!(all.index_axis(ndarray::Axis(0), 1), part);
    assert_eq!(linear.forward(tape.constant(Array1::ones(3))).shape(), [2]);
    assert_eq!(linear.forward(tape.constant(random((0, 3), 0))).shape(), [0, 2]);

    let weight = Param::new(array![[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]]);
    let embedding = Embedding { weight };
    let vector = embedding.forward(&tape, &Tokens::new(arr0(1), 3).unwrap());
    assert_eq!(vector.value(), array![3.0, 4.0].into_dyn());
    let none = Tokens::new(Array2::zeros((0, 4)), 3).unwrap();
    assert_eq!(embedding.forward(&tape, &none).shape(), [0, 4, 2]);
}

#[test]
fn initial_parameters() {
    let linear = Linear::new(3, 2, &mut rng(1));
    let bound = (6.0 as Real / 5.0).sqrt();
    assert!(linear.weight.value().iter().all(|w| w.abs() <= bound && *w != 0.0));
    assert_eq!(linear.bias.unwrap().value(), array![0.0, 0.0].into_dyn());
    let variance = Embedding::new(100, 50, &mut rng(1)).weight.value().powi(2).sum() / 5000.0;
    // The standard error of the variance is √(2 / 5000) = 0.02.
    assert!((variance - 1.0).abs() < 0.1, "{variance}");
    let (norm, tape) = (LayerNorm::new(8), Tape::new(Mode::Eval, 0));
    assert_eq!(norm.epsilon, 1e-5);
    let y = norm.forward(tape.constant(random((50, 8), 1) * 3.0 + 7.0)).value();
    for row in y.rows() {
        assert!(row.sum().abs() < 1e-5 && (row.dot(&row) / 8.0 - 1.0).abs() < 1e-4);
    }
}

#[test]
fn every_token_is_checked() {
    let ids = || array![[0, 1], [2, 9], [9, 9]];
    let error = Tokens::new(ids(), 9).unwrap_err();
    assert_eq!(error, DataError::Token { position: vec![1, 1], token: 9, vocab: 9 });
    assert!(Tokens::new(ids(), 10).is_ok() && Tokens::new(array![0], 0).is_err());
    let none = Tokens::new(Array2::zeros((0, 5)), 0).unwrap();
    assert_eq!((none.shape(), none.vocab()), (&[0, 5][..], 0));
}

#[test]
fn only_training_drops() {
    let x = random((20, 20), 1);
    let output = |dropout: Dropout, mode| {
        let tape = Tape::new(mode, 3);
        dropout.forward(tape.constant(x.clone())).value()
    };
    let dropout = Dropout::new(0.5).unwrap();
    assert_eq!(output(dropout, Mode::Check), x.clone().into_dyn());
    assert_eq!(output(dropout, Mode::Eval), x.clone().into_dyn());
    assert_eq!(output(Dropout::off(), Mode::Train), x.clone().into_dyn());
    let dropped = output(dropout, Mode::Train);
    let zeros = dropped.iter().filter(|&&entry| entry == 0.0).count();
    assert!((150..250).contains(&zeros), "{zeros} of 400");
    assert_eq!(output(dropout, Mode::Train), dropped);
    assert!(dropout.params().is_empty());
    for rate in [-0.1, 1.0, 2.0, Real::INFINITY, Real::NAN] {
        let error = Dropout::new(rate).unwrap_err().to_string();
        assert_eq!(error, format!("dropout rate {rate} is not in [0, 1)"));
    }
    for rate in [0.0, 0.5, 0.999] {
        assert_eq!(Dropout::new(rate).unwrap().rate(), rate);
    }
}

#[test]
fn other_sizes_are_refused() {
    let tape = Tape::new(Mode::Eval, 0);
    let x = tape.constant(random((1, 4), 0));
    assert_panics("affine: [1, 4] x [3, 2] + [2]: inner sizes 4 and 3 differ", || {
        Linear::new(3, 2, &mut rng(1)).forward(x);
    });
    assert_panics("embedding: [3, 2]: vocabulary sizes 3 and 4 differ", || {
        let tokens = Tokens::new(array![0], 4).unwrap();
        Embedding::new(3, 2, &mut rng(1)).forward(&tape, &tokens);
    });
    assert_panics("layer_norm: [1, 4]", || {
        LayerNorm::new(3).forward(x);
    });
    assert_panics("rms_norm: [1, 4]", || {
        RmsNorm::new(3).forward(x);
    });
}
