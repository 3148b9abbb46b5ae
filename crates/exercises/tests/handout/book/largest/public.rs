use largest::largest;
use rand::{RngExt, SeedableRng, rngs::ChaCha8Rng};

//@ param seed
const SEED: u64 = 22;

//@ param count
const COUNT: usize = 5;

#[test]
fn one_number_is_the_largest() {
    let found: f32 = largest(&[3.0]);
    assert_eq!(found, 3.0, "the largest of one number");
}

#[test]
fn drawn_numbers() {
    let mut rng = ChaCha8Rng::seed_from_u64(SEED);
    let mut numbers: Vec<f32> = (0..COUNT).map(|_| rng.random()).collect();
    let found: f32 = largest(&numbers);
    numbers.sort_by(f32::total_cmp);
    assert_eq!(found, numbers[COUNT - 1], "the largest of {numbers:?}");
}
