//! The command line of `cargo book`.

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Instant;
use std::{env, io};

use anyhow::{Context, Result};
use book::{Book, Model, Models, WriteArgs};
use clap::{Parser, Subcommand};
use dialect::{Problems, counted, say, url};

/// Builds, serves, and maintains the book.
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
    /// Build the site for publication, with a picture of each page for programs that show links.
    Publish {
        /// Folder for the site.
        #[arg(long)]
        dest_dir: PathBuf,
        /// Address of the site (default: the one in book.toml, if any).
        #[arg(long, value_name = "URL")]
        address: Option<String>,
        /// Address of the repository (default: the one in book.toml, if any).
        #[arg(long, value_name = "URL")]
        repository: Option<String>,
    },
    /// Write the book as PDF; `--help` lists what can be chosen.
    #[command(disable_help_flag = true)]
    Pdf {
        /// Passed to the program that writes documents.
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        arguments: Vec<String>,
    },
    /// Write the book as EPUB; `--help` lists what can be chosen.
    #[command(disable_help_flag = true)]
    Epub {
        /// Passed to the program that writes documents.
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        arguments: Vec<String>,
    },
    /// Put released editions next to the latest one, with a notice on each of their pages.
    Editions {
        /// The site of the latest edition.
        #[arg(long)]
        latest: PathBuf,
        /// A folder with the sites of released editions, each in a folder with its name.
        #[arg(long)]
        released: PathBuf,
        /// Folder for all of them.
        #[arg(long)]
        dest_dir: PathBuf,
    },
    /// Run snippets and rewrite the outputs that the chapters show.
    Bless {
        /// Files whose snippets are run, such as src/introduction.md (default: all).
        files: Vec<PathBuf>,
    },
    /// Train the models of a chapter and write them with their scores; run it again to resume.
    #[command(subcommand)]
    Train(Models),
    /// Translate English sentences into French.
    Translate {
        /// Sentences to translate (default: each line of the standard input).
        sentences: Vec<String>,
        /// The model (default: transformer for sentences of the book's grammar, and real-sentences
        /// for all others).
        #[arg(long)]
        model: Option<Model>,
        /// Folder with models written by `cargo book train` (default: the models of the book).
        #[arg(long, value_name = "DIR", requires = "model")]
        models: Option<PathBuf>,
    },
    /// Compile the interactive figures for browsers; needs the target wasm32-unknown-unknown.
    Widgets {
        /// Toolchain of rustup that compiles them (default: this one).
        #[arg(long)]
        toolchain: Option<String>,
        /// Arguments for cargo.
        #[arg(last = true)]
        arguments: Vec<String>,
    },
    /// Continue a text with a language model.
    Write(WriteArgs),
}

/// Returns the path of a file from the root of the book, with `/` between its parts.
fn in_book(file: &Path, book: &Book) -> String {
    let real = |path: &Path| path.canonicalize().unwrap_or_else(|_| path.to_owned());
    let (file, root) = (real(file), real(&book.root));
    url(file.strip_prefix(root).unwrap_or(&file))
}

fn main() -> ExitCode {
    let command = Arguments::parse().command;
    let prints_text = matches!(command, Command::Translate { .. } | Command::Write(_));
    let Err(error) = run(command) else {
        return ExitCode::SUCCESS;
    };
    let closed = |cause: &io::Error| cause.kind() == io::ErrorKind::BrokenPipe;
    if prints_text && error.chain().filter_map(|cause| cause.downcast_ref()).any(closed) {
        return ExitCode::SUCCESS; // nobody reads on, as after `head`
    }
    let mut message = error.to_string();
    for cause in error.chain().skip(1).map(ToString::to_string) {
        // Some messages already include their cause.
        if !message.contains(&cause) {
            message += &format!(": {cause}");
        }
    }
    eprintln!("error: {message}");
    if let Some(problems) = error.downcast_ref::<Problems>() {
        eprintln!("the book was not built: {}", counted(problems.len(), "problem"));
    }
    ExitCode::FAILURE
}

fn run(command: Command) -> Result<()> {
    let here = env::current_dir().context("cannot read the current folder")?;
    let book = Book::find(&here)?;
    let start = Instant::now();
    let built = |pages, site: &Path| {
        let seconds = start.elapsed().as_secs_f64();
        let index = site.join("index.html");
        say!("{pages} pages built in {seconds:.2} s: {}", index.display());
    };
    match command {
        Command::Serve { port, open } => book::serve(book, port, |address| {
            let seconds = start.elapsed().as_secs_f64();
            let address = format!("http://{address}/");
            say!("built in {seconds:.2} s, serving on {address} (Ctrl-C stops)");
            if open && let Err(error) = open::that(&address) {
                eprintln!("cannot open a browser: {error}");
            }
        }),
        Command::Build { dest_dir } => {
            let site = dest_dir.map_or_else(|| book.site(), |folder| here.join(folder));
            let pages = book::build(&book, &site)?;
            built(pages, &site);
            Ok(())
        }
        Command::Publish { dest_dir, address, repository } => {
            let (site, book) = (here.join(dest_dir), book.with_addresses(address, repository)?);
            let pages = book::publish(book, &here, &site)?;
            built(pages, &site);
            Ok(())
        }
        Command::Pdf { arguments } => book::document(&book, &here, "pdf", &arguments),
        Command::Epub { arguments } => book::document(&book, &here, "epub", &arguments),
        Command::Editions { latest, released, dest_dir } => {
            let [latest, released, to] = [latest, released, dest_dir].map(|path| here.join(path));
            let editions = book::editions(&book, &latest, &released, &to)?;
            let index = to.join("index.html");
            say!("latest and {}: {}", counted(editions.len(), "released edition"), index.display());
            Ok(())
        }
        Command::Train(models) => book::train(&models, &book, &here),
        Command::Translate { model, sentences, models } => {
            let folder = models.map(|folder| here.join(folder));
            book::translate(model, folder.as_deref(), &sentences)
        }
        Command::Widgets { toolchain, arguments } => {
            book::widgets(&book, toolchain.as_deref(), &arguments)
        }
        Command::Write(writing) => book::write(&writing, &here),
        Command::Bless { files } => {
            let names = files.iter().map(|file| in_book(&here.join(file), &book));
            book::bless(&book, &names.collect::<Vec<_>>())
        }
    }
}
