// expect-fail: equal_weights_give_the_first_key
// misconception: `max_by` looks right, but returns the last of several largest entries
    let rows = weights.outer_iter().map(|row| {
        let places = row.into_iter().copied().enumerate();
        let largest = places.max_by(|a, b| a.1.total_cmp(&b.1));
        largest.map_or(0, |(key, _)| key)
    });
    rows.collect()
