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
use axum::http::header;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use notify::{Event, RecommendedWatcher, RecursiveMode, Watcher};
use tokio::sync::broadcast;
use tower::ServiceExt;
use tower_http::services::{ServeDir, ServeFile};

use crate::build::SOURCES;
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

impl Shared {
    fn served(&self) -> PathBuf {
        let site = self.site.read();
        site.unwrap_or_else(PoisonError::into_inner).clone()
    }
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
    // Watch first: what is saved during the first build is built right after it.
    let mut watched = Watched::new(&book)?;
    let sites = Sites::new(&book, address.port());
    let site = sites.other(None);
    sites.build(&book, &site)?;
    watched.update(&book)?;
    let shared = Shared {
        site: Arc::new(RwLock::new(site)),
        reload: broadcast::channel(16).0,
    };
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
struct Sites([PathBuf; 2]);

impl Sites {
    /// The port is part of the names, so that two servers do not share a folder.
    fn new(book: &Book, port: u16) -> Self {
        let site = book.site();
        let name = site.file_name().unwrap_or_default().to_string_lossy();
        let folder = |turn| site.with_file_name(format!("{name}-served-{port}-{turn}"));
        Self(["a", "b"].map(folder))
    }

    /// The folder that is not served.
    fn other(&self, served: Option<&Path>) -> PathBuf {
        let [first, second] = &self.0;
        if served == Some(first) { second } else { first }.clone()
    }

    fn build(&self, book: &Book, site: &Path) -> Result<Built, Error> {
        let mut config = book.config.clone();
        config
            .set("output.html.live-reload-endpoint", RELOAD)
            .map_err(|error| Error::MdBook(format!("{error:#}")))?;
        let book = Book {
            root: book.root.clone(),
            config,
            api: book.api.clone(),
        };
        build(&book, site)
    }
}

/// The watcher and what it watches.
struct Watched {
    watcher: RecommendedWatcher,
    events: mpsc::Receiver<notify::Result<Event>>,
    root: PathBuf,
    /// The folders that are watched with all that is in them, whether they exist or not.
    trees: BTreeSet<PathBuf>,
    /// The folders that are watched already.
    folders: BTreeSet<PathBuf>,
    /// Other files that matter; they are watched by their folders, because an editor replaces files.
    included: BTreeSet<PathBuf>,
}

impl Watched {
    fn new(book: &Book) -> Result<Self, Error> {
        let (sender, events) = mpsc::channel();
        let mut watched = Self {
            watcher: notify::recommended_watcher(sender)?,
            events,
            root: book.root.clone(),
            trees: SOURCES.iter().map(|tree| book.root.join(tree)).collect(),
            folders: BTreeSet::new(),
            included: BTreeSet::new(),
        };
        watched.update(book)?;
        Ok(watched)
    }

    /// Watches the folders of all sources that are there now, and of all files that the chapters ask
    /// for, whether the last build succeeded or not.
    fn update(&mut self, book: &Book) -> Result<(), Error> {
        if let Some(package) = &book.api {
            let package = self.root.join(package);
            let sources = package.join("src");
            // It may have been watched without what is in its folders.
            if self.trees.insert(sources.clone()) {
                self.folders.remove(&sources);
            }
            self.watch(&package, RecursiveMode::NonRecursive)?;
            self.included.insert(package.join("Cargo.toml"));
        }
        for tree in self.trees.clone() {
            self.watch(&tree, RecursiveMode::Recursive)?;
        }
        // For book.toml, and for folders that do not exist yet.
        self.watch(&self.root.clone(), RecursiveMode::NonRecursive)?;
        // A chapter that cannot be read is reported by the build.
        for source in dialect::sources(&self.root).unwrap_or_default() {
            for file in dialect::included(&source) {
                let file = self.root.join(file);
                if let Some(folder) = file.parent() {
                    self.watch(folder, RecursiveMode::NonRecursive)?;
                }
                self.included.insert(file);
            }
        }
        Ok(())
    }

    /// Watches a folder, if it exists and no recursive watch covers it.
    fn watch(&mut self, folder: &Path, mode: RecursiveMode) -> Result<(), Error> {
        let covered = mode == RecursiveMode::NonRecursive
            && self.trees.iter().any(|tree| folder.starts_with(tree));
        if !covered && folder.is_dir() && self.folders.insert(folder.to_owned()) {
            self.watcher.watch(folder, mode)?;
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
        let changed = event.ok().filter(|event| !event.kind.is_access());
        changed
            .into_iter()
            .flat_map(|event| event.paths)
            .filter(|path| {
                self.included.contains(path)
                    || self.trees.iter().any(|tree| path.starts_with(tree))
                    || *path == self.root.join("book.toml")
            })
            .collect()
    }
}

/// Builds again after each change, until the watcher ends with the process.
fn rebuild(mut book: Book, sites: &Sites, mut watched: Watched, shared: &Shared) {
    while let Some(paths) = watched.wait() {
        let start = Instant::now();
        let site = sites.other(Some(&shared.served()));
        let built = Book::find(&book.root).and_then(|changed| {
            book = changed;
            sites.build(&book, &site)
        });
        let built = watched.update(&book).and(built);
        let changed: Vec<_> = paths
            .iter()
            .map(|path| path.strip_prefix(&book.root).unwrap_or(path))
            .map(|path| path.display().to_string())
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
                eprintln!("{} changed:\n{error}", changed.join(", "));
                eprintln!("the last good site stays up");
            }
        }
    }
}

async fn reload(State(shared): State<Shared>, socket: WebSocketUpgrade) -> Response {
    let mut reloads = shared.reload.subscribe();
    socket.on_upgrade(async move |mut socket| {
        tokio::select! {
            Ok(()) = reloads.recv() => {
                // The page may be gone already.
                let _ = socket.send(Message::text("reload")).await;
            }
            // A page says nothing; this ends when it is closed.
            _ = socket.recv() => {}
        }
    })
}

async fn file(State(shared): State<Shared>, mut request: Request) -> Response {
    // Two builds within one second have the same date, so a browser must not ask by date.
    request.headers_mut().remove(header::IF_MODIFIED_SINCE);
    let site = shared.served();
    let missing = ServeFile::new(site.join("404.html"));
    let files = ServeDir::new(site).not_found_service(missing);
    match files.oneshot(request).await {
        Ok(response) => {
            ([(header::CACHE_CONTROL, "no-store")], response).into_response()
        }
        Err(never) => match never {},
    }
}
