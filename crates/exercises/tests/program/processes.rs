//! Several commands at once, and commands that are interrupted.

use std::fs;
use std::io::{Read, Write};
use std::process::{Child, Stdio};
use std::thread;
use std::time::Duration;

use crate::fixture::{Book, kill};

/// All have read the list of solved exercises before the first one writes it.
#[test]
fn commands_at_once_all_record_what_was_solved() {
    let book = Book::new();
    let ids = ["why-a", "why-b", "why-c", "why-d"];
    for id in ids {
        book.add_why_as(id);
        let answer = format!("my-solutions/answers/{id}/answer.md");
        book.write(&answer, "# Why\n\nBecause.\n");
    }
    let check = |id| {
        let mut command = book.command(&["check", id]);
        command.stdin(Stdio::piped()).stdout(Stdio::piped());
        command.spawn().unwrap()
    };
    let mut checks = ids.map(check);
    for check in &mut checks {
        let (out, mut said) = (check.stdout.as_mut().unwrap(), Vec::new());
        while !said.ends_with(b"[y/N] ") {
            let mut byte = [0];
            out.read_exact(&mut byte).unwrap();
            said.extend(byte);
        }
    }
    for check in &mut checks {
        check.stdin.take().unwrap().write_all(b"y\n").unwrap();
    }
    for mut check in checks {
        assert!(check.wait().unwrap().success());
    }
    let solved = book.read("my-solutions/solved.txt");
    let mut solved: Vec<_> = solved.lines().collect();
    solved.sort_unstable();
    assert_eq!(solved, ids);
}

#[test]
fn a_list_without_its_last_line_end_is_continued() {
    let book = Book::new();
    book.exercise(&["start", "why-twice"]);
    book.write("my-solutions/answers/why-twice/answer.md", "# Why\n\nSo.\n");
    book.write("my-solutions/solved.txt", "twice");
    for _ in 0..2 {
        assert!(book.answer(&["check", "why-twice"], "y\n").success);
    }
    assert_eq!(book.read("my-solutions/solved.txt"), "twice\nwhy-twice\n");
}

/// A closing editor or terminal sends one of these signals to the command alone.
#[cfg(unix)]
#[test]
fn a_signal_ends_the_code_of_the_reader_and_removes_its_folder() {
    let book = Book::new();
    book.exercise(&["start", "twice"]);
    let pid = book.path("pid");
    let endless = format!(
        "let id = std::process::id().to_string();\n\
         std::fs::write({pid:?}, id).unwrap();\nloop {{}}"
    );
    let library = format!("pub fn twice(_: f32) -> f32 {{\n{endless}\n}}\n");
    book.write("my-solutions/examples/twice/lib.rs", &library);
    let main = "extern crate self as twice; fn main() { ".to_owned() + &endless + " }";
    book.write("my-solutions/examples/twice/main.rs", &main);
    for (command, signal) in [
        (&["check", "twice", "--seconds", "600"][..], "TERM"),
        (&["run", "twice"], "HUP"),
        (&["watch", "twice", "--seconds", "600"], "INT"),
    ] {
        let temporary = book.path("temporary");
        fs::create_dir_all(&temporary).unwrap();
        let mut command = book.command(command);
        let mut running = command.env("TMPDIR", &temporary).spawn().unwrap();
        let program = wait_for(&pid, &mut running);
        kill(signal, &running.id().to_string());
        assert_eq!(running.wait().unwrap().code(), Some(130), "{signal}");
        assert!(!kill("0", &program), "the program still runs after {signal}");
        let left = fs::read_dir(temporary).unwrap().count();
        assert_eq!(left, 0, "something is left after {signal}");
        fs::remove_file(&pid).unwrap();
    }
}

/// Waits until a file has a text, which it returns.
fn wait_for(file: &std::path::Path, running: &mut Child) -> String {
    loop {
        match fs::read_to_string(file) {
            Ok(text) if !text.is_empty() => return text,
            _ => thread::sleep(Duration::from_millis(20)),
        }
        assert!(running.try_wait().unwrap().is_none(), "it has ended");
    }
}
