//! Neo4j Browser in a real browser: the style sheet in both ways of using it, and every statement
//! that the documents suggest, run and drawn.

use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use libtest_mimic::{Failed, Trial};
use serde_json::Value as Json;

use crate::browser::{self, parameters, statements};
use crate::install::{self, LTS};
use crate::page::Page;
use crate::server::Server;
use crate::support::{Need, Scope, graphs, project, same};
use crate::{Shared, iris, kept, own, shop};

/// The most nodes that one picture may have; the first of the guide has all wines.
const NODES: usize = 60;
const WINES: usize = 181;
/// The captionless nodes of a schema: communities have titles, which a schema does not have.
const UNNAMED: usize = 1;

/// One page does it all, because opening one takes seconds.
pub fn trials(shared: &Arc<Shared>) -> Vec<Trial> {
    let trial = own(LTS, on!(shared, LTS, a_walk_through_browser));
    let missing = Need::Browser.missing().map(str::to_owned);
    match missing.or_else(install::missing_browser) {
        Some(reason) if Scope::get() == Scope::Plain => {
            vec![trial.with_kind(reason).with_ignored_flag(true)]
        }
        _ => vec![trial],
    }
}

fn a_walk_through_browser(server: &Server) -> Result<(), Failed> {
    iris(server)?;
    // The query about attributes uses a graph of this name.
    kept(server, &graphs::graph("ready")?, "beings")?;
    browser::wine(server)?;
    let read = |file: &str| fs::read_to_string(project().join(file));
    let style = read("examples/neo4j/style.grass")?;
    let browser = Browser { page: Page::open(&server.browser()?)?, colours: colours(&style) };
    browser.connect(server)?;
    let guide = read("examples/neo4j/guide.cypher")?;
    let guide_statements = statements(&guide);
    let first_picture = &guide_statements[1];
    browser.page.drop_file("style.grass", &style)?;
    browser.frame(":style", "node.Concept")?;
    let dropped = browser.draws(first_picture)?;
    browser.ask(":style reset")?;
    browser.frame(":style reset", "No styles yet")?;
    browser.ask(&format!(":style {style}"))?;
    browser.frame(":style node", "node.Concept")?;
    same("a picture with the style pasted and dropped", browser.draws(first_picture)?, dropped)?;
    same("guide statements", guide_statements.len(), 10)?;
    for (number, statement) in (1..).zip(&guide_statements) {
        if statement.contains("(A table") {
            browser.answers(statement)?;
            continue;
        }
        let nodes = browser.draws(statement)?;
        let most = if number == 1 { WINES } else { NODES };
        if nodes.len() > most {
            return Err(format!("{} nodes are a hairball:\n{statement}", nodes.len()).into());
        }
        browser.keep(&format!("guide-{number}"))?;
    }
    browser.pictures()?;
    browser.schema()?;
    browser.canned_queries()?;
    browser.shop(server)?;
    browser.favourite(&guide)
}

/// Returns the fill colours of a style sheet.
fn colours(style: &str) -> Vec<String> {
    let rules = style.lines().filter(|line| line.starts_with("node"));
    rules.filter_map(|line| Some(line.split("color: ").nth(1)?[..7].to_owned())).collect()
}

/// A node of a picture.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Drawn {
    caption: String,
    fill: String,
    diameter: u64,
}

struct Browser {
    page: Page,
    colours: Vec<String>,
}

impl Browser {
    /// Connects with the form, by the user's name and password.
    fn connect(&self, server: &Server) -> Result<(), Failed> {
        let page = &self.page;
        page.wait("!!document.querySelector('[data-testid=connect]')")?;
        page.fill("[data-testid=username]", server.credentials().user())?;
        page.fill("[data-testid=password]", server.password())?;
        page.click("[data-testid=connect]")?;
        page.wait("document.body.innerText.includes('You are connected as user')")?;
        Ok(())
    }

    /// Closes all answers and runs a statement.
    fn ask(&self, statement: &str) -> Result<(), Failed> {
        // Closing the answers one by one is quicker than `:clear`, which goes through the editor.
        let closed = "(() => {
            const close = document.querySelector('article button[title=Close]')
            close?.click();
            return !close && !document.querySelector('article');
        })()";
        self.page.wait(closed)?;
        Ok(self.page.run(statement)?)
    }

    /// Waits for the answer to a command, which must contain `words`.
    fn frame(&self, command: &str, words: &str) -> Result<(), Failed> {
        let words = serde_json::json!(words);
        let state = format!(
            "(() => {{
                const answer = document.querySelector('article')?.innerText ?? '';
                return answer.includes({words}) ? 'done' : answer.includes('ERROR') && answer;
            }})()"
        );
        match self.page.wait(&state)?.as_str() {
            Some("done") => Ok(()),
            answer => Err(format!("{command}: {answer:?}").into()),
        }
    }

    /// Runs a statement, whose answer must have rows.
    fn answers(&self, statement: &str) -> Result<(), Failed> {
        same(statement, self.has_rows(statement)?, true)
    }

    /// Runs a statement whose answer is no error; returns `true` if it has rows.
    fn has_rows(&self, statement: &str) -> Result<bool, Failed> {
        self.ask(statement)?;
        let state = "(() => {
            const page = document.body.innerText;
            if (/application can.t recover/.test(page)) return 'the page broke: ' + page;
            const frame = document.querySelector('article');
            if (!frame) return null;
            const answer = frame.innerText;
            if (/ERROR|Neo\\.[A-Z]/.test(answer)) return answer;
            if (/no changes, no records/.test(answer)) return 'none';
            if (frame.querySelector('svg circle')) return /Displaying/.test(answer) && 'done';
            return /Started streaming|\"graph\": /.test(answer) && 'done';
        })()";
        match self.page.wait(state)?.as_str() {
            Some("done") => Ok(true),
            Some("none") => Ok(false),
            answer => Err(format!("{statement}\n{answer:?}").into()),
        }
    }

    /// Runs a statement that is drawn and returns its nodes, which have captions and the colours of
    /// the style sheet; no visible relationship is a loop or has an underscore.
    fn draws(&self, statement: &str) -> Result<Vec<Drawn>, Failed> {
        self.answers(statement)?;
        self.settles()?;
        let nodes = "[...document.querySelectorAll('article svg g.node')].map(node => ({
            caption: [...node.querySelectorAll('text.caption')].map(t => t.textContent).join('').trim(),
            fill: node.querySelector('circle.b-outline').getAttribute('fill'),
            r: node.querySelector('circle.b-outline').getAttribute('r') }))";
        let answer = self.page.wait(nodes)?;
        let mut drawn = Vec::new();
        for node in answer.as_array().into_iter().flatten() {
            let word = |key: &str| node[key].as_str().unwrap_or_default().to_owned();
            let diameter = 2.0 * word("r").parse::<f64>()?;
            let node =
                Drawn { caption: word("caption"), fill: word("fill"), diameter: diameter as u64 };
            if !self.colours.contains(&node.fill) || node.caption.is_empty() {
                return Err(format!("{node:?} is not styled:\n{statement}").into());
            }
            drawn.push(node);
        }
        let seen = "[...document.querySelectorAll('article svg g.relationship')].map(tie => [
            tie.querySelector('path.b-outline').getAttribute('fill'),
            tie.querySelector('text').textContent, tie.__data__.source === tie.__data__.target ])";
        for tie in self.page.wait(seen)?.as_array().into_iter().flatten() {
            let hidden = tie[0] == "transparent";
            let answer = tie[1].as_str().unwrap_or_default();
            if !hidden && (answer.contains('_') || tie[2] == Json::Bool(true)) {
                return Err(format!("{tie} in\n{statement}").into());
            }
        }
        drawn.sort();
        Ok(drawn)
    }

    /// Waits until a picture is complete. Browser adds relationships between the nodes a moment
    /// later, so the picture is complete when two counts are equal.
    fn settles(&self) -> Result<(), Failed> {
        let count =
            "document.querySelectorAll('article svg .node, article svg .relationship').length";
        let mut before = self.page.wait(count)?;
        for _ in 0..120 {
            std::thread::sleep(Duration::from_millis(700));
            let now = self.page.wait(count)?;
            if now == std::mem::replace(&mut before, now.clone()) && now != 0 {
                return Ok(());
            }
        }
        Err(format!("no picture stands still: {before} nodes and relationships").into())
    }

    /// Saves a picture of the answer in the folder `CONCEPTGRAPH_PICTURES`, if it is set.
    fn keep(&self, name: &str) -> Result<(), Failed> {
        let Some(folder) = std::env::var_os("CONCEPTGRAPH_PICTURES") else { return Ok(()) };
        // The overview hides a part of the picture, and the nodes go on moving for a while.
        self.overview("Collapse")?;
        std::thread::sleep(Duration::from_secs(5));
        self.page.click("article [aria-label=\"zoom-to-fit\"]")?;
        std::thread::sleep(Duration::from_secs(1));
        let picture = self.page.picture("article")?;
        // Browser shows the next answer as this one is left.
        self.overview("Expand")?;
        fs::write(PathBuf::from(folder).join(format!("{name}.png")), picture)?;
        Ok(())
    }

    fn overview(&self, what: &str) -> Result<(), Failed> {
        Ok(self
            .page
            .click(&format!("article [aria-label=\"{what} the node properties display\"]"))?)
    }

    /// Draws the queries that are pictures, with the parameters of their header.
    fn pictures(&self) -> Result<(), Failed> {
        let pictures = fs::read_to_string(project().join("examples/neo4j/pictures.cypher"))?;
        for setting in parameters(&pictures).lines() {
            self.ask(setting)?;
            self.frame(setting, "Successfully set your parameters")?;
        }
        for (number, statement) in (1..).zip(statements(&pictures)) {
            let nodes = self.draws(&statement)?;
            if nodes.len() > NODES {
                return Err(format!("{} nodes are a hairball:\n{statement}", nodes.len()).into());
            }
            self.keep(&format!("picture-{number}"))?;
        }
        Ok(())
    }

    /// Asks the questions about the shop, of which two are pictures.
    fn shop(&self, server: &Server) -> Result<(), Failed> {
        shop::made(server)?;
        for (number, statement) in (1..).zip(statements(&shop::script("questions.cypher")?)) {
            self.answers(&statement)?;
            if statement.contains("(A picture.)") {
                std::thread::sleep(Duration::from_secs(2));
                self.keep(&format!("shop-{number}"))?;
            }
        }
        Ok(())
    }

    /// Draws the schema, whose nodes have a name and nothing else: each has a caption, and so have
    /// clusters afterwards.
    fn schema(&self) -> Result<(), Failed> {
        self.answers("CALL db.schema.visualization();")?;
        self.settles()?;
        let captions = "[...document.querySelectorAll('article svg g.node')].map(node =>
            [...node.querySelectorAll('text.caption')].map(t => t.textContent).join('').trim())";
        let captions = self.page.wait(captions)?;
        let captions: Vec<&str> =
            captions.as_array().into_iter().flatten().filter_map(Json::as_str).collect();
        // A long caption is cut if there are many labels.
        let clusters = captions.iter().any(|caption| caption.starts_with("Conc"));
        let empty = captions.iter().filter(|caption| caption.is_empty()).count();
        let empty = empty.saturating_sub(UNNAMED);
        same(&format!("captions {captions:?}"), (clusters, empty), (true, 0))?;
        self.keep("schema")?;
        let largest = "MATCH (c:Concept {graph: 'iris', name: 'c366'}) RETURN c;";
        let drawn = self.draws(largest)?;
        same("caption", drawn.first().map(|node| node.caption.as_str()), Some("c366"))
    }

    /// Runs every file of `queries/` as its header says, parameters first.
    fn canned_queries(&self) -> Result<(), Failed> {
        let mut known = BTreeSet::new();
        for file in fs::read_dir(project().join("queries"))? {
            let file = file?.path();
            if file.extension().is_none_or(|extension| extension != "cypher") {
                continue;
            }
            let query = fs::read_to_string(&file)?;
            for line in query.lines().filter(|line| line.contains(":param ")) {
                let (_, setting) = line.split_once(":param ").expect("it is there");
                // A parameter that another query has set to the value need not be set again.
                let name = setting.split(' ').next().unwrap_or_default().to_owned();
                if known.insert(setting.to_owned()) {
                    known.retain(|other| {
                        other == setting || !other.starts_with(&(name.clone() + " "))
                    });
                    self.ask(&format!(":param {setting}"))?;
                    self.frame(setting, "Successfully set your parameters")?;
                }
            }
            let name = file.file_stem().unwrap_or_default().to_string_lossy();
            same(&format!("rows of {name}"), self.has_rows(&query)?, true)?;
        }
        Ok(())
    }

    /// Checks that the guide dropped on the page becomes a favourite and runs as a whole.
    fn favourite(&self, guide: &str) -> Result<(), Failed> {
        self.page.drop_file("guide.cypher", guide)?;
        self.page.click(".filedrop-save-to-favorites")?;
        self.page.click("[data-testid=navigationFavorites]")?;
        let title = guide.lines().next().unwrap_or_default().trim_start_matches("// ");
        let listed = format!(
            "[...document.querySelectorAll('[data-testid=savedScriptListItem]')]
                .some(item => item.innerText.includes({}))",
            serde_json::json!(&title[..20])
        );
        self.page.wait(&listed)?;
        self.page.click("[data-testid=navigationFavorites]")?;
        self.ask(guide)?;
        let done = format!(
            "[...document.querySelectorAll('[data-testid=multi-statement-list-icon]')]
                .filter(icon => icon.title == 'Status: success').length == {}",
            statements(guide).len()
        );
        self.page.wait(&done)?;
        Ok(())
    }
}
