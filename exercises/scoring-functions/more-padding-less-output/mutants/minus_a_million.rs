// expect-fail: an_example_without_keys
// misconception: a very small score is as good as none
// region: 2
            padding.fill(-1e6);
