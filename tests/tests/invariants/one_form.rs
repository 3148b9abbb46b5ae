//! Every command compiles the dependencies and the companion crate with the features of
//! `cargo test`.

use std::collections::{BTreeMap, BTreeSet};
use std::env;
use std::process::Command;

use crate::root;

/// Returns the packages that cargo compiles, with their features.
fn compiled(arguments: &[&str]) -> BTreeSet<String> {
    let cargo = env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let output = Command::new(cargo)
        .args(["tree", "--locked", "--prefix", "none", "--format", "{p} {f}"])
        .args(arguments)
        .current_dir(root())
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "cargo tree {arguments:?}: {said}");
    let printed = String::from_utf8(output.stdout).unwrap();
    let lines = printed.lines().map(|line| line.trim_end_matches(" (*)"));
    let packages = lines.filter(|line| !line.is_empty());
    packages.map(|line| line.trim_end().to_owned()).collect()
}

#[test]
#[ignore = "asks cargo for the features of 20 commands"]
fn no_command_compiles_a_dependency_again() {
    let mut all = compiled(&[]);
    // No test depends on the code of readers, so every command compiles its folder anew.
    all.extend(compiled(&["--package", "my-solutions", "--depth", "0"]));
    // The packages that people build or run, the last one with their own code.
    let mut commands = ["book", "exercises", "images", "my-solutions"]
        .map(|package| ("build", package.to_owned(), "normal,build"))
        .to_vec();
    let members = compiled(&["--depth", "0"]);
    let members = members.iter().filter_map(|line| line.split(' ').next());
    // These two have no tests.
    let tested = members.filter(|name| !["engine-facade", "workspace-hack"].contains(name));
    commands.extend(tested.map(|name| ("test", name.to_owned(), "normal,build,dev")));
    assert!(commands.len() > 8, "{commands:?}");
    let mut again = BTreeMap::new();
    for (command, package, edges) in commands {
        for form in compiled(&["--package", &package, "--edges", edges]) {
            if !all.contains(&form) {
                again.insert(form, format!("cargo {command} --package {package}"));
            }
        }
    }
    assert!(
        again.is_empty(),
        "crates/workspace-hack lacks features that make these equal to `cargo tree`: {again:#?}"
    );
}

/// Build scripts and macros could require other features.
#[test]
fn the_companion_crate_has_one_form_in_all_of_the_workspace() {
    let name = |form: &str| form.split(" v").next().unwrap_or(form).to_owned();
    let below = compiled(&["--package", "attention", "--edges", "no-dev"]);
    let below: BTreeSet<_> = below.iter().map(|form| name(form)).collect();
    let mut forms: BTreeMap<_, Vec<_>> = BTreeMap::new();
    for form in compiled(&[]) {
        // Two versions of a package count as two packages.
        let package = form.split(' ').take(2).collect::<Vec<_>>().join(" ");
        if below.contains(&name(&form)) {
            forms.entry(package).or_default().push(form);
        }
    }
    forms.retain(|_, forms| forms.len() > 1);
    assert!(forms.is_empty(), "crates/workspace-hack lacks features: {forms:#?}");
}
