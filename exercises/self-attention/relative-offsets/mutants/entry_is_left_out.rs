// expect-fail: three_places_in_the_table
// misconception: computes the place in the other functions and leaves `entry` as it was
// region: 1
    (query, key, reach, 0).3
