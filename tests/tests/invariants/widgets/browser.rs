//! A browser without a window, driven over the DevTools protocol.

use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};
use std::{env, fs, thread};

use serde_json::{Value, json};
use tempfile::TempDir;
use tungstenite::{Message, WebSocket};

const NAMES: [&str; 4] = ["chromium", "chromium-browser", "google-chrome", "chrome"];

/// How long anything may take on a busy machine.
const PATIENCE: Duration = Duration::from_secs(60);

/// A running browser with one page. It ends when it is dropped.
pub(super) struct Browser {
    process: Child,
    socket: WebSocket<TcpStream>,
    session: Option<String>,
    calls: u64,
    /// The problems that the page has reported: exceptions, and warnings or errors in its console.
    pub(super) complaints: Vec<String>,
    _profile: TempDir,
}

impl Drop for Browser {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// Returns the program of a browser.
fn installed() -> PathBuf {
    let folders = env::var_os("PATH").unwrap_or_default();
    let folders: Vec<_> = env::split_paths(&folders).collect();
    let mut files =
        NAMES.iter().flat_map(|name| folders.iter().map(move |folder| folder.join(name)));
    let found = files.find(|file| file.is_file());
    found.unwrap_or_else(|| panic!("none of {NAMES:?} is installed"))
}

impl Browser {
    /// Starts a browser.
    pub(super) fn start() -> Self {
        let profile = tempfile::tempdir().unwrap();
        let process = Command::new(installed())
            .args(["--headless=new", "--no-sandbox", "--disable-gpu"])
            .args(["--hide-scrollbars", "--remote-debugging-port=0"])
            .arg(format!("--user-data-dir={}", profile.path().display()))
            .arg("about:blank")
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let port = profile.path().join("DevToolsActivePort");
        let address = wait("the browser starts", || {
            let text = fs::read_to_string(&port).ok()?;
            let (port, path) = text.split_once('\n')?;
            Some((port.parse::<u16>().ok()?, path.trim().to_owned()))
        });
        let stream = TcpStream::connect(("127.0.0.1", address.0)).unwrap();
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        let url = format!("ws://127.0.0.1:{}{}", address.0, address.1);
        let (socket, _) = tungstenite::client(url, stream).unwrap();
        let mut browser = Self {
            process,
            socket,
            session: None,
            calls: 0,
            complaints: Vec::new(),
            _profile: profile,
        };
        let blank = json!({ "url": "about:blank" });
        let page = browser.call("Target.createTarget", blank);
        let page = json!({ "targetId": page["targetId"], "flatten": true });
        let session = browser.call("Target.attachToTarget", page);
        browser.session = session["sessionId"].as_str().map(str::to_owned);
        for domain in ["Page", "Runtime"] {
            browser.call(&format!("{domain}.enable"), json!({}));
        }
        browser
    }

    fn call(&mut self, method: &str, params: Value) -> Value {
        self.calls += 1;
        let mut request = json!({ "id": self.calls, "method": method, "params": params });
        if let Some(session) = &self.session {
            request["sessionId"] = json!(session);
        }
        self.socket.send(Message::text(request.to_string())).unwrap();
        loop {
            let message = self.socket.read().unwrap().into_text().unwrap();
            let mut message: Value = serde_json::from_str(&message).unwrap();
            if message["id"] == self.calls {
                assert!(message["error"].is_null(), "{method}: {message}");
                return message["result"].take();
            }
            let params = &message["params"];
            let is_complaint = match message["method"].as_str() {
                Some("Runtime.exceptionThrown") => true,
                Some("Runtime.consoleAPICalled") => {
                    ["error", "warning"].contains(&params["type"].as_str().unwrap())
                }
                _ => false,
            };
            if is_complaint {
                self.complaints.push(params.to_string());
            }
        }
    }

    /// Sets the size of the screen.
    pub(super) fn resize(&mut self, width: u32, height: u32) {
        let size =
            json!({ "width": width, "height": height, "deviceScaleFactor": 1, "mobile": false });
        self.call("Emulation.setDeviceMetricsOverride", size);
    }

    /// Opens a file of the site, with what follows its path in the address.
    pub(super) fn open(&mut self, file: &Path, rest: &str) {
        self.visit(&format!("file://{}{rest}", file.display()));
    }

    /// Opens an address.
    pub(super) fn visit(&mut self, url: &str) {
        self.call("Page.navigate", json!({ "url": url }));
        self.until("document.readyState === 'complete'");
    }

    /// Returns the value of an expression, for which it waits if it is a promise.
    pub(super) fn evaluate(&mut self, expression: &str) -> Value {
        let wanted =
            json!({ "expression": expression, "awaitPromise": true, "returnByValue": true });
        let mut found = self.call("Runtime.evaluate", wanted);
        let thrown = &found["exceptionDetails"];
        assert!(thrown.is_null(), "{expression}: {thrown}");
        found["result"]["value"].take()
    }

    /// Returns a text.
    pub(super) fn text(&mut self, expression: &str) -> String {
        let value = self.evaluate(expression);
        let text = value.as_str().map(str::to_owned);
        text.unwrap_or_else(|| panic!("{expression} is {value}"))
    }

    /// Waits until an expression is true.
    pub(super) fn until(&mut self, expression: &str) {
        wait(expression, || (self.evaluate(expression) == json!(true)).then_some(()));
    }

    /// Returns the bytes that the scripts of the page keep, after what they no longer need is gone.
    pub(super) fn heap(&mut self) -> u64 {
        self.call("HeapProfiler.collectGarbage", json!({}));
        let usage = self.call("Runtime.getHeapUsage", json!({}));
        let part = |name: &str| usage[name].as_f64().unwrap_or(0.0) as u64;
        part("usedSize") + part("backingStorageSize")
    }

    /// Presses a key.
    pub(super) fn press(&mut self, key: &str, code: u32) {
        for kind in ["rawKeyDown", "keyUp"] {
            let event =
                json!({ "type": kind, "key": key, "code": key, "windowsVirtualKeyCode": code });
            self.call("Input.dispatchKeyEvent", event);
        }
    }

    /// Touches the first place, and takes the finger to the second as fast as a hand does.
    pub(super) fn swipe(&mut self, from: (f64, f64), to: (f64, f64)) {
        const STEPS: u32 = 10;
        let touching = json!({ "enabled": true });
        self.call("Emulation.setTouchEmulationEnabled", touching);
        let mut touch = |kind: &str, points: Value| {
            let event = json!({ "type": kind, "touchPoints": points });
            self.call("Input.dispatchTouchEvent", event);
            thread::sleep(Duration::from_millis(16));
        };
        for step in 0..=STEPS {
            let part = f64::from(step) / f64::from(STEPS);
            let at = |from: f64, to: f64| from + part * (to - from);
            let kind = if step == 0 { "touchStart" } else { "touchMove" };
            touch(kind, json!([{ "x": at(from.0, to.0), "y": at(from.1, to.1) }]));
        }
        touch("touchEnd", json!([]));
    }

    /// Presses the mouse at the first place, and releases it at the second.
    pub(super) fn drag(&mut self, from: (f64, f64), to: (f64, f64)) {
        let events = [("mousePressed", from), ("mouseMoved", to), ("mouseReleased", to)];
        for (kind, (x, y)) in events {
            let event = json!({ "type": kind, "x": x, "y": y, "button": "left", "buttons": 1, "clickCount": 1 });
            self.call("Input.dispatchMouseEvent", event);
        }
    }
}

#[track_caller]
fn wait<T>(subject: &str, mut done: impl FnMut() -> Option<T>) -> T {
    let start = Instant::now();
    loop {
        if let Some(done) = done() {
            return done;
        }
        assert!(start.elapsed() < PATIENCE, "too long: {subject}");
        thread::sleep(Duration::from_millis(20));
    }
}
