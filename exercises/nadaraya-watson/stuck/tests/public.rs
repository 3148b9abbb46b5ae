use attention::Real;
use attention::nadaraya_watson::{Iterate, Samples};
use rand::{SeedableRng, rngs::ChaCha8Rng};
use stuck::best_of_starts;

pub fn samples(points: usize, seed: u64) -> Samples {
    Samples::draw(points, &mut ChaCha8Rng::seed_from_u64(seed)).unwrap()
}

#[test]
fn leaves_the_flat_point_at_zero() {
    let starts: [Real; 3] = [0.1, 0.5, 20.0];
    let end: Option<Iterate> = best_of_starts(&samples(50, 54), &starts, 1.0, 100);
    let Iterate { w, loss } = end.unwrap();
    assert!(
        (3.5..5.0).contains(&w) && loss < 0.45,
        "one of the starts {starts:?} leads to the valley near 4.3, where the loss is \
         about 0.40: you end at w = {w} with loss {loss}"
    );
}

#[test]
fn no_start_gives_none() {
    let end: Option<Iterate> = best_of_starts(&samples(50, 54), &[], 1.0, 10);
    assert!(end.is_none(), "no start: expected None, got {end:?}");
}
