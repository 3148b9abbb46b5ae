// expect-fail: fewer_parameters
// misconception: counts one projection and the vector
// region: 2
    hidden * hidden + hidden
