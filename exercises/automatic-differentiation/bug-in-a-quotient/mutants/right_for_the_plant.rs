// expect-fail: agrees_with_the_division_of_the_tape, only_the_ratio_matters
// misconception: changes a factor until the one example is right, where the divisor is 4
            db.add(|| -d * &a / (4.0 as Real * &b));
