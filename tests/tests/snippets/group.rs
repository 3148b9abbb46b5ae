//! Snippets that are compiled together, because most of the time goes into starting the compiler and the
//! linker. Each is a module of its own, and its body still runs in a process of its own.

use std::collections::BTreeMap;
use std::sync::{LazyLock, OnceLock};

/// How many snippets become one program.
const TOGETHER: usize = 12;

static GROUPS: LazyLock<Vec<Group>> = LazyLock::new(groups);

struct Group {
    programs: Vec<&'static str>,
    passed: OnceLock<bool>,
}

/// Whether all snippets of the group of this one pass, which `run` finds out once. False for a snippet
/// that is in no group.
pub(crate) fn passes(program: &str, run: impl FnOnce(&str) -> bool) -> bool {
    let mut groups = GROUPS.iter();
    let group = groups.find(|group| group.programs.contains(&program.trim_start()));
    group.is_some_and(|group| *group.passed.get_or_init(|| run(&group.program())))
}

/// Snippets of one chapter, so that a change to it leaves the programs of the others as they are.
/// Neighbors are in different groups, so that threads do not wait for the same one.
fn groups() -> Vec<Group> {
    let mut chapters: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for program in programs() {
        chapters.entry(chapter(program)).or_default().push(program);
    }
    let mut groups = Vec::new();
    for all in chapters.into_values() {
        let count = all.len().div_ceil(TOGETHER);
        groups.extend((0..count).map(|first| Group {
            programs: all.iter().copied().skip(first).step_by(count).collect(),
            passed: OnceLock::new(),
        }));
    }
    groups
}

/// The chapter of a program, from the place in its first line: `src/array.md`, `exercises/array`.
fn chapter(program: &str) -> &str {
    let place = crate::place(program).unwrap_or_default();
    let file = place.split(':').next().unwrap_or(place);
    let end = file
        .match_indices('/')
        .nth(1)
        .map_or(file.len(), |(at, _)| at);
    &file[..end]
}

/// The programs in the generated tests, but for those that are only compiled.
fn programs() -> impl Iterator<Item = &'static str> {
    let texts = crate::GENERATED.split("{}\"####, r####\"").skip(1);
    texts.filter_map(|rest| {
        let (program, call) = rest.split_once("\"####);")?;
        call.trim_start()
            .starts_with("crate::run(")
            .then_some(program)
    })
}

impl Group {
    /// One program that calls all.
    fn program(&self) -> String {
        let (mut modules, mut calls) = (String::new(), String::new());
        for (index, program) in self.programs.iter().enumerate() {
            let program = program.replacen("\nfn main()", "\npub fn main()", 1);
            modules.push_str(&format!("mod s{index} {{\n{program}}}\n"));
            calls.push_str(&format!("s{index}::main, "));
        }
        format!(
            "{modules}fn main() -> std::process::ExitCode {{\n\
             let mut codes = [{calls}].into_iter().map(|main: fn() -> std::process::ExitCode| main());\n\
             codes.find(|code| *code != std::process::ExitCode::SUCCESS)\
             .unwrap_or(std::process::ExitCode::SUCCESS)\n}}\n"
        )
    }
}
