// expect-fail: methods_that_make_an_array
// misconception: thinks that mapv makes no new block if no number changes
    Shares {
        transposed: true,
        transposed_owned: false,
        cloned: false,
        flat: true,
        transposed_flat: false,
        broadcast: true,
        mapped: true,
    }
