//! The command line of `cargo book`.

use std::env;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Instant;

use book::{Book, Error};
use clap::{Parser, Subcommand};

/// Builds, serves and maintains the book.
#[derive(Parser)]
#[command(name = "cargo book", bin_name = "cargo book", version)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Build the book, serve it on localhost, and rebuild it when a source changes.
    Serve {
        /// Port on 127.0.0.1.
        #[arg(long, default_value_t = 3000)]
        port: u16,
        /// Open the book in a browser.
        #[arg(long)]
        open: bool,
    },
    /// Build the site; any mistake in the sources is an error.
    Build {
        /// Folder for the site (default: target/book).
        #[arg(long)]
        dest_dir: Option<PathBuf>,
    },
    /// Run all snippets and rewrite the outputs that the chapters show.
    Bless,
}

fn main() -> ExitCode {
    match run(Arguments::parse().command) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            if let Error::Problems(problems) = &error {
                let count = problems.len();
                let s = if count == 1 { "" } else { "s" };
                eprintln!("the book was not built: {count} problem{s}");
            }
            ExitCode::FAILURE
        }
    }
}

fn run(command: Command) -> Result<(), Error> {
    let here = env::current_dir().map_err(Error::file(".", "cannot read"))?;
    let book = Book::find(&here)?;
    let start = Instant::now();
    match command {
        Command::Serve { port, open } => book::serve(book, port, |address| {
            let seconds = start.elapsed().as_secs_f64();
            let address = format!("http://{address}/");
            println!("built in {seconds:.2} s, serving on {address} (Ctrl-C stops)");
            if open && let Err(error) = open::that(&address) {
                eprintln!("no browser could be opened: {error}");
            }
        }),
        Command::Build { dest_dir } => {
            let site = dest_dir.map_or_else(|| book.site(), |folder| here.join(folder));
            let built = book::build(&book, &site)?;
            let seconds = start.elapsed().as_secs_f64();
            let index = site.join("index.html");
            println!(
                "{} pages built in {seconds:.2} s: {}",
                built.pages,
                index.display()
            );
            Ok(())
        }
        Command::Bless => {
            let changed = book::bless(&book)?;
            match changed.as_slice() {
                [] => println!("all outputs are as the chapters show them"),
                files => println!("outputs rewritten in {}", files.join(", ")),
            }
            Ok(())
        }
    }
}
