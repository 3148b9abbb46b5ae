use crossover::{multiplications, steps_for_share};

#[test]
fn the_parts_grow_as_they_should() {
    for (steps, dim) in [(1, 1), (7, 5), (128, 64), (3000, 768)] {
        let (projections, pairs): (u64, u64) = multiplications(steps, dim);
        let (longer, more_pairs): (u64, u64) = multiplications(2 * steps, dim);
        let (wider, wider_pairs): (u64, u64) = multiplications(steps, 2 * dim);
        let place = format!("{steps} tokens of width {dim}");
        assert_eq!(longer, 2 * projections, "projections, twice the tokens: {place}");
        assert_eq!(more_pairs, 4 * pairs, "pairs, twice the tokens: {place}");
        assert_eq!(wider, 4 * projections, "projections, twice the width: {place}");
        assert_eq!(wider_pairs, 2 * pairs, "pairs, twice the width: {place}");
    }
    assert_eq!(multiplications(1, 1), (4, 2), "one token of width 1");
}

#[test]
fn exact_answers() {
    for (dim, percent, want) in [
        (64, 50, 128),
        (64, 80, 512),
        (64, 90, 1152),
        (64, 99, 12_672),
        (512, 50, 1024),
        (768, 75, 4608),
        (3, 10, 1),
        (5, 10, 2),
        (64, 0, 1),
        (1, 1, 1),
    ] {
        let got: u64 = steps_for_share(dim, percent);
        assert_eq!(got, want, "width {dim}, {percent} percent");
    }
}
