use attention::Real;
use wider_is_not_better::next;

/// Returns the probability of the best sentence, and the smallest difference at the
/// first two steps between the last hypothesis kept and the first one dropped.
fn search(width: usize) -> (f64, f64) {
    let mut beam: Vec<(Vec<usize>, f64)> = vec![(Vec::new(), 1.0)];
    let mut smallest: f64 = 1.0;
    for step in 1..=3 {
        let mut all = Vec::new();
        for (beginning, probability) in &beam {
            let row: [Real; 3] = next(beginning);
            for (token, p) in row.into_iter().enumerate() {
                let tokens = [&beginning[..], &[token]].concat();
                all.push((tokens, probability * f64::from(p)));
            }
        }
        all.sort_by(|one, other| other.1.total_cmp(&one.1));
        if step < 3 {
            smallest = smallest.min(all[width - 1].1 - all[width].1);
        }
        all.truncate(width);
        beam = all;
    }
    (beam[0].1, smallest)
}

#[test]
fn by_a_clear_margin() {
    let (one, two) = (search(1).0, search(2).0);
    assert!(one >= 1.2 * two, "{one:.4} is not 1.2 times {two:.4}");
}

#[test]
fn no_ties() {
    let (one, two) = (search(1).0, search(2).0);
    assert!(one > two, "got {one:.4} with width 1 and {two:.4} with 2");
    for width in [1, 2] {
        let (_, smallest) = search(width);
        assert!(smallest >= 1e-3, "width {width}: a difference of only {smallest:.5}");
    }
}
