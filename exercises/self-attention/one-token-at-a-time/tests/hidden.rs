use attention::{Real, array::assert_close, array::softmax, nn::SinusoidalPositions};
use ndarray::{Array1, Array2, array};
use one_token_at_a_time::Decoder;

/// Returns the output of the last token of a sequence.
fn last_output(tokens: &Array2<Real>) -> Array1<Real> {
    let (steps, dim) = tokens.dim();
    let x = tokens + &SinusoidalPositions::new(dim).rows(0, steps);
    let scores = x.dot(&x.row(steps - 1)) / (dim as Real).sqrt();
    softmax(&scores).dot(&x)
}

#[test]
fn the_first_token() {
    let token: Array1<Real> = array![0.5, -1.0, 2.0, 0.0];
    assert_close(&Decoder::new(4).step(&token), &array![0.5, 0.0, 2.0, 1.0], 1e-6);
}

#[test]
fn two_decoders_and_many_tokens() {
    let token = |i: usize| -> Array1<Real> {
        Array1::from_shape_fn(4, |column| (0.7 * (3 * i + column) as Real).sin())
    };
    let (mut long, mut short) = (Decoder::new(4), Decoder::new(4));
    let (mut all, mut few) = (Array2::zeros((0, 4)), Array2::zeros((0, 4)));
    for i in 0..200 {
        all.push_row(token(i).view()).unwrap();
        let got: Array1<Real> = long.step(&token(i));
        if i < 5 || i % 40 == 39 {
            assert_close(&got, &last_output(&all), 1e-4);
        }
        if i % 20 == 0 {
            few.push_row(token(i).view()).unwrap();
            assert_close(&short.step(&token(i)), &last_output(&few), 1e-4);
        }
    }
}
