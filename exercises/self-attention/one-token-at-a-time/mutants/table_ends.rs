// expect-fail: two_decoders_and_many_tokens
// misconception: stays at the last row of a table of 64 positions
        let position = self.positions.rows(self.seen.nrows().min(63), 1);
