// expect-fail: methods_that_make_an_array
// misconception: thinks that clone of an Array counts one more owner, as clone of an ArcArray does
    Shares {
        transposed: true,
        transposed_owned: false,
        cloned: true,
        flat: true,
        transposed_flat: false,
        broadcast: true,
        mapped: false,
    }
