//! The command line of `cargo exercise`.

fn main() -> std::process::ExitCode {
    exercises::main()
}
