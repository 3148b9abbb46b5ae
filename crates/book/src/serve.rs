//! `cargo book serve`: serves the book on localhost and rebuilds it when its sources change.
//!
//! When a text changes, mdBook writes only the changed pages, immediately. The rest of the site,
//! such as the search, follows when the author pauses.

use std::collections::BTreeSet;
use std::fs;
use std::net::{Ipv4Addr, SocketAddr, TcpListener};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, anyhow};
use axum::Router;
use axum::extract::ws::{Message, WebSocketUpgrade};
use axum::extract::{Request, State};
use axum::http::{HeaderValue, header};
use axum::middleware::{map_request, map_response};
use axum::response::Response;
use axum::routing::get;
use dialect::say;
use notify::{Event, RecommendedWatcher, RecursiveMode, Watcher};
use tokio::sync::broadcast::Sender;
use tower_http::services::{ServeDir, ServeFile};

use crate::Book;
use crate::api::{self, Api};
use crate::build::{self, Built};
use crate::formulas::Formulas;
use crate::page::{self, Names};

/// The path of the socket that tells pages to reload themselves.
const RELOAD: &str = "__reload";

/// The name of the folder of a server, before its port.
const SERVED: &str = "served-";

/// How long the sources must be unchanged before pages are built, since editors write files in
/// steps.
const QUIET: Duration = Duration::from_millis(50);

/// How long the sources must be unchanged before the rest is rebuilt.
const PAUSE: Duration = Duration::from_secs(1);

/// Builds the book, serves it on `127.0.0.1:port`, and rebuilds it whenever its sources change.
///
/// Calls `ready` with the address once the first site is up. Reports failed builds on the terminal,
/// and continues to serve the last good site. Returns only with an error: if the port is taken, the
/// first build fails, or changes cannot be watched.
pub fn serve(book: Book, port: u16, ready: impl FnOnce(SocketAddr)) -> Result<()> {
    let taken = |error| {
        let advice = "(choose another with --port)";
        anyhow!("cannot serve on 127.0.0.1:{port}: {error} {advice}")
    };
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, port)).map_err(taken)?;
    listener.set_nonblocking(true).map_err(taken)?;
    let address = listener.local_addr().map_err(taken)?;
    // Watch first, so that changes during the first build are built right after it.
    let watched = Watched::new(&book)?;
    // The port is part of the name, so that two servers do not share a folder.
    let folder = book.cache_file(&format!("{SERVED}{}", address.port()));
    remove_abandoned(&book)?;
    let site = Site::build(book, folder.clone())?;
    ready(address);
    let reload = Sender::new(16);
    let pages = reload.clone();
    thread::spawn(move || site.follow(watched, &pages));
    let missing = ServeFile::new(folder.join("404.html"));
    let router = Router::new()
        .route(&format!("/{RELOAD}"), get(wait_for_reload))
        .with_state(reload)
        .fallback_service(ServeDir::new(folder).not_found_service(missing))
        // Two builds within one second have the same date, so browsers must not ask by date.
        .layer(map_request(async |mut request: Request| {
            request.headers_mut().remove(header::IF_MODIFIED_SINCE);
            request
        }))
        .layer(map_response(async |mut response: Response| {
            let never = HeaderValue::from_static("no-store");
            response.headers_mut().insert(header::CACHE_CONTROL, never);
            response
        }));
    let serving = async {
        let listener = tokio::net::TcpListener::from_std(listener)?;
        axum::serve(listener, router).await
    };
    let runtime = tokio::runtime::Runtime::new().map_err(taken)?;
    runtime.block_on(serving).map_err(taken)
}

/// Removes the folders of servers that have ended, whose ports are free.
fn remove_abandoned(book: &Book) -> Result<()> {
    let prefix = book.cache_file(SERVED);
    let (Some(folder), Some(prefix)) = (prefix.parent(), prefix.file_name()) else {
        return Ok(());
    };
    let prefix = prefix.to_string_lossy();
    for entry in fs::read_dir(folder).into_iter().flatten() {
        let entry = entry?;
        let name = entry.file_name();
        let port = name.to_str().and_then(|name| name.strip_prefix(&*prefix));
        let Some(Ok(port)) = port.map(str::parse::<u16>) else {
            continue;
        };
        if TcpListener::bind((Ipv4Addr::LOCALHOST, port)).is_ok() {
            let path = entry.path();
            fs::remove_dir_all(&path)
                .with_context(|| format!("{}: cannot remove", path.display()))?;
        }
    }
    Ok(())
}

async fn wait_for_reload(State(reload): State<Sender<()>>, socket: WebSocketUpgrade) -> Response {
    let mut reloads = reload.subscribe();
    socket.on_upgrade(async move |mut socket| {
        tokio::select! {
            Ok(()) = reloads.recv() => {
                // The page may already be closed.
                let _ = socket.send(Message::text("reload")).await;
            }
            // Pages send no messages; this ends when the page is closed.
            _ = socket.recv() => {}
        }
    })
}

struct Watched {
    watcher: RecommendedWatcher,
    events: mpsc::Receiver<notify::Result<Event>>,
    root: PathBuf,
    site: PathBuf,
    /// The folders that are already watched.
    folders: BTreeSet<PathBuf>,
}

impl Watched {
    fn new(book: &Book) -> Result<Self> {
        let (sender, events) = mpsc::channel();
        let mut watcher = notify::recommended_watcher(sender)?;
        watcher.watch(&book.root, RecursiveMode::NonRecursive)?;
        let mut watched = Self {
            watcher,
            events,
            root: book.root.clone(),
            site: book.config.build.build_dir.clone(),
            folders: BTreeSet::new(),
        };
        watched.update()?;
        Ok(watched)
    }

    fn update(&mut self) -> Result<()> {
        for entry in fs::read_dir(&self.root)? {
            let folder = entry?.path();
            let new = folder.is_dir() && !self.folders.contains(&folder);
            if new && self.source(&folder).is_some() {
                self.watcher.watch(&folder, RecursiveMode::Recursive)?;
                self.folders.insert(folder);
            }
        }
        Ok(())
    }

    /// Returns the path of a source from the root of the book, or `None` for generated and hidden
    /// files.
    fn source(&self, path: &Path) -> Option<PathBuf> {
        let path = path.strip_prefix(&self.root).ok()?;
        let name = path.iter().next()?.to_string_lossy();
        let is_written =
            ["target", "my-solutions"].contains(&&*name) || self.site.starts_with(&*name);
        (!name.starts_with('.') && !is_written).then(|| path.to_owned())
    }

    /// Waits until sources have changed and have then been unchanged for a moment, and returns
    /// their paths. Returns no paths if nothing changes during `pause`.
    fn wait(&self, pause: Option<Duration>) -> Option<BTreeSet<PathBuf>> {
        let mut changed = BTreeSet::new();
        let mut quiet = pause.unwrap_or(Duration::MAX);
        loop {
            let event = match self.events.recv_timeout(quiet) {
                Ok(event) => event.unwrap_or_default(),
                Err(RecvTimeoutError::Timeout) => return Some(changed),
                Err(RecvTimeoutError::Disconnected) => return None,
            };
            // Reading a file is also an event, and a build reads all files.
            if !event.kind.is_access() {
                let sources = event.paths.iter().filter_map(|path| self.source(path));
                changed.extend(sources);
            }
            if !changed.is_empty() {
                quiet = QUIET;
            }
        }
    }
}

struct Site {
    book: Book,
    folder: PathBuf,
    formulas: Formulas,
    built: Built,
    /// Whether search or API pages are outdated or missing.
    behind: bool,
}

impl Site {
    /// Builds the first site. If rustdoc has never run, its pages follow later.
    fn build(book: Book, folder: PathBuf) -> Result<Self> {
        let book = served(book)?;
        let mut formulas = Formulas::load(&book);
        let behind = Api::is_missing(&book);
        let api = match behind {
            true => Api::documented(&book),
            false => api::document(&book)?,
        };
        let built = build::whole(&book, &folder, api.as_ref(), &mut formulas)?;
        Ok(Self { book, folder, formulas, built, behind })
    }

    /// Rebuilds after each change, until the watcher ends with the process.
    fn follow(mut self, mut watched: Watched, reload: &Sender<()>) {
        while let Some(changed) = watched.wait(self.behind.then_some(PAUSE)) {
            let start = Instant::now();
            let names = changed.iter().map(|path| path.display().to_string());
            let what = match changed.is_empty() {
                true => "pages of the API documentation".to_owned(),
                false => names.collect::<Vec<_>>().join(", ") + " changed",
            };
            match watched.update().and_then(|()| self.update(&changed)) {
                Ok(false) => {}
                Ok(true) => {
                    // Without an open page, nobody listens.
                    let _ = reload.send(());
                    let seconds = start.elapsed().as_secs_f64();
                    say!("{what}: built in {seconds:.2} s");
                }
                Err(error) => {
                    self.behind = false;
                    eprintln!("{what}:\n{error:#}\nthe last good site stays up");
                }
            }
        }
    }

    /// Rebuilds only the pages whose text has changed if possible, and otherwise the whole site.
    /// Returns whether to reload the open pages.
    fn update(&mut self, changed: &BTreeSet<PathBuf>) -> Result<bool> {
        let of = |folders: &'static [&str]| {
            move |path: &PathBuf| folders.iter().any(|folder| path.starts_with(folder))
        };
        let mut paths = changed.iter();
        let of_all = paths.any(of(&["theme", "book.toml", "CHANGELOG.md", "src/SUMMARY.md"]));
        if !changed.is_empty() && !of_all {
            let mut paths = changed.iter();
            match self.pages() {
                Ok(true) => {
                    self.behind = true;
                    return Ok(true);
                }
                // If code has changed, the error may come from outdated API documentation.
                Err(error) if paths.all(of(&["src", "images", "exercises"])) => {
                    return Err(error);
                }
                _ => {}
            }
        }
        let book = served(Book::find(&self.book.root)?)?;
        let told = !changed.is_empty() || Api::is_missing(&book);
        let (api, formulas) = (api::document(&book)?, &mut self.formulas);
        self.built = build::whole(&book, &self.folder, api.as_ref(), formulas)?;
        self.book = book;
        self.behind = false;
        Ok(told)
    }

    /// Rebuilds the pages whose text has changed, and returns whether there are any.
    fn pages(&mut self) -> Result<bool> {
        let api = Api::documented(&self.book);
        let (book, scripts) = (&self.book, &self.built.scripts);
        let (manuscript, pages) = build::pages(book, api.as_ref(), scripts, &mut self.formulas)?;
        let paths = self.built.pages.iter().map(|page| &page.path);
        if !paths.eq(pages.iter().map(|page| &page.path)) {
            return Ok(false);
        }
        let is_new = |index: &usize| self.built.pages[*index] != pages[*index];
        let changed: Vec<_> = (0..pages.len()).filter(is_new).collect();
        if changed.is_empty() {
            return Ok(false);
        }
        let staging = build::folder_beside(&self.folder)?;
        let fresh = staging.path().join("site");
        build::render(book, &fresh, &manuscript, &pages, Some(&changed))?;
        let name = |index: &usize| Path::new(&pages[*index].path).with_extension("html");
        let mut names: Vec<_> = changed.iter().map(name).collect();
        // The first page is also the start of the book.
        if changed[0] == 0 {
            names.push("index.html".into());
        }
        let site_names = Names::plain(&pages);
        for name in &names {
            let links =
                page::finish(&fresh, &self.folder, name, &self.formulas, &site_names, &self.book)?;
            self.built.index.add(name, links);
        }
        self.built.index.check(&self.folder, Some(&names))?;
        for name in &names {
            let page = self.folder.join(name);
            fs::rename(fresh.join(name), &page)
                .with_context(|| format!("{}: cannot write", page.display()))?;
        }
        self.built.pages = pages;
        self.formulas.save()?;
        Ok(true)
    }
}

/// Configures the book for serving: pages reload themselves, and changed files keep their names.
fn served(mut book: Book) -> Result<Book> {
    let config = &mut book.config;
    config.set("output.html.live-reload-endpoint", RELOAD)?;
    config.set("output.html.hash-files", false)?;
    Ok(book)
}
