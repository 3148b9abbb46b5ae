// expect-fail: numbers_below_zero_have_a_largest
// misconception: starts the search at zero because a sum starts there as well
    let zero_is_small_enough = 0.0;
    numbers.iter().fold(zero_is_small_enough, |top: f32, next| top.max(*next))
