//! A client of the server for assistants: lines of JSON by hand, as any client writes them.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use libtest_mimic::Failed;
use serde_json::{Value as Json, json};

pub struct Assistant {
    server: Child,
    to: Option<ChildStdin>,
    from: BufReader<ChildStdout>,
    asked: u64,
}

impl Assistant {
    /// Starts a server and says nothing.
    pub fn silent(mut command: Command) -> Result<Self, Failed> {
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut server = command.spawn()?;
        let to = server.stdin.take();
        let from = BufReader::new(server.stdout.take().ok_or("standard output")?);
        Ok(Self { server, to, from, asked: 0 })
    }

    /// Starts a server and greets it; with what it says of itself.
    pub fn greeted(command: Command) -> Result<(Self, Json), Failed> {
        let mut own = Self::silent(command)?;
        let client = json!({"name": "a test", "version": "1"});
        let greeting = json!({
            "protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": client,
        });
        let said = own.request("initialize", &greeting)?["result"].take();
        own.send(&json!({"jsonrpc": "2.0", "method": "notifications/initialized"}))?;
        Ok((own, said))
    }

    /// Writes one line, whatever it is.
    pub fn line(&mut self, line: &str) -> Result<(), Failed> {
        let to = self.to.as_mut().ok_or("the input has ended")?;
        writeln!(to, "{line}")?;
        Ok(to.flush()?)
    }

    pub fn send(&mut self, message: &Json) -> Result<(), Failed> {
        self.line(&message.to_string())
    }

    /// The next message; standard output holds nothing else.
    pub fn next(&mut self) -> Result<Json, Failed> {
        let mut line = String::new();
        self.from.read_line(&mut line)?;
        serde_json::from_str(&line).map_err(|error| format!("{error}: {line:?}").into())
    }

    /// Sends a request and returns its number.
    pub fn begin(&mut self, method: &str, parameters: &Json) -> Result<u64, Failed> {
        self.asked += 1;
        let id = self.asked;
        self.send(&json!({"jsonrpc": "2.0", "id": id, "method": method, "params": parameters}))?;
        Ok(id)
    }

    /// The answer to a request.
    pub fn request(&mut self, method: &str, parameters: &Json) -> Result<Json, Failed> {
        let id = self.begin(method, parameters)?;
        let answer = self.next()?;
        match answer["id"] == json!(id) && answer["jsonrpc"] == "2.0" {
            true => Ok(answer),
            false => Err(format!("the answer to {id}: {answer}").into()),
        }
    }

    /// Calls a tool: whether that failed, and the text.
    fn called(&mut self, tool: &str, arguments: &Json) -> Result<(bool, String), Failed> {
        let parameters = json!({"name": tool, "arguments": arguments});
        let answer = self.request("tools/call", &parameters)?;
        let result = &answer["result"];
        match (&result["isError"], &result["content"]) {
            (Json::Bool(failed), Json::Array(parts)) if parts.len() == 1 => {
                Ok((*failed, parts[0]["text"].as_str().ok_or("a text")?.to_owned()))
            }
            _ => Err(format!("{tool} {arguments}: {answer}").into()),
        }
    }

    /// The text that a tool answers.
    pub fn call(&mut self, tool: &str, arguments: &Json) -> Result<String, Failed> {
        match self.called(tool, arguments)? {
            (false, text) => Ok(text),
            (true, fault) => Err(format!("{tool} {arguments}: {fault}").into()),
        }
    }

    /// Fails unless a tool refuses these arguments in one line that names something.
    pub fn refuses(&mut self, tool: &str, arguments: &Json, named: &str) -> Result<(), Failed> {
        let (failed, text) = self.called(tool, arguments)?;
        match failed && text.lines().count() == 1 && text.contains(named) {
            true => Ok(()),
            false => Err(format!("{tool} {arguments}: {text:?} does not name {named:?}").into()),
        }
    }

    /// The server's process.
    pub fn process(&self) -> u32 {
        self.server.id()
    }

    /// Ends the input; the exit code, and what stood on standard error.
    pub fn end(mut self) -> Result<(Option<i32>, String), Failed> {
        drop(self.to.take());
        let mut said = String::new();
        self.server.stderr.take().ok_or("standard error")?.read_to_string(&mut said)?;
        Ok((self.server.wait()?.code(), said))
    }
}
