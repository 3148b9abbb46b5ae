// expect-fail: any_parts_are_the_whole, several_texts_at_once, the_count_of_the_tokens
// misconception: takes the length of the part for the position after it
    seen.position = tokens.shape()[1];
