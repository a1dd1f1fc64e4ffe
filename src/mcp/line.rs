//! The line between those who ask and the thread that answers: one question at a time, in the order
//! they came, each of which can be given up.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError, mpsc};
use std::time::Duration;

use rmcp::model::JsonObject;
use tokio::sync::oneshot;

use crate::store::Interrupter;

/// No question is waited for longer. Most clients give up after a minute, without a word of what
/// would help.
const PATIENCE: Duration = Duration::from_secs(50);

/// A call of a tool.
#[derive(Debug)]
pub(super) struct Question {
    pub(super) tool: String,
    pub(super) arguments: JsonObject,
}

/// The text of an answer, or what was wrong.
pub(super) type Answer = Result<String, String>;

struct Waiting {
    number: u64,
    question: Question,
    answer: oneshot::Sender<Answer>,
}

/// Which question is being answered, and what ends it.
#[derive(Default)]
struct Running {
    number: Option<u64>,
    ends: Option<Interrupter>,
}

type Shared = Arc<Mutex<Running>>;

fn locked(running: &Shared) -> std::sync::MutexGuard<'_, Running> {
    running.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The end of those who ask.
pub(super) struct Line {
    waiting: mpsc::Sender<Waiting>,
    running: Shared,
    asked: AtomicU64,
}

/// The end of the thread that answers.
pub(super) struct End {
    waiting: mpsc::Receiver<Waiting>,
    running: Shared,
}

impl Line {
    pub(super) fn new() -> (Self, End) {
        let (sender, receiver) = mpsc::channel();
        let running = Shared::default();
        let end = End { waiting: receiver, running: Arc::clone(&running) };
        (Self { waiting: sender, running, asked: AtomicU64::default() }, end)
    }

    /// The answer to a question, unless it is `given_up` first.
    pub(super) async fn ask(&self, question: Question, given_up: impl Future) -> Answer {
        let number = self.asked.fetch_add(1, Ordering::Relaxed);
        let (answer, mut answered) = oneshot::channel();
        let gone = || "the graph is no longer read; start the server again".to_owned();
        self.waiting.send(Waiting { number, question, answer }).map_err(|_| gone())?;
        let why = tokio::select! {
            answer = &mut answered => return answer.unwrap_or_else(|_| Err(gone())),
            _ = given_up => "cancelled".to_owned(),
            () = tokio::time::sleep(PATIENCE) => {
                format!("no answer within {} s; ask for less", PATIENCE.as_secs())
            }
        };
        // In this order: whoever is about to answer sees that nobody waits, or is interrupted.
        drop(answered);
        let running = locked(&self.running);
        if let (Some(_), Some(end)) =
            (running.number.filter(|&running| running == number), &running.ends)
        {
            end();
        }
        Err(why)
    }
}

impl End {
    /// What ends an answer from now on.
    pub(super) fn ends_by(&self, ends: Interrupter) {
        locked(&self.running).ends = Some(ends);
    }

    /// Answers until nobody can ask any more.
    pub(super) fn serve(&self, mut answer: impl FnMut(&Asked<'_>) -> Answer) {
        for Waiting { number, question, answer: to } in &self.waiting {
            if to.is_closed() {
                continue;
            }
            let said = answer(&Asked { end: self, number, to: &to, question: &question });
            locked(&self.running).number = None;
            // Nobody may be there to hear it.
            let _ = to.send(said);
        }
    }
}

/// A question whose turn it is.
pub(super) struct Asked<'l> {
    end: &'l End,
    number: u64,
    to: &'l oneshot::Sender<Answer>,
    pub(super) question: &'l Question,
}

impl Asked<'_> {
    /// From now on an interrupt is for this question; an error if it was given up before.
    pub(super) fn begin(&self) -> Result<(), String> {
        locked(&self.end.running).number = Some(self.number);
        if self.to.is_closed() { Err("cancelled".to_owned()) } else { Ok(()) }
    }

    /// What ends its answer, and those after it.
    pub(super) fn ends_by(&self, ends: Interrupter) {
        self.end.ends_by(ends);
    }
}
