// expect-fail: the_plant_as_by_hand, agrees_with_the_division_of_the_tape, only_the_ratio_matters
// misconception: divides twice and loses the minus on the way
            db.add(|| d * &a / (&b * &b));
