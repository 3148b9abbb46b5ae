use super::*;

/// The program of the chapter prints the mean of the largest weight and the median of the
/// gradient.
#[test]
fn many_groups_have_the_numbers_of_the_chapter() {
    let rng = &mut rng(7);
    let mut rows = Vec::new();
    for dim in [4, 64, 512] {
        let [queries, keys] = [(); 2].map(|()| normal((300, dim), 1.0, rng));
        let groups = dot_scores(&queries, &keys);
        let groups = groups.into_shape_with_order((9_000, KEYS));
        let groups = groups.expect("300 times 300 scores");
        for divisor in divisors(dim) {
            let weights = softmax(&(&groups / divisor));
            let tops = weights.map_axis(Axis(1), largest);
            let gradients = tops.mapv(|top| gradient(top, dim, divisor));
            let mut gradients = gradients.to_vec();
            gradients.sort_by(Real::total_cmp);
            let mean = tops.sum() / 9_000.0;
            rows.push(format!("{mean:.2} {:.3}", gradients[4_500]));
        }
    }
    let expected = [
        "0.48 0.449",
        "0.30 0.193",
        "0.19 0.072",
        "0.86 0.371",
        "0.32 0.206",
        "0.12 0.013",
        "0.95 0.003",
        "0.32 0.208",
        "0.11 0.004",
    ];
    assert_eq!(rows, expected);
}

#[test]
fn most_draws_are_saturated_without_a_divisor() {
    let result = answer(&[DIMS.len() - 1, 0]).result;
    assert!(result.ends_with("Saturated draws: 16, 0, and 0 of 20."), "{result}");
}
