// expect-fail: agrees_with_the_whole_sequence, equal_tokens_at_two_positions, two_decoders_and_many_tokens
// misconception: asks for more rows, of which the next line takes row 0
        let position = self.positions.rows(0, self.seen.nrows() + 1);
