//! Without a build script, cargo has no build dependencies.

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
}
