//! A page in a headless Chromium, used by pointer, wheel, keys, forms, clipboard and files.
//!
//! The driver is chromedriver, which Debian builds with its Chromium, so both always fit;
//! fantoccini speaks its standard protocol, whereas crates of Chromium's own protocol follow one
//! version of it.

#![allow(dead_code, reason = "each test target uses its own part")]

use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use fantoccini::actions::{
    InputSource, KeyAction, KeyActions, MOUSE_BUTTON_LEFT, MouseActions, PointerAction,
    WheelAction, WheelActions,
};
use fantoccini::key::Key;
use fantoccini::wd::WebDriverCompatibleCommand;
use fantoccini::{Client, ClientBuilder, Locator};
use http::Method;
use hyper_util::client::legacy::connect::HttpConnector;
use serde_json::{Value as Json, json};
use tokio::runtime::Runtime;
use url::{ParseError, Url};

/// The longest time in which a page must react; other tests run meanwhile.
const PATIENCE: Duration = Duration::from_secs(90);

/// A page, which is closed when it is dropped.
pub struct Page {
    runtime: Runtime,
    client: Option<Client>,
    driver: Child,
}

type Told<T> = Result<T, String>;

fn text(error: impl std::fmt::Display) -> String {
    error.to_string()
}

/// Starts a chromedriver and returns it with its port. It chooses a port that is free for IPv4, and
/// ends if another program has that port for IPv6; then it is started again.
fn start_driver() -> Told<(Child, String)> {
    for _ in 0..5 {
        // The shell ends the driver when this process ends.
        let held = "exec 3<&0; chromedriver --port=0 & driver=$!; \
                    (cat <&3; kill $driver) > /dev/null & wait $driver";
        let mut shell = Command::new("sh");
        shell.args(["-c", held]).stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut driver = shell.stderr(Stdio::null()).spawn().map_err(text)?;
        let mut lines = BufReader::new(driver.stdout.take().expect("it is piped")).lines();
        let port = lines.by_ref().map_while(Result::ok).find_map(|line| {
            let (_, port) = line.split_once("started successfully on port ")?;
            Some(port.trim_end_matches('.').to_owned())
        });
        if let Some(port) = port {
            std::thread::spawn(move || lines.map_while(Result::ok).for_each(drop));
            return Ok((driver, port));
        }
        end(&mut driver);
    }
    Err("chromedriver names no port".to_owned())
}

fn end(driver: &mut Child) {
    drop(driver.stdin.take());
    let _ = driver.wait();
}

impl Page {
    /// Opens the page at `url`.
    pub fn open(url: &str) -> Told<Self> {
        Self::open_as(url, &json!({}))
    }

    /// Opens the page at `url` with scripts blocked.
    pub fn open_without_scripts(url: &str) -> Told<Self> {
        let blocked = "profile.managed_default_content_settings.javascript";
        Self::open_as(url, &json!({ blocked: 2 }))
    }

    fn open_as(url: &str, preferences: &Json) -> Told<Self> {
        let (driver, port) = start_driver()?;
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .worker_threads(1)
            .enable_all()
            .build()
            .map_err(text)?;
        let mut page = Self { runtime, client: None, driver };
        let options = json!({"prefs": preferences, "args": [
            "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
            "--window-size=1400,900", "--force-color-profile=srgb",
        ]});
        let mut wanted = fantoccini::wd::Capabilities::new();
        wanted.insert("goog:chromeOptions".to_owned(), options);
        let logs = json!({"browser": "ALL", "performance": "ALL"});
        wanted.insert("goog:loggingPrefs".to_owned(), logs);
        let mut builder = ClientBuilder::new(HttpConnector::new());
        builder.capabilities(wanted);
        let address = format!("http://127.0.0.1:{port}");
        let client = page.runtime.block_on(builder.connect(&address)).map_err(text)?;
        page.runtime.block_on(client.goto(url)).map_err(text)?;
        page.client = Some(client);
        Ok(page)
    }

    fn client(&self) -> &Client {
        self.client.as_ref().expect("it is open")
    }

    /// Gives the window a size in pixels.
    pub fn resize(&self, width: u32, height: u32) -> Told<()> {
        self.runtime.block_on(self.client().set_window_size(width, height)).map_err(text)
    }

    /// Runs a script in the page and returns its result.
    pub fn script(&self, script: &str, arguments: Vec<Json>) -> Told<Json> {
        self.runtime.block_on(self.client().execute(script, arguments)).map_err(text)
    }

    /// Returns the messages of the console and the URLs that were requested since the last call.
    pub fn console_and_requests(&self) -> Told<(Vec<String>, Vec<String>)> {
        let read = |kind| -> Told<Vec<Json>> {
            let log = self.runtime.block_on(self.client().issue_cmd(Log(kind))).map_err(text)?;
            Ok(log.as_array().cloned().unwrap_or_default())
        };
        let told = |entry: &Json| entry["message"].as_str().unwrap_or_default().to_owned();
        let said = read("browser")?.iter().map(told).collect();
        let events = read("performance")?;
        let asked = events.iter().filter_map(|entry| {
            let event: Json = serde_json::from_str(entry["message"].as_str()?).ok()?;
            let sent = event["message"]["method"] == "Network.requestWillBeSent";
            let url = &event["message"]["params"]["request"]["url"];
            sent.then(|| url.as_str().unwrap_or_default().to_owned())
        });
        Ok((said, asked.collect()))
    }

    /// Goes to another address, or to another fragment of the page.
    pub fn go(&self, url: &str) -> Told<()> {
        self.runtime.block_on(self.client().goto(url)).map_err(text)
    }

    fn pointer(&self, actions: impl IntoIterator<Item = PointerAction>) -> Told<()> {
        let actions =
            actions.into_iter().fold(MouseActions::new("mouse".to_owned()), InputSource::then);
        self.runtime.block_on(self.client().perform_actions(actions)).map_err(text)
    }

    /// Moves the pointer to a position in the window.
    pub fn point_at(&self, at: (f64, f64)) -> Told<()> {
        self.pointer([to(at)])
    }

    /// Clicks at a position in the window.
    pub fn click_at(&self, at: (f64, f64)) -> Told<()> {
        self.drag(at, at)
    }

    /// Drags from one position in the window to another.
    pub fn drag(&self, from: (f64, f64), to_place: (f64, f64)) -> Told<()> {
        let button = MOUSE_BUTTON_LEFT;
        let (down, up) = (PointerAction::Down { button }, PointerAction::Up { button });
        match from == to_place {
            true => self.pointer([to(from), down, up]),
            false => self.pointer([to(from), down, to(to_place), up]),
        }
    }

    /// Turns the wheel at a position in the window.
    pub fn wheel(&self, at: (f64, f64), by: i64) -> Told<()> {
        let (x, y) = (at.0 as i64, at.1 as i64);
        let turn = WheelAction::Scroll { duration: None, x, y, delta_x: 0, delta_y: by };
        let actions = WheelActions::new("wheel".to_owned()).then(turn);
        self.runtime.block_on(self.client().perform_actions(actions)).map_err(text)
    }

    /// Sends a key to the element that a selector finds.
    pub fn press(&self, selector: &str, key: Key) -> Told<()> {
        let press = async {
            let found = self.client().find(Locator::Css(selector)).await?;
            found.send_keys(&char::from(key).to_string()).await
        };
        self.runtime.block_on(press).map_err(text)
    }

    /// Waits until an expression is neither null nor false and returns its value.
    pub fn wait(&self, expression: &str) -> Told<Json> {
        let start = Instant::now();
        loop {
            let answer = self.script(&format!("return {expression}"), vec![])?;
            if !matches!(answer, Json::Null | Json::Bool(false)) {
                return Ok(answer);
            }
            if start.elapsed() > PATIENCE {
                return Err(format!("{expression} stays {answer}\n{}", self.text()?));
            }
            std::thread::sleep(Duration::from_millis(100));
        }
    }

    /// Returns the visible text of the page.
    pub fn text(&self) -> Told<String> {
        let answer = self.script("return document.body.innerText", vec![])?;
        Ok(answer.as_str().unwrap_or_default().to_owned())
    }

    /// Clicks the element that a selector finds.
    pub fn click(&self, selector: &str) -> Told<()> {
        self.insist(selector, || {
            let click = async { self.client().find(Locator::Css(selector)).await?.click().await };
            self.runtime.block_on(click)
        })
    }

    /// Types into the field that a selector finds.
    pub fn fill(&self, selector: &str, words: &str) -> Told<()> {
        self.insist(selector, || {
            let fill = async {
                let field = self.client().find(Locator::Css(selector)).await?;
                field.clear().await?;
                field.send_keys(words).await
            };
            self.runtime.block_on(fill)
        })
    }

    /// Repeats `deed` until it succeeds: a page redraws its forms while it learns about the server.
    fn insist<E: std::fmt::Display>(
        &self,
        selector: &str,
        deed: impl Fn() -> Result<(), E>,
    ) -> Told<()> {
        let start = Instant::now();
        loop {
            match deed() {
                Ok(()) => return Ok(()),
                Err(error) if start.elapsed() > PATIENCE => {
                    return Err(format!("{selector}: {error}\n{}", self.text()?));
                }
                Err(_) => std::thread::sleep(Duration::from_millis(100)),
            }
        }
    }

    /// Presses keys while Ctrl is down.
    fn control(&self, keys: &[char]) -> Told<()> {
        let control = Key::Control.into();
        let mut actions = KeyActions::new("keys".to_owned());
        actions = actions.then(KeyAction::Down { value: control });
        for &value in keys {
            actions = actions.then(KeyAction::Down { value }).then(KeyAction::Up { value });
        }
        actions = actions.then(KeyAction::Up { value: control });
        self.runtime.block_on(self.client().perform_actions(actions)).map_err(text)
    }

    /// Pastes a text over the content of the editor and runs it.
    pub fn run(&self, words: &str) -> Told<()> {
        self.wait("!!document.querySelector('.monaco-editor textarea')")?;
        // The text is copied from a field of the page, as from another window.
        let copy = "const field = document.createElement('textarea');
                    field.id = 'copied';
                    field.style = 'position: fixed; top: 0; left: 0; z-index: 9999';
                    field.value = arguments[0];
                    document.body.append(field);
                    field.select()";
        self.script(copy, vec![json!(words)])?;
        self.control(&['c'])?;
        let focus = "document.getElementById('copied').remove();
                     document.querySelector('.monaco-editor textarea').focus()";
        self.script(focus, vec![])?;
        self.control(&['a', 'v'])?;
        // The editor passes its text to the page with a delay.
        std::thread::sleep(Duration::from_millis(300));
        self.control(&[Key::Enter.into()])
    }

    /// Drops a file on the page.
    pub fn drop_file(&self, name: &str, words: &str) -> Told<()> {
        let drop = "const files = new DataTransfer();
                    files.items.add(new File([arguments[1]], arguments[0]));
                    for (const kind of ['dragenter', 'dragover', 'drop']) {
                        document.querySelector('.filedrop').dispatchEvent(new DragEvent(
                            kind, {bubbles: true, cancelable: true, dataTransfer: files}));
                    }";
        self.script(drop, vec![json!(name), json!(words)]).map(drop_value)
    }

    /// Returns a PNG picture of the element that a selector finds.
    pub fn picture(&self, selector: &str) -> Told<Vec<u8>> {
        let shot = async { self.client().find(Locator::Css(selector)).await?.screenshot().await };
        self.runtime.block_on(shot).map_err(text)
    }
}

fn drop_value(_: Json) {}

fn to((x, y): (f64, f64)) -> PointerAction {
    PointerAction::MoveTo { duration: Some(Duration::from_millis(50)), x, y }
}

/// The WebDriver command that returns the log of a kind.
#[derive(Debug)]
struct Log(&'static str);

impl WebDriverCompatibleCommand for Log {
    fn endpoint(&self, base: &Url, session: Option<&str>) -> Result<Url, ParseError> {
        base.join(&format!("session/{}/se/log", session.unwrap_or_default()))
    }

    fn method_and_body(&self, _: &Url) -> (Method, Option<String>) {
        (Method::POST, Some(json!({"type": self.0}).to_string()))
    }
}

impl Drop for Page {
    fn drop(&mut self) {
        if let Some(client) = self.client.take() {
            // A page that cannot be closed ends with its driver.
            let _ = self.runtime.block_on(client.close());
        }
        end(&mut self.driver);
    }
}
