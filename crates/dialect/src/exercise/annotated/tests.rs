use super::*;

const DOUBLE: &str = "\
//! Doubles.
//@ param width
pub const WIDTH: usize = 5;

pub fn double(x: f32) -> f32 {
    //@ solution
    2.0 * x
    //@ stub todo!(\"double {x}\")
    //@ end
}
//@ instructor
// Some write x + x.
//@ end
//@ solution
fn helper() {}
//@ stub
//@ end
exercise_solutions::tests!(double);
";

fn parse(text: &str) -> Result<Annotated, Problem> {
    Annotated::parse(&Source { file: "src/lib.rs".into(), text: text.into() })
}

fn problem(text: &str) -> String {
    parse(text).unwrap_err().to_string()
}

#[test]
fn each_audience_receives_a_file_without_directives() {
    let file = parse(DOUBLE).unwrap();
    let head = "//! Doubles.\npub const WIDTH: usize = 5;\n\npub fn double(x: f32) -> f32 {\n";
    assert_eq!(
        file.render(View::Solved, &Values::new()),
        format!("{head}    2.0 * x\n}}\nfn helper() {{}}\n")
    );
    assert_eq!(
        file.render(View::Stub, &Values::new()),
        format!("{head}    todo!(\"double {{x}}\")\n}}\n")
    );
    let mutant = |region, text: &str| Mutant {
        misconception: String::new(),
        file: String::new(),
        line: 1,
        expect_fail: Vec::new(),
        region,
        text: text.into(),
    };
    assert_eq!(
        file.render(View::Mutant(&mutant(0, "    x\n")), &Values::new()),
        format!("{head}    x\n}}\nfn helper() {{}}\n")
    );
    assert_eq!(
        file.render(View::Mutant(&mutant(1, "fn other() {}\n")), &Values::new()),
        format!("{head}    2.0 * x\n}}\nfn other() {{}}\n")
    );
}

#[test]
fn a_parameter_replaces_the_literal_alone() {
    let file = parse(DOUBLE).unwrap();
    let values = Values::from([("width".to_owned(), Value::Integer(9))]);
    let changed = file.render(View::Solved, &values);
    let unchanged = file.render(View::Solved, &Values::new());
    assert_eq!(changed, unchanged.replace("= 5;", "= 9;"));
    assert_eq!(file.constants().next().unwrap().literal, "5");
}

#[test]
fn students_see_neither_solutions_nor_parts_for_instructors() {
    let file = parse(DOUBLE).unwrap();
    assert_eq!(
        file.solutions().collect::<Vec<_>>(),
        ["    2.0 * x\n", "// Some write x + x.\n", "fn helper() {}\n"]
    );
    assert!(file.regions().map(|region| region.line).eq([6, 14]));
}

#[test]
fn a_stub_may_have_several_lines_and_keeps_the_indentation() {
    let text = "    //@ solution\n    a\n    //@ stub let x = 1;\n    //@ stub x\n    //@ end\n";
    let stub = parse(text).unwrap().render(View::Stub, &Values::new());
    assert_eq!(stub, "    let x = 1;\n    x\n");
}

#[test]
fn a_typing_error_stops_with_its_line() {
    let region = "//@ solution\na\n//@ stub b\n";
    for (text, expected) in [
        (format!("x\n{region}//@ edn\n"), "src/lib.rs:5: unknown directive `//@ edn`"),
        (format!("x\n{region}"), "src/lib.rs:2: this region never ends"),
        ("//@ solution\na\n//@ end\n".into(), "src/lib.rs:3: the region has no `//@ stub`"),
        ("//@ solution\n\n//@ stub\n//@ end\n".into(), "src/lib.rs:4: the region has no solution"),
        ("a\n//@ end\n".into(), "src/lib.rs:2: `//@ end` is outside any region"),
        ("//@ stub a\n".into(), "src/lib.rs:1: `//@ stub` is outside any region"),
        (format!("//@ solution\n{region}"), "src/lib.rs:2: `//@ solution` is inside a region"),
        ("//@ instructor\n//@ solution\n".into(), "src/lib.rs:2: `//@ solution` is inside"),
        ("//@ solution\n//@ param x\n".into(), "src/lib.rs:2: `//@ param` is inside"),
        ("//@ instructor\na\n".into(), "src/lib.rs:1: this region never ends"),
        (format!("{region}a\n//@ end\n"), "src/lib.rs:4: after the stub comes `//@ end`"),
        ("let a = 1; //@ solution\n".into(), "src/lib.rs:1: a directive `//@` is alone"),
        ("//@ solution now\na\n".into(), "src/lib.rs:1: `//@ solution` is alone on its line"),
        (format!("{region}//@ end of it\n"), "src/lib.rs:4: `//@ end` is alone on its line"),
        ("//@ param\nconst A: u8 = 1;\n".into(), "src/lib.rs:1: `//@ param` names no parameter"),
        (
            "//@ param x\nlet a = 1;\n".into(),
            "src/lib.rs:2: `//@ param` is followed by the constant",
        ),
        ("//@ param x\n".into(), "src/lib.rs:1: the file after this parameter never ends"),
        ("//@solution\n".into(), "src/lib.rs:1: this region never ends"),
        (
            "// @ instructor\nsecret\n".into(),
            "src/lib.rs:1: a directive starts with `//@`, without a blank",
        ),
        ("a\n    /// @ solution\n".into(), "src/lib.rs:2: a directive starts with `//@`"),
        ("//! @end\n".into(), "src/lib.rs:1: a directive starts with `//@`"),
        ("//@\n".into(), "src/lib.rs:1: unknown directive `//@ `"),
    ] {
        let said = problem(&text);
        assert!(said.starts_with(expected), "{text:?}\n{said}\n{expected}");
    }
}

#[test]
fn finds_the_test_functions() {
    let text = "#[test]\nfn one() {}\n\nfn helper() {}\n\n#[test]\n#[should_panic]\nfn two() {}\n";
    assert_eq!(parse(text).unwrap().tests(), ["one", "two"]);
}

#[test]
fn values_are_written_as_rust_and_as_text() {
    assert_eq!(Value::Float(1.0).literal(), "1.0");
    assert_eq!(Value::Text("rows".into()).literal(), "\"rows\"");
    assert_eq!(Value::Text("rows".into()).to_string(), "rows");
}
