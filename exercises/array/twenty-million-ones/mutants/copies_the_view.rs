// expect-fail: twenty_million_ones
// misconception: copies the view before the sum, so that both sums read stored ones
// region: 1
    let stored: Array1<f32> = Array1::ones(count);
    let one: Array1<f32> = Array1::ones(1);
    let repeated = one.broadcast(count).expect("1 is repeated").to_owned();
    (stored.sum(), repeated.sum())
