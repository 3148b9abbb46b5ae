//! A server of files that sends a Content-Security-Policy with them.

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::net::{TcpListener, TcpStream};
use std::path::Path;
use std::thread;

/// Serves a folder below a path until the tests end, and returns its address.
pub(super) fn serve(folder: &Path, below: &'static str, policy: &'static str) -> String {
    let listener = TcpListener::bind(("127.0.0.1", 0)).unwrap();
    let address = format!("http://{}{below}", listener.local_addr().unwrap());
    let folder = folder.to_owned();
    thread::spawn(move || {
        for stream in listener.incoming() {
            let folder = folder.clone();
            // A browser opens connections in advance, on which it does not ask.
            thread::spawn(move || answer(&stream.ok()?, &folder, below, policy));
        }
    });
    address
}

/// Answers one request. `None` if the browser has gone.
fn answer(mut stream: &TcpStream, folder: &Path, below: &str, policy: &str) -> Option<()> {
    let lines = BufReader::new(stream).lines();
    let lines = lines.map_while(Result::ok);
    let head: Vec<_> = lines.take_while(|line| !line.is_empty()).collect();
    let path = head.first()?.split(' ').nth(1)?.split('?').next()?;
    let file = path.strip_prefix(below).map(|path| folder.join(path));
    let body = file.and_then(|file| fs::read(file).ok());
    let status = if body.is_some() { "200 OK" } else { "404 Not Found" };
    let body = body.unwrap_or_default();
    let kind = match path.rsplit('.').next() {
        Some("html") => "text/html; charset=utf-8",
        Some("js") => "text/javascript",
        Some("css") => "text/css",
        Some("svg") => "image/svg+xml",
        _ => "application/octet-stream",
    };
    let head = format!(
        "HTTP/1.1 {status}\r\nContent-Type: {kind}\r\nContent-Length: {}\r\n\
         Content-Security-Policy: {policy}\r\nConnection: close\r\n\r\n",
        body.len()
    );
    stream.write_all(head.as_bytes()).ok()?;
    stream.write_all(&body).ok()
}
