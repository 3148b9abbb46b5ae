//! The book on localhost, rebuilt when its sources change.

use std::collections::BTreeSet;
use std::net::{Ipv4Addr, SocketAddr, TcpListener};
use std::path::{Path, PathBuf};
use std::sync::{Arc, PoisonError, RwLock, mpsc};
use std::thread;
use std::time::{Duration, Instant};

use axum::Router;
use axum::extract::ws::{Message, WebSocketUpgrade};
use axum::extract::{Request, State};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use notify::{Event, RecommendedWatcher, RecursiveMode, Watcher};
use tokio::sync::broadcast;
use tower::ServiceExt;
use tower_http::services::{ServeDir, ServeFile};

use crate::{Book, Built, Error, build};

/// The path of the socket that tells pages to reload themselves.
const RELOAD: &str = "__reload";

/// How long the sources must be quiet before a build starts: an editor writes a file in steps.
const QUIET: Duration = Duration::from_millis(80);

/// What the server shares with the thread that builds.
#[derive(Clone)]
struct Shared {
    /// The folder of the last good site.
    site: Arc<RwLock<PathBuf>>,
    reload: broadcast::Sender<()>,
}

/// Builds the book, serves it on `127.0.0.1:port`, and rebuilds it whenever its sources change.
///
/// `ready` is called with the address once the first site is up. A build that fails is reported on
/// the terminal; the last good site stays up. Returns only with an error.
///
/// # Errors
///
/// [`Error::Port`] if the port is taken, whatever [`build()`] gives for the first build, and
/// [`Error::Watch`] if changes cannot be watched.
pub fn serve(
    book: Book,
    port: u16,
    ready: impl FnOnce(SocketAddr),
) -> Result<(), Error> {
    let taken = |source| Error::Port { port, source };
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, port)).map_err(taken)?;
    listener.set_nonblocking(true).map_err(taken)?;
    let address = listener.local_addr().map_err(taken)?;
    let sites = Sites::new(&book);
    let site = sites.next();
    let built = sites.build(&book, &site)?;
    let shared = Shared {
        site: Arc::new(RwLock::new(site)),
        reload: broadcast::channel(16).0,
    };
    let watched = Watched::new(&book, &built)?;
    ready(address);
    let for_builds = shared.clone();
    thread::spawn(move || rebuild(book, &sites, watched, &for_builds));
    let runtime = tokio::runtime::Runtime::new().map_err(taken)?;
    runtime
        .block_on(async {
            let router = Router::new()
                .route(&format!("/{RELOAD}"), get(reload))
                .fallback(file)
                .with_state(shared);
            let listener = tokio::net::TcpListener::from_std(listener)?;
            axum::serve(listener, router).await
        })
        .map_err(taken)
}

/// Two folders that take turns: one is served while the other is written.
struct Sites {
    folders: [PathBuf; 2],
    turn: std::cell::Cell<usize>,
}

impl Sites {
    fn new(book: &Book) -> Self {
        let site = book.site();
        let name = site
            .file_name()
            .unwrap_or_default()
            .to_string_lossy()
            .into_owned();
        Self {
            folders: ["a", "b"]
                .map(|turn| site.with_file_name(format!("{name}-served-{turn}"))),
            turn: std::cell::Cell::new(0),
        }
    }

    fn next(&self) -> PathBuf {
        self.turn.set(1 - self.turn.get());
        self.folders[self.turn.get()].clone()
    }

    fn build(&self, book: &Book, site: &Path) -> Result<Built, Error> {
        let mut config = book.config.clone();
        config
            .set("output.html.live-reload-endpoint", RELOAD)
            .map_err(|error| Error::MdBook(format!("{error:#}")))?;
        let book = Book {
            root: book.root.clone(),
            config,
        };
        build(&book, site)
    }
}

/// The watcher and what it watches.
struct Watched {
    watcher: RecommendedWatcher,
    events: mpsc::Receiver<notify::Result<Event>>,
    root: PathBuf,
    /// Included files; they are watched by their folders, because an editor replaces files.
    included: BTreeSet<PathBuf>,
}

impl Watched {
    fn new(book: &Book, built: &Built) -> Result<Self, Error> {
        let (sender, events) = mpsc::channel();
        let mut watcher = notify::recommended_watcher(sender)?;
        for folder in ["src", "theme", "images"] {
            let folder = book.root.join(folder);
            if folder.is_dir() {
                watcher.watch(&folder, RecursiveMode::Recursive)?;
            }
        }
        // For book.toml.
        watcher.watch(&book.root, RecursiveMode::NonRecursive)?;
        let mut watched = Self {
            watcher,
            events,
            root: book.root.clone(),
            included: BTreeSet::new(),
        };
        watched.include(built)?;
        Ok(watched)
    }

    fn include(&mut self, built: &Built) -> Result<(), Error> {
        for file in &built.included {
            if self.included.insert(file.clone())
                && let Some(folder) = file.parent()
            {
                self.watcher.watch(folder, RecursiveMode::NonRecursive)?;
            }
        }
        Ok(())
    }

    /// Waits until sources have changed and have been quiet for a moment; returns what changed.
    fn wait(&self) -> Option<BTreeSet<PathBuf>> {
        loop {
            let mut paths = self.sources(self.events.recv().ok()?);
            while let Ok(event) = self.events.recv_timeout(QUIET) {
                paths.extend(self.sources(event));
            }
            if !paths.is_empty() {
                return Some(paths);
            }
        }
    }

    /// The sources that an event says have changed. Reading a file is an event too, and a build reads
    /// all of them.
    fn sources(&self, event: notify::Result<Event>) -> BTreeSet<PathBuf> {
        let sources =
            ["src", "theme", "images", "book.toml"].map(|name| self.root.join(name));
        let changed = event.ok().filter(|event| !event.kind.is_access());
        changed
            .into_iter()
            .flat_map(|event| event.paths)
            .filter(|path| {
                self.included.contains(path)
                    || sources.iter().any(|source| path.starts_with(source))
            })
            .collect()
    }
}

/// Builds again after each change, until the watcher ends with the process.
fn rebuild(mut book: Book, sites: &Sites, mut watched: Watched, shared: &Shared) {
    while let Some(paths) = watched.wait() {
        let start = Instant::now();
        let site = sites.next();
        let built = Book::find(&book.root).and_then(|changed| {
            book = changed;
            let built = sites.build(&book, &site)?;
            watched.include(&built)?;
            Ok(built)
        });
        let changed: Vec<_> = paths
            .iter()
            .map(|path| {
                path.strip_prefix(&book.root)
                    .unwrap_or(path)
                    .display()
                    .to_string()
            })
            .collect();
        match built {
            Ok(_) => {
                *shared.site.write().unwrap_or_else(PoisonError::into_inner) = site;
                // Nobody listens when no page is open.
                let _ = shared.reload.send(());
                let seconds = start.elapsed().as_secs_f64();
                println!("{} changed: built in {seconds:.2} s", changed.join(", "));
            }
            Err(error) => {
                // The site that is served now keeps its turn.
                sites.next();
                eprintln!("{} changed:\n{error}", changed.join(", "));
                eprintln!("the last good site stays up");
            }
        }
    }
}

async fn reload(State(shared): State<Shared>, socket: WebSocketUpgrade) -> Response {
    let mut reloads = shared.reload.subscribe();
    socket.on_upgrade(async move |mut socket| {
        if reloads.recv().await.is_ok() {
            // The page may be gone already.
            let _ = socket.send(Message::text("reload")).await;
        }
    })
}

async fn file(State(shared): State<Shared>, request: Request) -> Response {
    let site = shared
        .site
        .read()
        .unwrap_or_else(PoisonError::into_inner)
        .clone();
    let missing = ServeFile::new(site.join("404.html"));
    let files = ServeDir::new(site).not_found_service(missing);
    match files.oneshot(request).await {
        Ok(response) => response.into_response(),
        Err(never) => match never {},
    }
}
