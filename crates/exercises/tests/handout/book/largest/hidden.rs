use largest::largest;
use rand::{RngExt, SeedableRng, rngs::ChaCha8Rng};

//@ param seed
const SEED: u64 = 22;

//@ param count
const COUNT: usize = 5;

#[test]
fn numbers_below_zero_have_a_largest() {
    let mut rng = ChaCha8Rng::seed_from_u64(SEED);
    let numbers: Vec<f32> = (0..COUNT).map(|_| -1.0 - rng.random::<f32>()).collect();
    let found: f32 = largest(&numbers);
    let expected = numbers.iter().fold(-9.0_f32, |top, next| top.max(*next));
    assert_eq!(found, expected, "the largest of {numbers:?}");
}
