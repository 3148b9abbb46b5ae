// expect-fail: agrees_with_the_whole_sequence, the_first_token, two_decoders_and_many_tokens
// misconception: counts the token itself, which is not in `seen` yet
        let position = self.positions.rows(self.seen.nrows() + 1, 1);
