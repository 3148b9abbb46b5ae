//! The finished site as one document. `cargo book pdf` and `cargo book epub` build the site and
//! start this program, and so does `cargo book publish` for the pictures of the pages.

mod epub;
mod pdf;
mod pictures;
mod raster;
mod site;
mod svg;
mod words;

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Result;
use clap::{Parser, Subcommand};

use crate::site::Site;

/// Writes the finished site as one document.
#[derive(Parser)]
struct Arguments {
    /// The folder that `cargo book build` has written.
    #[arg(long)]
    site: PathBuf,
    #[command(subcommand)]
    format: Format,
}

#[derive(Subcommand)]
enum Format {
    /// Write a PDF.
    Pdf(pdf::Options),
    /// Write an EPUB.
    Epub {
        /// The file to write.
        #[arg(long, default_value = "target/attention-in-rust.epub")]
        out: PathBuf,
    },
    /// Write a picture of each page into the site, for programs that show links.
    Pictures,
}

fn main() -> ExitCode {
    match run(&Arguments::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn run(arguments: &Arguments) -> Result<()> {
    let site = Site::read(&arguments.site)?;
    match &arguments.format {
        Format::Epub { out } => epub::write(&site, out),
        Format::Pdf(options) => pdf::write(&site, options),
        Format::Pictures => pictures::write(&site, &arguments.site),
    }
}
