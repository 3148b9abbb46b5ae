// expect-fail: leaves_the_flat_place_at_zero, the_end_counts_not_the_start
// misconception: takes the first descent that ends with a finite loss
    use attention::nadaraya_watson::descend;

    starts
        .iter()
        .filter_map(|&start| descend(samples, start, rate, epochs).pop())
        .find(|end| end.loss.is_finite())
