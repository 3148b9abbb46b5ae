//! The command line of `cargo book`.

use std::env;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Instant;

use attention::data::ReadOptions;
use book::{Book, Error, Model, Training};
use clap::{Args, Parser, Subcommand};

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
    /// Run snippets and rewrite the outputs that the chapters show.
    Bless {
        /// Texts whose snippets are run, such as src/introduction.md (default: all).
        files: Vec<PathBuf>,
    },
    /// Train the models of a chapter, and write them with their scores. If it is stopped, the same command goes on.
    Train {
        #[command(subcommand)]
        models: Models,
    },
    /// Translate with the model of a chapter.
    Translate {
        /// The chapter.
        model: Model,
        /// What to translate (default: each line of the standard input).
        sentences: Vec<String>,
        /// Folder with models that `cargo book train` has written (default: the models of the book).
        #[arg(long, value_name = "DIR")]
        models: Option<PathBuf>,
    },
}

#[derive(Subcommand)]
enum Models {
    /// A translator with attention and one without.
    #[command(mut_arg("epochs", |epochs| epochs.help(
        "How often a model sees each pair (default: 20, and for 5000 steps if the file is small); \
         without attention and without a file, 3 times as often"
    )))]
    Bahdanau {
        #[command(flatten)]
        training: TrainingArguments,
    },
    /// A Transformer that translates, and one that writes sentences of the source language.
    Transformer {
        #[command(flatten)]
        training: TrainingArguments,
        /// Measure the other kinds that the chapter compares, too, as the training of the book does.
        #[arg(long)]
        all_variants: bool,
    },
}

/// What the models of all chapters can be trained on, and how.
#[derive(Args)]
struct TrainingArguments {
    /// Train on this file: in each line a sentence, a tab, its translation.
    #[arg(long, value_name = "FILE")]
    corpus: Option<PathBuf>,
    /// Read only so many pairs of the file.
    #[arg(long, value_name = "N", requires = "corpus")]
    pairs: Option<usize>,
    /// Stop at the first malformed line of the file, instead of leaving it out.
    #[arg(long, requires = "corpus")]
    strict: bool,
    /// Leave out lines with a sentence of more tokens.
    #[arg(long, value_name = "N", requires = "corpus", default_value_t = 50)]
    max_tokens: usize,
    /// Hold out so many source sentences of the file (default: a tenth).
    #[arg(long, value_name = "N", requires = "corpus", value_parser = at_least_1)]
    held_out: Option<usize>,
    /// Know only words that the training sentences of the file have so often.
    #[arg(long, value_name = "N", requires = "corpus", default_value_t = 2)]
    min_frequency: usize,
    /// How often a translator sees each pair (default: 20, and for 5000 steps if the file is small).
    #[arg(long, value_name = "N", value_parser = at_least_1)]
    epochs: Option<usize>,
    /// Train each translator with so many seeds (default: 3, with a file 1).
    #[arg(long, value_name = "N", value_parser = at_least_1)]
    seeds: Option<usize>,
    /// Start over instead of going on with this training where it was stopped.
    #[arg(long)]
    fresh: bool,
    /// Folder for the models (default: models for the training of the book, else target/models).
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
}

impl TrainingArguments {
    /// What is trained, and the folder that was asked for.
    fn training(self, book: &Book) -> (Training, Option<PathBuf>) {
        let training = Training {
            corpus: self.corpus,
            reading: ReadOptions {
                pairs: self.pairs,
                strict: self.strict,
                max_tokens: Some(self.max_tokens),
            },
            held_out: self.held_out,
            min_frequency: self.min_frequency,
            epochs: self.epochs,
            seeds: self.seeds,
            checkpoints: book.trainings(),
            fresh: self.fresh,
        };
        (training, self.out)
    }
}

/// Trains models and writes them where they belong.
fn train(models: Models, book: &Book, here: &Path) -> Result<(), Error> {
    let folder = |training: &Training, out: Option<PathBuf>| match out {
        Some(folder) => here.join(folder),
        None if training.is_of_the_book() => book.models(),
        None => book.other_models(),
    };
    let tell = |line: &str| println!("{line}");
    let (folder, chapter) = match models {
        Models::Bahdanau { training } => {
            let (training, out) = training.training(book);
            let folder = folder(&training, out);
            training.bahdanau(&folder, tell)?;
            (folder, "bahdanau")
        }
        Models::Transformer {
            training,
            all_variants,
        } => {
            let (training, out) = training.training(book);
            let folder = folder(&training, out);
            let of_the_book = folder == book.models();
            let meanwhile = of_the_book.then(|| book.other_models());
            let meanwhile = meanwhile.as_ref().unwrap_or(&folder);
            training.transformer(all_variants, &folder, meanwhile, tell)?;
            (folder, "transformer")
        }
    };
    let folder = folder.display();
    println!("written to {folder}: cargo book translate {chapter} --models {folder}");
    Ok(())
}

/// The path of a file in the book, with `/` between its parts.
fn in_book(file: &Path, book: &Book) -> String {
    let file = file.canonicalize().unwrap_or_else(|_| file.to_owned());
    let root = book.root.canonicalize();
    let root = root.unwrap_or_else(|_| book.root.clone());
    let name = file.strip_prefix(root).unwrap_or(&file);
    name.to_string_lossy().replace('\\', "/")
}

/// A count of something that there must be. Nobody waits for a million of it.
fn at_least_1(text: &str) -> Result<usize, String> {
    let count: usize = text.parse().map_err(|error| format!("{error}"))?;
    if (1..1_000_000).contains(&count) {
        return Ok(count);
    }
    Err(format!("{count} is not a number from 1 to 999999"))
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
        Command::Train { models } => train(models, &book, &here),
        Command::Translate {
            model,
            sentences,
            models,
        } => {
            let folder = models.map(|folder| here.join(folder));
            Ok(book::translate(model, folder.as_deref(), &sentences)?)
        }
        Command::Bless { files } => {
            let names = files.iter().map(|file| in_book(&here.join(file), &book));
            let names: Vec<_> = names.collect();
            let changed = book::bless(&book, &names, |line| println!("{line}"))?;
            match changed.as_slice() {
                [] => println!("all outputs are as the chapters show them"),
                files => println!("outputs rewritten in {}", files.join(", ")),
            }
            Ok(())
        }
    }
}
