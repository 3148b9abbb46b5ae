//! Snippets that are compiled together, because most of the time goes into starting the compiler and the
//! linker. Each is a module of its own, and its body still runs in a process of its own.

use std::sync::{LazyLock, OnceLock};

/// How many snippets become one program.
const TOGETHER: usize = 8;

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

/// Neighbors are in different groups, so that threads do not wait for the same one.
fn groups() -> Vec<Group> {
    let all: Vec<_> = programs().collect();
    let count = all.len().div_ceil(TOGETHER);
    let group = |first| Group {
        programs: all.iter().copied().skip(first).step_by(count).collect(),
        passed: OnceLock::new(),
    };
    (0..count).map(group).collect()
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
