//! The todo core, the counter and the core that keeps values in Rust, with serde's derived coders: what a Rust programmer would write.

mod values;

use serde::{Deserialize, Serialize};
use std::collections::HashMap;
use values::{Timestamp, Uuid};

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
enum Message {
    Todo(Todo),
    Counter(Counter),
    Values(Values),
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
enum Values {
    Request(Keep),
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
enum Keep {
    Keep(Kept),
}

#[derive(Deserialize, Serialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
enum Kept {
    Integers(Vec<i64>),
    Doubles(Vec<f64>),
    Ids(Vec<Uuid>),
    Dates(Vec<Timestamp>),
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
enum Todo {
    Request(Request),
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
enum Request {
    Add { item: Item },
    Check { id: Uuid },
    Uncheck { id: Uuid },
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
enum Counter {
    Request(Increment),
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
enum Increment {
    Increment { by: i64 },
}

#[derive(Deserialize, Serialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Item {
    #[serde(default = "Uuid::drawn")]
    id: Uuid,
    text: String,
    #[serde(default)]
    completed: bool,
    #[serde(default = "Timestamp::now")]
    created: Timestamp,
    #[serde(skip_serializing_if = "Option::is_none")]
    due: Option<Timestamp>,
    #[serde(skip_serializing_if = "Option::is_none")]
    alter_date: Option<Timestamp>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
enum Answer<'a> {
    Todo(TodoAnswer<'a>),
    Counter(CounterAnswer),
    AppReview(Review),
    Values(ValuesAnswer<'a>),
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
enum ValuesAnswer<'a> {
    Response(WasKept<'a>),
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
enum WasKept<'a> {
    WasKept(&'a Kept),
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
enum TodoAnswer<'a> {
    Response(Response<'a>),
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
enum Response<'a> {
    WasAdded(&'a Item),
    WasChecked(&'a Item),
    WasUnchecked(&'a Item),
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
enum CounterAnswer {
    Response(Incremented),
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
enum Incremented {
    WasIncremented { to: i64 },
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
enum Review {
    RequestReview {},
}

#[derive(Default)]
struct Core {
    items: Vec<Item>,
    index: HashMap<Uuid, usize>,
    completed: usize,
    counter: i64,
    kept: Option<Kept>,
    text: Vec<u8>,
}

extern "C" {
    fn peer_hear(json: *const u8, length: usize);
}

/// Writes an answer into a buffer that is used again and again, and passes it on.
fn tell(text: &mut Vec<u8>, answer: &Answer) {
    text.clear();
    serde_json::to_writer(&mut *text, answer).expect("an answer has a JSON form");
    // SAFETY: the driver reads the bytes during the call.
    unsafe { peer_hear(text.as_ptr(), text.len()) }
}

impl Core {
    fn handle(&mut self, message: Message) -> Option<()> {
        match message {
            Message::Todo(Todo::Request(Request::Add { item })) => self.add(item),
            Message::Todo(Todo::Request(Request::Check { id })) => self.check(id, true),
            Message::Todo(Todo::Request(Request::Uncheck { id })) => self.check(id, false),
            Message::Counter(Counter::Request(Increment::Increment { by })) => {
                self.counter = self.counter.checked_add(by)?;
                let answer = Incremented::WasIncremented { to: self.counter };
                tell(&mut self.text, &Answer::Counter(CounterAnswer::Response(answer)));
                Some(())
            }
            Message::Values(Values::Request(Keep::Keep(values))) => {
                let kept = self.kept.insert(values);
                tell(&mut self.text, &Answer::Values(ValuesAnswer::Response(WasKept::WasKept(kept))));
                Some(())
            }
        }
    }

    fn add(&mut self, item: Item) -> Option<()> {
        if item.text.trim().is_empty() || self.index.contains_key(&item.id) {
            return None;
        }
        self.index.insert(item.id, self.items.len());
        self.completed += usize::from(item.completed);
        self.items.push(item);
        let response = Response::WasAdded(self.items.last()?);
        tell(&mut self.text, &Answer::Todo(TodoAnswer::Response(response)));
        self.request_review();
        Some(())
    }

    fn check(&mut self, id: Uuid, completed: bool) -> Option<()> {
        let item = &mut self.items[*self.index.get(&id)?];
        if item.completed != completed {
            item.completed = completed;
            item.alter_date = Some(Timestamp::now());
            self.completed = if completed { self.completed + 1 } else { self.completed - 1 };
        }
        let response = if completed { Response::WasChecked(item) } else { Response::WasUnchecked(item) };
        tell(&mut self.text, &Answer::Todo(TodoAnswer::Response(response)));
        if completed {
            self.request_review();
        }
        Some(())
    }

    /// The rule is looked at; the gateway is not served.
    fn request_review(&mut self) {
        tell(&mut self.text, &Answer::AppReview(Review::RequestReview {}));
        std::hint::black_box(self.items.len() >= 3 || self.completed >= 1);
    }
}

static mut CORE: Option<Core> = None;

/// The driver has one thread.
#[allow(static_mut_refs)]
fn core() -> &'static mut Option<Core> {
    // SAFETY: one thread, and no call within a call.
    unsafe { &mut CORE }
}

#[no_mangle]
pub extern "C" fn peer_open(_app: *const u8, _option: *const u8) {
    *core() = Some(Core::default());
}

/// # Safety
/// `json` has `length` bytes.
#[no_mangle]
pub unsafe extern "C" fn peer_message(json: *const u8, length: usize) -> bool {
    let text = std::slice::from_raw_parts(json, length);
    match serde_json::from_slice(text) {
        Ok(message) => core().as_mut().and_then(|core| core.handle(message)).is_some(),
        Err(_) => false,
    }
}

#[no_mangle]
pub extern "C" fn peer_close() {
    *core() = None;
}
