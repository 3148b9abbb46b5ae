use super::*;

#[test]
fn only_a_whole_name_or_title_ranks_below() {
    for (url, title, expected) in [
        ("array/exercises.html#ex-sum", "Exercise A.2: Sum", true),
        ("glossary.html#key", "key", true),
        ("array/index.html#summary-a", "A.9 Summary", true),
        ("array/index.html#reading", "Further reading", true),
        ("array/index.html#reading-the-weights", "Reading the weights", false),
        ("array/my-exercises.html#summary", "A summary of sums", false),
    ] {
        let (url, title) = (url.to_owned(), title.to_owned());
        let section = Section { url, title, ..Section::default() };
        assert_eq!(is_behind(&section), expected, "{}", section.url);
    }
}

#[test]
fn chinese_is_cut_into_pairs_and_all_else_into_words_and_numbers() {
    assert_eq!(spaced("KV 缓存, x_i").trim(), "kv  缓存  存   x i");
    assert_eq!(spaced("C.5 ends. At 0.5").trim(), "c.5 ends  at 0.5");
}
