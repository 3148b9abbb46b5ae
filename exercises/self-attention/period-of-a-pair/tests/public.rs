use attention::{assert_near, nn::SinusoidalPositions};
use period_of_a_pair::period;

//@ param dim
const DIM: usize = 32;

#[test]
fn three_pairs_of_width_32() {
    for (pair, want) in [(3, 35.33), (4, 62.83), (8, 628.32)] {
        let got: f64 = period(pair, 32, 10_000.0);
        assert_near!(got, want, 0.005, "the period of pair {pair} of width 32");
    }
}

#[test]
fn after_a_period_the_pair_is_back() {
    // The position nearest to a hundred periods is at most half a position away.
    let encoding = SinusoidalPositions::new(DIM);
    for pair in DIM / 8..DIM / 2 {
        let period: f64 = period(pair, DIM, 10_000.0);
        let position = (100.0 * period).round() as usize;
        let sine = f64::from(encoding.rows(position, 1)[[0, 2 * pair]]);
        let most = std::f64::consts::PI / period + 1e-4;
        assert_near!(sine, 0.0, most, "pair {pair} of width {DIM}, after 100 periods");
    }
}
