// expect-fail: a_repetition
// misconception: thinks that a broadcast array stores all of its numbers
    Shares {
        transposed: true,
        transposed_owned: false,
        cloned: false,
        flat: true,
        transposed_flat: false,
        broadcast: false,
        mapped: false,
    }
