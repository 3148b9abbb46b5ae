//! The book on localhost, rebuilt when its sources change.

//!
//! A change of a text gives new pages at once, for which mdBook writes these pages alone. The rest of
//! the site, which is the search and the page for printing, follows when the author pauses.

use std::collections::BTreeSet;
use std::fs;
use std::net::{Ipv4Addr, SocketAddr, TcpListener};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, mpsc};
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

use crate::api::{self, Api};
use crate::build::{self, SOURCES, Staged, Texts};
use crate::formulas::Formulas;
use crate::site::Looked;
use crate::{Book, Error};

/// The path of the socket that tells pages to reload themselves.
const RELOAD: &str = "__reload";

/// How long the sources must be quiet before pages are made: an editor writes a file in steps.
const QUIET: Duration = Duration::from_millis(50);

/// How long they must be quiet before all else is made again.
const PAUSE: Duration = Duration::from_secs(1);

/// The site that is served.
struct Site {
    folder: PathBuf,
    texts: Texts,
    looked: Looked,
    /// How often sources have changed: a build that has read older ones is worth nothing.
    changes: u64,
}

/// What the server shares with the threads that build.
#[derive(Clone)]
struct Shared {
    site: Arc<Mutex<Site>>,
    reload: broadcast::Sender<()>,
}

impl Shared {
    fn site(&self) -> MutexGuard<'_, Site> {
        self.site.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn reload(&self) {
        // Nobody listens when no page is open.
        let _ = self.reload.send(());
    }
}

/// Builds the book, serves it on `127.0.0.1:port`, and rebuilds it whenever its sources change.
///
/// `ready` is called with the address once the first site is up. A build that fails is reported on
/// the terminal; the last good site stays up. Returns only with an error.
///
/// # Errors
///
/// [`Error::Port`] if the port is taken, whatever [`build()`](crate::build()) gives for the first
/// build, and [`Error::Watch`] if changes cannot be watched.
pub fn serve(
    book: Book,
    port: u16,
    ready: impl FnOnce(SocketAddr),
) -> Result<(), Error> {
    let taken = |source| Error::Port { port, source };
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, port)).map_err(taken)?;
    listener.set_nonblocking(true).map_err(taken)?;
    let address = listener.local_addr().map_err(taken)?;
    let book = serving(book)?;
    // Watch first: what is saved during the first build is built right after it.
    let mut watched = Watched::new(&book)?;
    let sites = Sites::new(&book, address.port());
    let folder = sites.other(None);
    let mut formulas = Formulas::load(&book);
    let staged = Staged::build(&book, &folder, &mut formulas)?;
    staged.publish(&folder)?;
    watched.update(&book)?;
    let site = Site {
        folder,
        texts: staged.texts,
        looked: staged.looked,
        changes: 0,
    };
    let shared = Shared {
        site: Arc::new(Mutex::new(site)),
        reload: broadcast::channel(16).0,
    };
    ready(address);
    let (whole, requests) = mpsc::channel();
    let for_whole = shared.clone();
    thread::spawn(move || build_whole(&requests, &sites, &for_whole));
    let for_pages = shared.clone();
    thread::spawn(move || rebuild(book, formulas, watched, &whole, &for_pages));
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

/// The book as it is served: pages reload themselves, and files keep their names when they change.
fn serving(mut book: Book) -> Result<Book, Error> {
    let config = &mut book.config;
    config
        .set("output.html.live-reload-endpoint", RELOAD)
        .and_then(|()| config.set("output.html.hash-files", false))
        .map_err(|error| Error::MdBook(format!("{error:#}")))?;
    Ok(book)
}

/// Two folders that take turns: one is served while the other is written.
struct Sites([PathBuf; 2]);

impl Sites {
    /// The port is part of the names, so that two servers do not share a folder.
    fn new(book: &Book, port: u16) -> Self {
        Self(["a", "b"].map(|turn| book.kept(&format!("served-{port}-{turn}"))))
    }

    /// The folder that is not served.
    fn other(&self, served: Option<&Path>) -> PathBuf {
        let [first, second] = &self.0;
        if served == Some(first) { second } else { first }.clone()
    }
}

/// The watcher and what it watches.
struct Watched {
    watcher: RecommendedWatcher,
    events: mpsc::Receiver<notify::Result<Event>>,
    root: PathBuf,
    /// The folders that are watched with all that is in them, whether they exist or not.
    trees: BTreeSet<PathBuf>,
    /// The package whose documentation is part of the site.
    api: Option<PathBuf>,
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
            api: None,
            folders: BTreeSet::new(),
            included: BTreeSet::new(),
        };
        watched.update(book)?;
        Ok(watched)
    }

    /// Watches the folders of all sources that are there now, and of all files that the chapters ask
    /// for, whether the last build succeeded or not.
    fn update(&mut self, book: &Book) -> Result<(), Error> {
        if self.api != book.api {
            self.api = book.api.clone();
            for package in api::packages(book) {
                self.trees.insert(package.join("src"));
                // They may have been watched without what is in their folders.
                self.folders.remove(&package.join("src"));
                self.watch(&package, RecursiveMode::NonRecursive)?;
                self.included.insert(package.join("Cargo.toml"));
            }
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

    /// Whether these sources are texts, or what pages take from elsewhere.
    fn are_of_pages(&self, paths: &BTreeSet<PathBuf>) -> bool {
        let of_all =
            ["theme", "book.toml", "src/SUMMARY.md"].map(|path| self.root.join(path));
        let mut paths = paths.iter();
        !paths.any(|path| of_all.iter().any(|file| path.starts_with(file)))
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

/// Makes pages again after each change, until the watcher ends with the process.
fn rebuild(
    mut book: Book,
    mut formulas: Formulas,
    mut watched: Watched,
    whole: &mpsc::Sender<Whole>,
    shared: &Shared,
) {
    while let Some(paths) = watched.wait() {
        let start = Instant::now();
        shared.site().changes += 1;
        let told = told(&book, &paths);
        let built = Book::find(&book.root)
            .and_then(serving)
            .and_then(|changed| {
                book = changed;
                match watched.are_of_pages(&paths) {
                    true => pages(&book, &mut formulas, shared),
                    false => Ok(Pages::Unknown),
                }
            });
        match watched.update(&book).and(built) {
            Ok(built) => {
                let seconds = start.elapsed().as_secs_f64();
                if built == Pages::Changed {
                    println!("{told} changed: built in {seconds:.2} s");
                }
                let untold = (built != Pages::Changed).then_some((told, start));
                let book = book.clone();
                // The other thread ends with the process.
                let _ = whole.send(Whole { book, untold });
            }
            Err(error) => failed(&told, &error),
        }
    }
}

fn failed(told: &str, error: &Error) {
    eprintln!("{told} changed:\n{error}\nthe last good site stays up");
}

/// The files, as seen from the root of the book.
fn told(book: &Book, paths: &BTreeSet<PathBuf>) -> String {
    let names: Vec<_> = paths
        .iter()
        .map(|path| path.strip_prefix(&book.root).unwrap_or(path))
        .map(|path| path.display().to_string())
        .collect();
    names.join(", ")
}

/// What a change did to the pages.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Pages {
    /// Some are new, and served.
    Changed,
    /// None, or all: the whole site tells.
    Unknown,
}

/// Makes the pages whose text has changed, and serves them.
fn pages(
    book: &Book,
    formulas: &mut Formulas,
    shared: &Shared,
) -> Result<Pages, Error> {
    let texts = build::texts(book, Api::documented(book).as_ref(), formulas)?;
    let (folder, changed) = {
        let site = shared.site();
        let same = |(old, new): (&(String, String), &(String, String))| old.0 == new.0;
        let pairs = || site.texts.iter().zip(&texts);
        if site.texts.len() != texts.len() || !pairs().all(same) {
            return Ok(Pages::Unknown);
        }
        let changed = pairs().enumerate().filter(|(_, (old, new))| old != new);
        let changed: Vec<_> = changed.map(|(index, _)| index).collect();
        (site.folder.clone(), changed)
    };
    if changed.is_empty() {
        return Ok(Pages::Unknown);
    }
    let staging = build::folder_beside(&folder)?;
    let fresh = staging.path().join("site");
    build::render(book, &fresh, &texts, Some(&changed))?;
    let mut names: Vec<_> = changed
        .iter()
        .map(|index| Path::new(&texts[*index].0).with_extension("html"))
        .collect();
    // The first page is the start of the book, too.
    if changed[0] == 0 {
        names.push("index.html".into());
    }
    let mut site = shared.site();
    for name in &names {
        let page = fresh.join(name);
        let text =
            fs::read_to_string(&page).map_err(Error::file(page, "cannot read"))?;
        site.looked.look(name.clone(), &text);
    }
    site.looked.check(&folder, Some(&names))?;
    for name in &names {
        build::finish(&fresh.join(name), formulas)?;
        let page = site.folder.join(name);
        fs::rename(fresh.join(name), &page)
            .map_err(Error::file(page, "cannot write"))?;
    }
    site.texts = texts;
    drop(site);
    shared.reload();
    formulas.keep()?;
    Ok(Pages::Changed)
}

/// A request for the whole site.
struct Whole {
    book: Book,
    /// What changed and when, if nobody has been told that it is on the pages.
    untold: Option<(String, Instant)>,
}

/// Builds the whole site when the sources have been quiet for a while, or at once if the pages wait
/// for it.
fn build_whole(requests: &mpsc::Receiver<Whole>, sites: &Sites, shared: &Shared) {
    let mut untold: Option<(String, Instant)> = None;
    while let Ok(mut request) = requests.recv() {
        untold = request.untold.take().or(untold);
        while untold.is_none()
            && let Ok(next) = requests.recv_timeout(PAUSE)
        {
            request = next;
            untold = request.untold.take();
        }
        // Only the last one counts.
        while let Ok(next) = requests.try_recv() {
            request = next;
            untold = request.untold.take().or(untold);
        }
        let before = shared.site().changes;
        let folder = sites.other(Some(&shared.site().folder));
        let book = &request.book;
        let built = Staged::build(book, &folder, &mut Formulas::load(book));
        let mut site = shared.site();
        if site.changes != before {
            continue;
        }
        let result = built.and_then(|staged| {
            staged.publish(&folder)?;
            site.texts = staged.texts;
            site.looked = staged.looked;
            site.folder = folder;
            Ok(())
        });
        drop(site);
        match (result, untold.take()) {
            (Ok(()), Some((told, start))) => {
                shared.reload();
                let seconds = start.elapsed().as_secs_f64();
                println!("{told} changed: built in {seconds:.2} s");
            }
            (Ok(()), None) => {}
            (Err(error), Some((told, _))) => failed(&told, &error),
            (Err(error), None) => eprintln!("{error}\nthe last good site stays up"),
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
    let site = shared.site().folder.clone();
    let missing = ServeFile::new(site.join("404.html"));
    let files = ServeDir::new(site).not_found_service(missing);
    match files.oneshot(request).await {
        Ok(response) => {
            ([(header::CACHE_CONTROL, "no-store")], response).into_response()
        }
        Err(never) => match never {},
    }
}
