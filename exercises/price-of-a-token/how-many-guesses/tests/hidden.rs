use attention::assert_near;
use how_many_guesses::{best_guesses, tokens_per_call};

fn check(acceptance: &[f64], guesses: usize, want: f64, tolerance: f64) {
    for seed in 0..3 {
        let got: f64 = tokens_per_call(acceptance, guesses, seed);
        assert_near!(got, want, tolerance, "{guesses} guesses, seed {seed}");
    }
}

#[test]
fn the_formula_for_equal_acceptance() {
    for guesses in [1, 2, 4, 8] {
        let want = (1.0 - 0.7_f64.powi(guesses + 1)) / 0.3;
        check(&[0.7; 20_000], guesses as usize, want, 0.12);
    }
}

#[test]
fn stretches_differ_from_their_mean() {
    let stretches: Vec<f64> = (0..20_000)
        .map(|token| if token / 100 % 2 == 0 { 0.95 } else { 0.45 })
        .collect();
    check(&stretches, 1, 1.664, 0.02);
    check(&stretches, 2, 2.094, 0.06);
    check(&stretches, 4, 2.563, 0.06);
    check(&stretches, 8, 2.925, 0.075);
}

#[test]
fn the_best_number() {
    let text = [0.7; 8_000];
    for seed in 0..3 {
        for (cost, wanted) in [(1.0, 0..=0), (0.5, 1..=1), (0.1, 3..=5), (0.0, 4..=4)] {
            let most = if cost == 0.0 { 4 } else { 8 };
            let got: usize = best_guesses(&text, cost, most, seed);
            let fits = wanted.contains(&got);
            assert!(
                fits,
                "cost {cost}, most {most}, seed {seed}: {wanted:?}, not {got}"
            );
        }
    }
}
