// expect-fail: agrees_with_the_layer, even_widths_are_right, odd_widths_from_any_position
// misconception: cuts into single columns, so that all are sines
        let pairs = numbers.chunks_exact_mut(1);
