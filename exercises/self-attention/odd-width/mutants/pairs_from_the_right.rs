// expect-fail: agrees_with_the_layer, even_widths_are_right, the_last_column_is_a_sine, odd_widths_from_any_position
// misconception: cuts from the right, so that the number left over is the first column
        let pairs = numbers.rchunks_mut(2);
