//! The finished site as one document. `cargo book pdf` and `cargo book epub` build the site and
//! start this program, and so does `cargo book publish` for the pictures of the pages.

mod pictures;
mod site;
mod svg;

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
    Pdf,
    /// Write an EPUB.
    Epub,
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
    let what = match arguments.format {
        Format::Pdf => "PDF",
        Format::Epub => "EPUB",
        Format::Pictures => return pictures::write(&site, &arguments.site),
    };
    let mut words = 0;
    for page in &site.pages {
        words += page.main()?.text().flat_map(str::split_whitespace).count();
    }
    println!("{what} of {}: {} pages, {words} words", site.title, site.pages.len());
    Ok(())
}
