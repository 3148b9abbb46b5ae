use crossover::{multiplications, steps_for_share};

//@ param dim
const DIM: u64 = 64;

#[test]
fn the_two_parts_for_four_steps() {
    let (projections, pairs): (u64, u64) = multiplications(4, 3);
    assert_eq!(projections, 144, "four products of [4, 3] and [3, 3]");
    assert_eq!(pairs, 96, "[4, 3] times [3, 4], and [4, 4] times [4, 3]");
}

#[test]
fn the_answer_is_the_first() {
    let enough = |steps: u64, percent: u64| {
        let (projections, pairs) = multiplications(steps, DIM);
        100 * pairs >= percent * (projections + pairs)
    };
    for percent in 1..100 {
        let steps: u64 = steps_for_share(DIM, percent);
        assert!(
            enough(steps, percent),
            "{steps} tokens are too few for {percent} % at width {DIM}"
        );
        assert!(
            steps == 1 || !enough(steps - 1, percent),
            "one token fewer than {steps} is enough for {percent} % at width {DIM}"
        );
    }
}
