// expect-fail: agrees_with_the_layer, odd_widths_from_any_position, the_last_column_is_a_sine
// misconception: cuts whole pairs from the right, so that the first column stays 0
        let pairs = numbers.rchunks_exact_mut(2);
