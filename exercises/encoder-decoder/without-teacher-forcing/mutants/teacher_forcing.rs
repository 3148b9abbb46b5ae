// expect-fail: losses_of_three_seeds, the_right_tokens_are_not_read, writes_what_greedy_writes
// misconception: reads the right tokens, only in another place
        self.0.forward(tape, source, inputs)
