// expect-fail: agrees_with_the_whole_sequence, two_decoders_and_many_tokens
// misconception: takes the position of the last token that was seen
        let position = self.positions.rows(self.seen.nrows().saturating_sub(1), 1);
