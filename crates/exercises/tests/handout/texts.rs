//! Prompts that can be read without the book.

use crate::fixture::{Book, LARGEST, WHY};

const COURSE: &str = "[[exercise]]\nid = \"largest\"\n[[exercise]]\nid = \"why\"\n";

#[test]
fn references_become_titles_and_quotations() {
    let book = Book::new();
    book.course(COURSE);
    book.hand_out().unwrap();
    let expected = r#"# The largest number

*Code*, core, 20 minutes

Before you start:

- Section "Means" of the chapter "Sums and maxima"
- Exercise "Why sums grow"

Write `largest`, the largest of 5 numbers; compare it with Equation (2) of Section "Means" of the chapter "Sums and maxima" (two lines). The seed is 22.

```rust
// The code of lib.rs, as it was handed out.
use ndarray::array;
println!("{}", array![1, 2].len());
```

```text
2
```

```math
x_1 \le x_2
\tag{1}
```

In Equation (1) and `[Equation](#eq:none)` and $`[@none]`$, see (Zaheer and Póczos 2017, Section 2; James 1890), James (1890), [the site](https://example.org), me@example.org and `softmax` (`attention::array::softmax`).

## From the book

Equation (2), from Section "Means" of the chapter "Sums and maxima":

```math
m = \frac{1}{n} \sum_{j=1}^{n} x_j
```

## References

- James, William. 1890. *The Principles of Psychology*. Henry Holt and Company.
- Zaheer, Manzil, and Barnabás Póczos. 2017. Deep Sets. In *Neural Information Processing Systems*. <https://arxiv.org/abs/1703.06114>.

## Points

| For | Points |
|---|---:|
| the tests in `tests/public.rs` | 3 |
| tests that are not in this folder | 3 |
| your answer in words | 2 |
| **Total** | 8 |
"#;
    assert_eq!(book.read("out/student/largest/README.md"), expected);
}

#[test]
fn chapters_figures_appendices_and_exercises_have_names() {
    let book = Book::new();
    book.course(COURSE);
    book.hand_out().unwrap();
    let text = book.read("out/student/why/README.md");
    let expected = "Figure \"Sums grow with every number\" of the chapter \"Sums and maxima\" is in \
                    Chapter \"Sums and maxima\", Equation (1) in Appendix \"Arrays\". After Exercise \
                    \"The largest number\": why?\n";
    assert!(text.contains(expected), "{text}");
    let quoted =
        "Equation (1), from Section \"Axes\" of the appendix \"Arrays\":\n\n```math\na_{ij}\n```\n";
    assert!(text.contains(quoted), "{text}");
}

#[test]
fn hints_are_filled_and_folded() {
    let book = Book::new();
    book.course(&format!("hints = true\n{COURSE}"));
    book.hand_out().unwrap();
    let text = book.read("out/student/largest/hints.md");
    let first = "<details>\n<summary>Hint 1 of 2</summary>\n\nWhat does Section \"Means\" of the \
                 chapter \"Sums and maxima\" say about 5 numbers?\n\n</details>\n";
    assert!(text.contains(first), "{text}");
    assert!(text.contains("Fold them, and mind Equation (1).\n"), "{text}");
    assert!(text.contains("\n## From the book\n\nEquation (1), from "), "{text}");
    book.course(COURSE);
    book.hand_out_into("none").unwrap();
    assert!(!book.path("none/student/largest/hints.md").exists());
}

#[test]
fn notes_may_refer_to_the_solution() {
    let book = Book::new();
    book.course(COURSE);
    book.hand_out().unwrap();
    let notes = book.read("out/instructor/largest/notes.md");
    assert!(notes.contains("Equation (1), from the solution:\n\n```math\nf(f(a, b), c)\n```\n"));
    let solution = book.read("out/instructor/largest/solution.md");
    assert!(solution.contains("Equation (2), from the task:\n"), "{solution}");
    assert!(solution.contains("f(f(a, b), c)\n\\tag{1}\n"), "{solution}");
    let snippet = "```rust\n// The code of lib.rs, solved.\nprintln!(\"{}\", largest(&[1.0]));\n";
    assert!(solution.contains(snippet), "{solution}");
    assert!(solution.contains("found = found.max(number);"), "{solution}");
}

#[test]
fn an_unresolved_reference_is_an_error_with_its_line() {
    let (book, prompt) = (Book::new(), format!("{WHY}prompt.md"));
    book.course(COURSE);
    for (text, said) in [
        ("[Section](#sec:none)", "`sec:none` is no label of the book"),
        ("[Equation](#eq:none)", "`eq:none` is no equation of the book"),
        ("[Exercise](#ex:none)", "`ex:none` is no label of the book"),
        ("[@none2000]", "no reference has the key `none2000`"),
        ("as @none2000 says", "no reference has the key `none2000`"),
        (
            "[@james1890; b]",
            "a citation is written on one line, without emphasis: [@key, Section 2; @other]",
        ),
        (
            "[@james1890",
            "a citation is written on one line, without emphasis: [@key, Section 2; @other]",
        ),
        ("![A dot.](../images/a.svg \"fig:a\")\nA dot.", "a picture cannot be handed out"),
        (
            "[there](arrays.md)",
            "`arrays.md` is a page of the book: refer to a label such as #sec:name",
        ),
        ("[x]: #sec:means", "a link is followed by its target: [text](target)"),
    ] {
        book.write(&prompt, &format!("Why?\n\n{text}\n"));
        let line = if text.starts_with("```") { 4 } else { 3 };
        assert_eq!(book.refused(), format!("{prompt}:{line}: {said}"));
    }
}

#[test]
fn the_line_of_a_hint_and_of_a_requirement_is_named() {
    let toml = format!("{LARGEST}exercise.toml");
    for (old, new, line) in [
        ("mind [Equation](#eq:mean)", "mind [Equation](#eq:none)", 14),
        ("\"sec:means\", \"ex:why\"", "\"sec:none\"", 7),
    ] {
        let book = Book::new();
        book.course(&format!("hints = true\n{COURSE}"));
        book.change(&toml, old, new);
        let found = book.refused();
        assert!(found.starts_with(&format!("{toml}:{line}: ")), "{found}");
    }
}

#[test]
fn a_broken_list_of_references_is_an_error_with_its_line() {
    let book = Book::new();
    book.course(COURSE);
    book.change("src/references.bib", "  year      = {1890},\n", "");
    assert_eq!(book.refused(), "src/references.bib:9: `james1890`: no `year`");
}
