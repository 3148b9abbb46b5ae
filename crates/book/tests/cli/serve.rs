//! `cargo book serve` from the view of a browser, over a plain socket.

use std::collections::BTreeSet;
use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::process::{Child, Stdio};
use std::sync::mpsc::{self, Receiver};
use std::thread;
use std::time::{Duration, Instant};

use crate::fixture::{Fixture, error};

const PATIENCE: Duration = Duration::from_secs(30);

/// How long to wait before asking again.
const QUIET: Duration = Duration::from_millis(100);

/// A running server and its messages; stopped when it goes out of scope.
struct Server {
    child: Child,
    address: SocketAddr,
    lines: Receiver<String>,
}

impl Server {
    fn start(fixture: &Fixture) -> Self {
        let mut child = fixture
            .command()
            .args(["serve", "--port", "0"])
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let (sender, lines) = mpsc::channel();
        let (stdout, stderr) = (child.stdout.take().unwrap(), child.stderr.take().unwrap());
        forward(stdout, sender.clone());
        forward(stderr, sender);
        let mut first = lines.recv_timeout(PATIENCE).unwrap();
        // On a busy machine, the server prints progress messages first.
        while first.ends_with(" ...") {
            first = lines.recv_timeout(PATIENCE).unwrap();
        }
        let address = first.split("http://").nth(1);
        let address = address.unwrap_or_else(|| panic!("{first}"));
        let address = address.split('/').next().unwrap().parse().unwrap();
        Self { child, address, lines }
    }

    /// Waits for a line that contains `text`; panics with the other lines if none does.
    fn wait(&self, text: &str) {
        let deadline = Instant::now() + PATIENCE;
        let mut seen = Vec::new();
        while !seen.last().is_some_and(|line: &String| line.contains(text)) {
            let left = deadline.saturating_duration_since(Instant::now());
            match self.lines.recv_timeout(left) {
                Ok(line) => seen.push(line),
                Err(_) => panic!("no {text:?} among {seen:#?}"),
            }
        }
    }

    /// Panics if the server prints anything within a second.
    fn assert_quiet(&self) {
        let line = self.lines.recv_timeout(Duration::from_secs(1));
        assert!(line.is_err(), "{line:?}");
    }

    fn get(&self, path: &str) -> String {
        let mut stream = TcpStream::connect(self.address).unwrap();
        write!(stream, "GET {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
            .unwrap();
        let mut response = Vec::new();
        stream.read_to_end(&mut response).unwrap();
        String::from_utf8_lossy(&response).into_owned()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // The server may already have ended if the test is about to fail.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn forward(stream: impl Read + Send + 'static, sender: mpsc::Sender<String>) {
    thread::spawn(move || {
        for line in BufReader::new(stream).lines().map_while(Result::ok) {
            if sender.send(line).is_err() {
                break;
            }
        }
    });
}

#[test]
fn serves_rebuilds_and_survives_a_mistake() {
    let fixture = Fixture::new();
    let server = Server::start(&fixture);
    let page = server.get("/means.html");
    assert!(page.starts_with("HTTP/1.1 200"), "{page}");
    assert!(page.contains("Every mean has weights") && page.contains("__reload"));
    assert!(server.get("/").starts_with("HTTP/1.1 200"));
    let missing = server.get("/none.html");
    assert!(missing.starts_with("HTTP/1.1 404") && missing.contains("A small book"));
    assert!(server.get("/../book.toml").starts_with("HTTP/1.1 404"));

    let mut socket = reload_socket(server.address);
    fixture.replace("src/means.md", "Every mean", "Each mean");
    server.wait("src/means.md changed: built in ");
    assert!(server.get("/means.html").contains("Each mean has weights"));
    let mut frame = [0; 8];
    socket.read_exact(&mut frame).unwrap();
    assert_eq!(&frame[2..], b"reload");

    fixture.replace("src/means.md", "(#eq:mean) is", "(#eq:none) is");
    server.wait("src/means.md:12: nothing has the label `eq:none`");
    server.wait("the last good site stays up");
    assert!(server.get("/means.html").contains("Each mean has weights"));

    fixture.replace("src/means.md", "(#eq:none) is", "(#eq:mean) is now");
    server.wait("src/means.md changed: built in ");
    assert!(server.get("/means.html").contains("is now drawn"));

    fixture.replace("code/code.rs", "fn shown() {}", "fn changed() {}");
    server.wait("code/code.rs changed: built in ");
    assert!(server.get("/part/deep.html").contains(">changed<"));
    // A file that is included before it exists, in a folder that is created later.
    fixture.replace("src/part/deep.md", "code/code.rs:shown", "more/new.rs");
    server.wait("src/part/deep.md:9: cannot include more/new.rs");
    fixture.write("more/new.rs", "fn brand_new() {}\n");
    fixture.replace("src/part/deep.md", "Deeper.", "Deepest.");
    server.wait("changed: built in ");
    fixture.write("more/new.rs", "fn mended() {}\n");
    server.wait("more/new.rs changed: built in ");
    assert!(server.get("/part/deep.html").contains(">mended<"));
    fixture.write("theme/head.hbs", "<meta name=\"added-later\">\n");
    server.wait("changed: built in ");
    fixture.write("theme/head.hbs", "<meta name=\"changed-later\">\n");
    server.wait("theme/head.hbs changed: built in ");
    assert!(server.get("/means.html").contains("changed-later"));
    fixture.write("theme/css/general.css", "p { order: 1 }\n");
    server.wait("changed: built in ");
    fixture.write("theme/css/general.css", "p { order: 2 }\n");
    server.wait("theme/css/general.css changed: built in ");
    assert!(server.get("/style.css").contains("p { order: 2 }"));
    fixture.replace("src/means.md", "is now drawn", "is drawn");
    server.wait("src/means.md changed: built in ");
    assert!(server.get("/means.html").contains("\"style.css\""));
    assert!(server.get("/means.html").to_lowercase().contains("cache-control: no-store"));
    fixture.replace("book.toml", "A small book", "A renamed book");
    server.wait("book.toml changed: built in ");
    assert!(server.get("/means.html").contains("A renamed book"));
    server.assert_quiet();
}

/// A server cannot remove its folder when it is killed, so the next one does.
#[test]
fn only_running_servers_have_folders() {
    let fixture = Fixture::new();
    let ports = |servers: &[&Server]| {
        let ports = servers.iter().map(|server| server.address.port());
        ports.collect::<BTreeSet<_>>()
    };
    let folders = || {
        let entries = fs::read_dir(fixture.path("target")).unwrap();
        let names = entries.map(|entry| entry.unwrap().file_name());
        let port = |name: &str| name.strip_prefix("book-served-")?.parse().ok();
        let ports = names.filter_map(|name| port(name.to_str().unwrap()));
        ports.collect::<BTreeSet<u16>>()
    };
    let first = Server::start(&fixture);
    let second = Server::start(&fixture);
    assert_eq!(folders(), ports(&[&first, &second]));
    drop(first);
    let third = Server::start(&fixture);
    assert_eq!(folders(), ports(&[&second, &third]));
    assert!(second.get("/means.html").starts_with("HTTP/1.1 200"));
}

#[test]
fn a_page_follows_its_exercises() {
    let fixture = crate::exercises::book();
    let server = Server::start(&fixture);
    assert!(server.get("/means.html").contains("Double the mean of"));
    fixture.replace("exercises/means/twice/prompt.md", "Double", "Treble");
    server.wait("exercises/means/twice/prompt.md changed: built in ");
    assert!(server.get("/means.html").contains("Treble the mean of"));
}

#[test]
fn the_documentation_of_the_crate_follows_its_sources() {
    let fixture = Fixture::with_api();
    let link = "see [`Thing`](#api:things::Thing) and [@watson1964]";
    fixture.replace("src/part/deep.md", "see [@watson1964]", link);
    let server = Server::start(&fixture);
    let page = "/api/things/struct.Thing.html";
    server.wait("pages of the API documentation: built in ");
    let deep = server.get("/part/deep.html");
    assert!(deep.contains("../api/things/struct.Thing.html\""), "{deep}");
    assert!(server.get(page).contains("A thing that grows."));
    let before = fixture.modified("target/book-api/doc/things/index.html");
    fixture.replace("src/means.md", "Every mean", "Each mean");
    server.wait("src/means.md changed: built in ");
    let after = fixture.modified("target/book-api/doc/things/index.html");
    assert_eq!(before, after, "rustdoc ran for an edit of a chapter");

    fixture.replace("things/src/lib.rs", "that grows.", "that is [`Missing`].");
    server.wait("unresolved link to `Missing`");
    server.wait("--> src/lib.rs:4:");
    server.wait("the API documentation was not built");
    server.wait("the last good site stays up");
    assert!(server.get(page).contains("A thing that grows."));

    fixture.replace("things/src/lib.rs", "that is [`Missing`].", "that shrinks.");
    server.wait("things/src/lib.rs changed: built in ");
    assert!(server.get(page).contains("A thing that shrinks."));
    // A folder that did not exist when the server started.
    fixture.write("things/src/more/deep.rs", "//! Deep.\n");
    let module = "/// More.\n#[path = \"more/deep.rs\"]\npub mod deep;\n";
    fixture.write("things/src/lib.rs", &(fixture.read("things/src/lib.rs") + module));
    server.wait("changed: built in ");
    fixture.write("things/src/more/deep.rs", "//! Deeper.\n");
    server.wait("things/src/more/deep.rs changed: built in ");
    assert!(server.get("/api/things/deep/index.html").contains("Deeper."));
    server.assert_quiet();

    // The way back to a section follows its title, a moment after the page itself.
    fixture.replace("src/part/deep.md", "# Deep", "# Deepest");
    server.wait("src/part/deep.md changed: built in ");
    let deadline = Instant::now() + PATIENCE;
    while !server.get(page).contains("part/deep.html\">Deepest</a>") {
        assert!(Instant::now() < deadline, "{}", server.get(page));
        thread::sleep(QUIET);
    }
}

/// Opens the socket on which a page waits for the message to reload itself.
fn reload_socket(address: SocketAddr) -> TcpStream {
    let mut stream = TcpStream::connect(address).unwrap();
    stream.set_read_timeout(Some(PATIENCE)).unwrap();
    write!(
        stream,
        "GET /__reload HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\
         Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
    )
    .unwrap();
    let mut header = Vec::new();
    while !header.ends_with(b"\r\n\r\n") {
        let mut byte = [0];
        stream.read_exact(&mut byte).unwrap();
        header.push(byte[0]);
    }
    assert!(header.starts_with(b"HTTP/1.1 101"));
    stream
}

#[test]
fn a_taken_port_and_a_broken_book_are_refused() {
    let fixture = Fixture::new();
    let taken = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = taken.local_addr().unwrap().port().to_string();
    let refused = error(&fixture.run(&["serve", "--port", &port]));
    assert!(
        refused.starts_with(&format!("error: cannot serve on 127.0.0.1:{port}: ")),
        "{refused}"
    );
    assert_eq!(refused.lines().count(), 1, "{refused}");

    fixture.replace("src/means.md", "[A single dot.]", "[]");
    error(&fixture.run(&["serve", "--port", "0"]));
}
