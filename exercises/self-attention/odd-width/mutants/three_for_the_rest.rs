// expect-fail: agrees_with_the_layer, even_widths_are_right, odd_widths_from_any_position, the_last_column_is_a_sine
// misconception: makes the pieces larger, so that the rest fits in
        let pairs = numbers.chunks_mut(3);
