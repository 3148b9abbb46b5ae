use super::public::samples;
use attention::Real;
use attention::nadaraya_watson::{Iterate, Samples, descend};
use ndarray::array;
use stuck::best_of_starts;

#[test]
fn the_end_counts_not_the_start() {
    let starts: [Real; 4] = [30.0, 0.2, 12.0, 0.6];
    for seed in 0..8 {
        let samples = samples(30, seed);
        let got: Option<Iterate> = best_of_starts(&samples, &starts, 1.0, 40);
        let got = got.unwrap();
        for start in starts {
            let end = descend(&samples, start, 1.0, 40)[40];
            assert!(
                got.loss <= end.loss,
                "seed {seed}: {got:?}, but {end:?} is better"
            );
        }
    }
}

#[test]
fn a_loss_that_is_not_a_number_never_wins() {
    let samples = samples(30, 3);
    let want: Option<Iterate> = best_of_starts(&samples, &[0.5], 1.0, 20);
    let starts = [Real::NAN, 0.5, -Real::NAN];
    let got: Option<Iterate> = best_of_starts(&samples, &starts, 1.0, 20);
    assert!(want.is_some(), "a start at 0.5");
    assert_eq!(got, want, "starts {starts:?}: the same as from 0.5 alone");
    let none: Option<Iterate> =
        best_of_starts(&samples, &[Real::NAN, -Real::NAN], 1.0, 5);
    assert!(none.is_none(), "only NaN starts: expected None, got {none:?}");
}

#[test]
fn equal_ends_give_the_first_start() {
    let samples = samples(30, 4);
    for starts in [[1.0, -1.0], [-1.0, 1.0]] {
        let got: Option<Iterate> = best_of_starts(&samples, &starts, 1.0, 0);
        assert_eq!(got.unwrap().w, starts[0], "starts {starts:?} and 0 epochs");
    }
}

#[test]
fn the_last_step_counts_not_the_best() {
    let samples = samples(30, 5);
    for start in [2.5, 3.0] {
        let path = descend(&samples, start, 500.0, 1);
        assert!(path[1].loss > path[0].loss, "this run should rise: {path:?}");
        let got: Option<Iterate> = best_of_starts(&samples, &[start], 500.0, 1);
        assert_eq!(got, Some(path[1]), "start {start}: the last step of the descent");
    }
}

#[test]
fn an_infinite_loss_does_not_count() {
    let huge = Real::MAX / 4.0;
    let targets = array![huge, -huge, huge];
    let samples = Samples::new(array![0.0, 1.0, 2.0], targets).unwrap();
    let got: Option<Iterate> = best_of_starts(&samples, &[0.5, 1.0], 1.0, 0);
    assert!(got.is_none(), "all losses are infinite: expected None, got {got:?}");
}
