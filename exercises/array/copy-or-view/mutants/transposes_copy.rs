// expect-fail: the_transpose
// misconception: thinks that a transpose moves the numbers
    Shares {
        transposed: false,
        transposed_owned: false,
        cloned: false,
        flat: true,
        transposed_flat: false,
        broadcast: true,
        mapped: false,
    }
