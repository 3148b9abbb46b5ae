use ndarray::{Array2, arr0, array};

use super::*;
use crate::tape::Mode;
use crate::testing::{names, rng};

fn embedding() -> Embedding {
    Embedding {
        weight: Param::new(array![[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]]),
    }
}

fn tokens(ids: Array2<usize>) -> Tokens {
    Tokens::new(ids, 3).unwrap()
}

#[test]
fn each_token_has_its_row() {
    let tape = Tape::new(Mode::Eval, 0);
    let vectors = embedding().forward(&tape, &tokens(array![[2, 0], [2, 1]]));
    let expected = array![[[5.0, 6.0], [1.0, 2.0]], [[5.0, 6.0], [3.0, 4.0]]];
    assert_eq!(vectors.value(), expected.into_dyn());
    let one = Tokens::new(arr0(1), 3).unwrap();
    let vector = embedding().forward(&tape, &one);
    assert_eq!(vector.value(), array![3.0, 4.0].into_dyn());
    let none = embedding().forward(&tape, &tokens(Array2::zeros((0, 4))));
    assert_eq!(none.shape(), [0, 4, 2]);
}

#[test]
fn the_gradient_of_a_token_is_summed_over_its_places() {
    let (embedding, tape) = (embedding(), Tape::new(Mode::Check, 0));
    let vectors = embedding.forward(&tape, &tokens(array![[2, 0, 2]]));
    let direction = array![[[1.0, 2.0], [3.0, 4.0], [10.0, 20.0]]];
    let gradients = vectors.backward_from(direction.into_dyn());
    let expected = array![[3.0, 4.0], [0.0, 0.0], [11.0, 22.0]].into_dyn();
    assert_eq!(gradients.of(&embedding.weight).unwrap(), &expected);
}

#[test]
fn starts_with_a_standard_deviation_of_1() {
    let weight = Embedding::new(100, 50, &mut rng(1)).weight.value();
    let variance = weight.mapv(|x| x * x).sum() / 5000.0;
    // The standard error of the variance is √(2 / 5000) = 0.02.
    assert!((variance - 1.0).abs() < 0.1, "{variance}");
    assert_eq!(names(&embedding()), ["weight"]);
}

#[test]
#[should_panic(expected = "embedding: [3, 2]: vocabulary sizes 3 and 4 differ")]
fn another_vocabulary_is_refused() {
    let tape = Tape::new(Mode::Eval, 0);
    embedding().forward(&tape, &Tokens::new(array![0], 4).unwrap());
}
