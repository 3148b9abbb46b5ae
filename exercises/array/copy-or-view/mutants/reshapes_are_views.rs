// expect-fail: reshapes
// misconception: thinks that a reshape is always a view, whatever the reading order
    Shares {
        transposed: true,
        transposed_owned: false,
        cloned: false,
        flat: true,
        transposed_flat: true,
        broadcast: true,
        mapped: false,
    }
