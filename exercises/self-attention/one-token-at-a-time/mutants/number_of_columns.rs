// expect-fail: agrees_with_the_whole_sequence, two_decoders_and_many_tokens
// misconception: takes the number of entries, not of rows
        let position = self.positions.rows(self.seen.len(), 1);
