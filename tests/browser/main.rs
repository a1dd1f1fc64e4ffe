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
mod peaks;
mod walk;

use std::collections::BTreeMap;

use libtest_mimic::Failed;
use serde_json::{Value as Json, json};

use browser::Page;
use support::{Folder, same};

fn main() -> std::process::ExitCode {
    let all = [walk::trials(), map::trials(), content::trials(), communities::trials()];
    let more = [large::trials(), dots::trials(), peaks::trials()];
    support::run(all.into_iter().chain(more).flatten().collect())
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
    /// Opens a page and shows its line diagram.
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

    /// Returns the position in the window of each circle on a canvas, by the name of its cluster:
    /// where the pointer finds it.
    pub(crate) fn circles(&self, canvas: &str) -> Result<BTreeMap<String, Place>, Failed> {
        let script = "const canvas = document.getElementById(arguments[0]);
            const tip = canvas.parentElement.querySelector('.tip');
            const {left, top, right, bottom} = canvas.getBoundingClientRect();
            const found = {};
            const send = (kind, clientX, clientY) => canvas.dispatchEvent(
                new PointerEvent(kind, {pointerId: 1, clientX, clientY, bubbles: true}));
            for (let y = top + 1; y < bottom; y += 4) {
                for (let x = left + 1; x < right; x += 4) {
                    send('pointermove', x, y);
                    if (tip.hidden) continue;
                    const name = tip.querySelector('strong').textContent;
                    (found[name] ??= []).push([x, y]);
                }
            }
            send('pointerleave', 0, 0);
            for (const [name, all] of Object.entries(found)) {
                const mean = [0, 1].map((axis) =>
                    all.reduce((sum, at) => sum + at[axis], 0) / all.length);
                const away = (at) => Math.hypot(at[0] - mean[0], at[1] - mean[1]);
                found[name] = all.reduce((one, other) => (away(other) < away(one) ? other : one));
            }
            return found";
        Ok(serde_json::from_value(self.page.script(script, vec![json!(canvas)])?)?)
    }

    /// Returns the position of a cluster among the peaks in the window.
    pub(crate) fn peak(&self, cluster: &str) -> Result<Place, Failed> {
        let found = self.circles("mountains")?.get(cluster).copied();
        Ok(found.ok_or_else(|| format!("no circle of {cluster}"))?)
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

    /// Returns the view of the peaks: the place at its middle, and its scale.
    pub(crate) fn view(&self) -> Result<[f64; 3], Failed> {
        self.nudge("mountains", "peaks=")?;
        let view =
            "new URLSearchParams(location.hash.slice(1)).get('peaks').split(',').map(Number)";
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
