//! Pages of `export -o x.html` in a real browser, used as a person uses them and compared with the
//! program's own answers.

#[path = "../support/browser.rs"]
mod browser;
#[path = "../support/mod.rs"]
mod support;

mod communities;
mod content;
mod dots;
mod large;
mod map;
mod walk;

use libtest_mimic::Failed;
use serde_json::{Value as Json, json};

use browser::Page;
use support::{Folder, same};

fn main() -> std::process::ExitCode {
    let all = [walk::trials(), map::trials(), content::trials(), communities::trials()];
    support::run(all.into_iter().chain([large::trials(), dots::trials()]).flatten().collect())
}

pub(crate) fn url(folder: &Folder, name: &str) -> String {
    format!("file://{}", folder.path(name).display())
}

pub(crate) type Place = (f64, f64);

/// A page of the program, opened.
pub(crate) struct Opened {
    pub(crate) page: Page,
    url: String,
}

impl Opened {
    /// Opens a page and shows its diagram, if it begins with the map and the rows below it.
    pub(crate) fn of(folder: &Folder, words: &[&str]) -> Result<Self, Failed> {
        let opened = Self::first(folder, words)?;
        if opened.told("document.documentElement.dataset.show")? == "rows" {
            opened.page.click("#as-clusters")?;
            opened.page.click("#larger")?;
        }
        Ok(opened)
    }

    /// Exports a page and opens it.
    pub(crate) fn first(folder: &Folder, words: &[&str]) -> Result<Self, Failed> {
        folder.ok(&[&["export", "-o", "x.html", "--force"], words].concat())?;
        let url = url(folder, "x.html");
        let opened = Self { page: Page::open(&url)?, url };
        opened.rested()?;
        Ok(opened)
    }

    /// Waits until the fragment of the address has settled and returns it.
    pub(crate) fn rested(&self) -> Result<String, Failed> {
        self.page.wait("location.href.includes('#')")?;
        let mut last = String::from("#");
        loop {
            let now = self.told("location.hash")?;
            if now == last {
                return Ok(now);
            }
            last = now;
            std::thread::sleep(std::time::Duration::from_millis(400));
        }
    }

    pub(crate) fn ask(&self, expression: &str) -> Result<Json, Failed> {
        Ok(self.page.script(&format!("return {expression}"), vec![])?)
    }

    pub(crate) fn told(&self, expression: &str) -> Result<String, Failed> {
        Ok(self.ask(expression)?.as_str().unwrap_or_default().to_owned())
    }

    pub(crate) fn heading(&self) -> Result<String, Failed> {
        self.told("document.querySelector('#details h2').textContent")
    }

    /// Returns the names on the chips below a heading.
    pub(crate) fn chips(&self, heading: &str) -> Result<Vec<String>, Failed> {
        let script = "const heading = [...document.querySelectorAll('#details h3')]
                          .find((each) => each.textContent.includes(arguments[0]));
                      const more = heading?.nextElementSibling.querySelector('button.more');
                      more?.click();
                      return [...(heading?.nextElementSibling.querySelectorAll('.chip bdi') ?? [])]
                          .map((each) => each.textContent)";
        let found = self.page.script(script, vec![json!(heading)])?;
        Ok(serde_json::from_value(found)?)
    }

    /// Moves a view by a trifle: the address holds only a view that was moved.
    fn nudge(&self, canvas: &str, word: &str) -> Result<(), Failed> {
        self.rested()?;
        let script = "if (location.hash.includes(arguments[1])) return;
                      document.getElementById(arguments[0]).dispatchEvent(
                          new WheelEvent('wheel', {deltaY: -1e-6, cancelable: true}))";
        self.page.script(script, vec![json!(canvas), json!(word)])?;
        self.page.wait(&format!("location.hash.includes('{word}')"))?;
        self.rested()?;
        Ok(())
    }

    /// Returns the position of a cluster in the window, from the data of the page and its address.
    pub(crate) fn place(&self, cluster: &str) -> Result<Place, Failed> {
        self.nudge("canvas", "view=")?;
        let script = "const data = JSON.parse(document.getElementById('data').textContent);
                      const node = data.nodes.find((node) => node.name === arguments[0]);
                      const words = new URLSearchParams(location.hash.slice(1));
                      const [x, y, scale] = words.get('view').split(',').map(Number);
                      const box = document.getElementById('canvas').getBoundingClientRect();
                      return [box.left + box.width / 2 + (node.x - x) * scale,
                          box.top + box.height / 2 + (data.layers[node.layer][0] - y) * scale]";
        let at = self.page.script(script, vec![json!(cluster)])?;
        Ok(serde_json::from_value(at)?)
    }

    /// Returns the positions of all points in the window, from the page's data and address.
    pub(crate) fn points(&self) -> Result<Vec<(String, Place)>, Failed> {
        self.nudge("points", "map=")?;
        let script = "const data = JSON.parse(document.getElementById('data').textContent);
                      const words = new URLSearchParams(location.hash.slice(1));
                      const [x, y, scale] = words.get('map').split(',').map(Number);
                      const box = document.getElementById('points').getBoundingClientRect();
                      const place = (at) => data.places[at] / 1e4;
                      return data.points.map((name, at) => [name, [
                          box.left + box.width / 2 + (place(2 * at) - x) * scale,
                          box.top + box.height / 2 - (place(2 * at + 1) + y) * scale]])";
        Ok(serde_json::from_value(self.page.script(script, vec![])?)?)
    }

    pub(crate) fn point(&self, name: &str) -> Result<Place, Failed> {
        let mut all = self.points()?.into_iter();
        let found = all.find_map(|(other, place)| (other == name).then_some(place));
        Ok(found.ok_or_else(|| format!("no point {name}"))?)
    }

    /// Opens the page anew by a link.
    pub(crate) fn reopen(&self, address: &str) -> Result<(), Failed> {
        self.page.go("about:blank")?;
        self.page.go(&format!("{}#{}", self.url, address.trim_start_matches('#')))?;
        self.rested()?;
        Ok(())
    }

    pub(crate) fn view(&self) -> Result<[f64; 3], Failed> {
        self.nudge("canvas", "view=")?;
        let view = "new URLSearchParams(location.hash.slice(1)).get('view').split(',').map(Number)";
        Ok(serde_json::from_value(self.ask(view)?)?)
    }

    /// Chooses two points by a link and waits for the answer.
    pub(crate) fn pair(&self, first: &str, second: &str) -> Result<(), Failed> {
        let go = "location.hash = '#' + new URLSearchParams({a: arguments[0], b: arguments[1]})";
        self.page.script(go, vec![json!(first), json!(second)])?;
        let heading = json!(format!("{first} and {second}"));
        let is_there = format!("document.querySelector('#details h2').textContent === {heading}");
        self.page.wait(&is_there)?;
        Ok(())
    }

    /// Fails unless the console is empty and only the file was requested.
    pub(crate) fn is_quiet(&self) -> Result<(), Failed> {
        let (said, asked) = self.page.console_and_requests()?;
        same("said on the console", said, vec![])?;
        let others = asked.iter().filter(|url| !url.starts_with(&self.url)).count();
        same("the file was asked for", asked.len() > others, true)?;
        same(&format!("other requests of {asked:?}"), others, 0)
    }
}

/// Returns a column of a query's answer.
pub(crate) fn column(folder: &Folder, words: &[&str], name: &str) -> Result<Vec<String>, Failed> {
    let rows = folder.json(&[&["query", "iris.db"], words].concat())?;
    let text = |row: &Json| row[name].as_str().unwrap_or_default().to_owned();
    Ok(rows.as_array().ok_or("rows")?.iter().map(text).collect())
}
