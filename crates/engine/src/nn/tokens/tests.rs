use ndarray::{Array2, arr0, array};

use super::*;

#[test]
fn every_token_is_checked() {
    let error = Tokens::new(array![[0, 1], [2, 9], [9, 9]], 9).unwrap_err();
    let (position, token, vocab) = (vec![1, 1], 9, 9);
    assert_eq!(
        error,
        DataError::Token {
            position,
            token,
            vocab
        }
    );
    assert!(Tokens::new(array![[0, 1], [2, 9], [9, 9]], 10).is_ok());
    assert!(Tokens::new(array![0], 0).is_err());
}

#[test]
fn any_number_of_axes() {
    let one = Tokens::new(arr0(3), 4).unwrap();
    assert!(one.shape().is_empty());
    assert_eq!(one.ids()[[]], 3);
    let none = Tokens::new(Array2::zeros((0, 5)), 0).unwrap();
    assert_eq!((none.shape(), none.vocab()), (&[0, 5][..], 0));
}
