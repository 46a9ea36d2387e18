use crate::error::{Code, Error};
use crate::ffi::guarded;
use crate::gateway::{Effect, Gateway};
use crate::inner::{messages_of, Inner};
use crate::json::Value;
use crate::locked;
use crate::mirror::Shared;
use crate::sender::Sender;
use std::borrow::Cow;
use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::task::Waker;

/// Ids and names of this crate's own begin with it, so that they do not meet those of the host.
const PREFIX: &str = "adit-rs-";

const CLOSED: &str = r#"{"@closed":{}}"#;

/// Decides for each message of a core who takes it: a request, a mirror, a gateway, or else the host's callback.
pub(crate) struct Router {
    is_used: AtomicBool, // false: no text has to be looked at
    table: Mutex<Table>,
}

struct Table {
    next: u64,
    requests: HashMap<String, Arc<Answer>>,
    mirrors: HashMap<String, Arc<Shared>>,
    gateways: HashMap<String, Gateway>,
    is_closed: bool,
}

/// The place for the answer to a request.
#[derive(Default)]
pub(crate) struct Answer {
    pub(crate) state: Mutex<AnswerState>,
    /// Whether a message with the id is the answer; any is if there is none.
    answers: Option<Answers>,
}

/// Whether a message is an answer.
pub(crate) type Answers = Box<dyn Fn(&Value) -> bool + Send + Sync>;

#[derive(Default)]
pub(crate) struct AnswerState {
    pub(crate) result: Option<Result<Value, Error>>,
    pub(crate) waker: Option<Waker>,
}

impl Answer {
    pub(crate) fn complete(&self, result: Result<Value, Error>) {
        let waker = {
            let mut state = locked(&self.state);
            state.result.get_or_insert(result);
            state.waker.take()
        };
        if let Some(waker) = waker {
            waker.wake();
        }
    }
}

pub(crate) fn closed() -> Error {
    Error::new(Code::Closed, "the core closed before the answer")
}

impl Router {
    pub(crate) fn new(gateways: HashMap<String, Gateway>) -> Router {
        let is_used = AtomicBool::new(!gateways.is_empty());
        let (requests, mirrors) = (HashMap::new(), HashMap::new());
        Router { is_used, table: Mutex::new(Table { next: 0, requests, mirrors, gateways, is_closed: false }) }
    }

    /// A new id, and the place where its answer will be. It is there already if the core is closed.
    pub(crate) fn expect(&self, answers: Option<Answers>) -> (String, Arc<Answer>) {
        let mut table = locked(&self.table);
        table.next += 1;
        let id = format!("{PREFIX}{}", table.next);
        let answer = Arc::new(Answer { answers, ..Answer::default() });
        if table.is_closed {
            answer.complete(Err(closed()));
        } else {
            table.requests.insert(id.clone(), Arc::clone(&answer));
            self.is_used.store(true, Ordering::Release);
        }
        (id, answer)
    }

    pub(crate) fn forget(&self, id: &str) {
        let mut table = locked(&self.table);
        table.requests.remove(id);
        self.is_used.store(table.is_used(), Ordering::Release);
    }

    /// Makes a mirror by a name of its own, and passes on to it what the subscription of that name is told.
    pub(crate) fn subscribe(&self, make: impl FnOnce(&str) -> Arc<Shared>) -> Arc<Shared> {
        let mut table = locked(&self.table);
        table.next += 1;
        let name = format!("{PREFIX}{}", table.next);
        let mirror = make(&name);
        if !table.is_closed {
            table.mirrors.insert(name, Arc::clone(&mirror));
            self.is_used.store(true, Ordering::Release);
        }
        mirror
    }

    pub(crate) fn unsubscribe(&self, name: &str) -> Option<Arc<Shared>> {
        let mut table = locked(&self.table);
        let mirror = table.mirrors.remove(name);
        self.is_used.store(table.is_used(), Ordering::Release);
        mirror
    }

    /// Fails what is pending.
    pub(crate) fn close(&self) {
        self.close_with(closed());
    }

    fn close_with(&self, error: Error) {
        let mirrors = {
            let mut table = locked(&self.table);
            table.is_closed = true;
            std::mem::take(&mut table.mirrors)
        };
        self.fail_requests(&error);
        self.is_used.store(false, Ordering::Release);
        mirrors.into_values().for_each(|mirror| mirror.fail(error.clone()));
    }

    fn fail_requests(&self, error: &Error) {
        let requests = std::mem::take(&mut locked(&self.table).requests);
        requests.into_values().for_each(|answer| answer.complete(Err(error.clone())));
    }

    /// The end and the beginning of the core's process, if that is `adit serve`.
    fn follow_process(&self, inner: &Arc<Inner>, case: &str, body: &Value) {
        match case {
            "@crashed" => {
                self.fail_requests(&Error::new(Code::Crashed, "the core's process ended before there was an answer"));
                inner.tasks.clear();
            }
            "@gone" => {
                self.close_with(Error::from_message(body));
                inner.tasks.clear();
            }
            _ => {
                let mirrors: Vec<_> = locked(&self.table).mirrors.values().cloned().collect();
                mirrors.iter().for_each(|mirror| mirror.begin(inner));
            }
        }
    }

    /// Whether `@closed` was delivered, or the core is closed.
    pub(crate) fn is_closed(&self) -> bool {
        locked(&self.table).is_closed
    }

    /// Whether somebody has taken a message.
    pub(crate) fn route(&self, inner: &Arc<Inner>, text: &str) -> bool {
        if text == CLOSED {
            self.close();
            inner.tasks.clear();
            return false;
        }
        if !self.is_used.load(Ordering::Acquire) || !(text.starts_with("{\"@") || text.contains(PREFIX)) {
            return false;
        }
        text.parse().map_or(false, |message| self.take(inner, &message))
    }

    /// The messages of an array that nobody takes. In a call that drives: it goes on with a panic of the host's code.
    pub(crate) fn remaining<'a>(&self, inner: &Arc<Inner>, array: Cow<'a, str>) -> Cow<'a, str> {
        if array.ends_with(r#"{"@closed":{}}]"#) {
            self.close();
            inner.tasks.clear();
        }
        if !self.is_used.load(Ordering::Acquire) || !(array.contains("{\"@") || array.contains(PREFIX)) {
            return array;
        }
        match messages_of(&array) {
            Ok(mut messages) => {
                messages.retain(|message| {
                    let mut is_taken = true; // by what panics, too
                    guarded(|| is_taken = self.take(inner, message));
                    !is_taken
                });
                Cow::Owned(Value::Array(messages).to_string())
            }
            Err(_) => array,
        }
    }

    fn take(&self, inner: &Arc<Inner>, message: &Value) -> bool {
        let case = message.as_object().and_then(|object| object.iter().next().map(|(key, _)| key));
        let body = &message[case.unwrap_or_default()];
        let is_taken = match case {
            Some("@effect") => return self.start(inner, message),
            Some("@cancel") => return inner.tasks.cancel(body["effect"].as_str().unwrap_or_default()),
            // A client may use the same names and ids.
            _ if message.get("@client").is_some() => return false,
            Some("@log" | "@gap" | "@progress") => return false,
            Some(case @ ("@crashed" | "@reopened" | "@gone")) => {
                self.follow_process(inner, case, body);
                return false;
            }
            Some("@value") => self.tell(inner, body, Shared::value),
            Some("@patch") => return self.tell(inner, body, Shared::patch),
            _ => false,
        };
        self.answer(message, case == Some("@error")) || is_taken
    }

    fn start(&self, inner: &Arc<Inner>, message: &Value) -> bool {
        let effect = match Effect::of(message, Sender::new(Arc::clone(inner))) {
            Some(effect) => effect,
            None => return false,
        };
        let gateway = locked(&self.table).gateways.get(effect.gateway()).cloned();
        gateway.map(|gateway| inner.tasks.start(inner, gateway, effect)).is_some()
    }

    fn tell(&self, inner: &Arc<Inner>, body: &Value, tell: fn(&Shared, &Value) -> bool) -> bool {
        let name = body["subscription"].as_str().unwrap_or_default();
        let mirror = locked(&self.table).mirrors.get(name).cloned();
        match mirror {
            Some(mirror) => {
                if !tell(&mirror, body) {
                    mirror.subscribe_again(inner);
                }
                true
            }
            None => name.starts_with(PREFIX), // of a mirror that was dropped
        }
    }

    fn answer(&self, message: &Value, is_error: bool) -> bool {
        let id = message["@id"].as_str().unwrap_or_default();
        let answer = {
            let mut table = locked(&self.table);
            let answers = table.requests.get(id).and_then(|answer| answer.answers.as_ref());
            if !is_error && answers.map_or(false, |answers| !answers(message)) {
                return false;
            }
            let answer = table.requests.remove(id);
            self.is_used.store(table.is_used(), Ordering::Release);
            answer
        };
        if is_error {
            let error = Error::from_message(&message["@error"]);
            if error.code() == Code::Crashed && locked(&self.table).mirrors.contains_key(id) {
                return true; // it is followed again after @reopened
            }
            if let Some(mirror) = self.unsubscribe(id) {
                mirror.fail(error);
                return true;
            }
        }
        match answer {
            Some(answer) if is_error => answer.complete(Err(Error::from_message(&message["@error"]))),
            Some(answer) => answer.complete(Ok(without_id(message))),
            None => return false,
        }
        true
    }
}

impl Table {
    fn is_used(&self) -> bool {
        !(self.requests.is_empty() && self.mirrors.is_empty() && self.gateways.is_empty())
    }
}

fn without_id(message: &Value) -> Value {
    let members = message.as_object().into_iter().flat_map(|object| object.iter());
    Value::object(members.filter(|(key, _)| *key != "@id").map(|(key, value)| (key, value.clone())))
}
