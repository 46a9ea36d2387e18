//! What the tests share.

#![allow(dead_code)] // each test uses some of it

use adit::{Builder, Error, Library, Message, Value};
use std::future::Future;
use std::path::{Path, PathBuf};
use std::pin::Pin;
use std::sync::{Arc, Mutex};
use std::task::{Context, Poll, Waker};

/// A file of a folder that `test` names, or of the repository's build.
pub fn file(variable: &str, folder: &str, name: &str) -> PathBuf {
    let folder = std::env::var_os(variable)
        .map_or_else(|| PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../build").join(folder), PathBuf::from);
    folder.join(name)
}

/// Opens a library of the tests, or what is none.
pub fn open(path: impl AsRef<Path>) -> Result<Library, Error> {
    // SAFETY: whatever the tests load is theirs or the system's.
    unsafe { Library::open(path) }
}

pub fn library(name: &str) -> Library {
    open(file("ADIT_LIB_DIR", "lib", &format!("lib{name}.so"))).unwrap()
}

pub fn cores() -> Library {
    library("adit_cores")
}

pub fn counter() -> Builder {
    cores().core("counter")
}

pub fn todo() -> Builder {
    cores().core("todo")
}

pub fn json(text: &str) -> Value {
    text.parse().unwrap()
}

pub fn increment(by: i64) -> String {
    format!(r#"{{"counter":{{"request":{{"increment":{{"by":{by}}}}}}}}}"#)
}

pub fn incremented(to: i64) -> String {
    format!(r#"{{"counter":{{"response":{{"wasIncremented":{{"to":{to}}}}}}}}}"#)
}

pub fn add(text: &str) -> Value {
    json(r#"{"todo":{"request":{"add":{"item":{"text":""}}}}}"#).with_text(text)
}

pub fn import(list: &str) -> String {
    format!(r#"{{"todo":{{"request":{{"import":{{"from":"{list}"}}}}}}}}"#)
}

pub fn cancel_import(list: &str) -> String {
    format!(r#"{{"todo":{{"request":{{"cancelImport":{{"from":"{list}"}}}}}}}}"#)
}

trait WithText {
    fn with_text(self, text: &str) -> Value;
}

impl WithText for Value {
    fn with_text(mut self, text: &str) -> Value {
        let path = "/todo/request/add/item/text";
        let replace = Value::object([("op", "replace"), ("path", path), ("value", text)]);
        adit::apply_patch(&mut self, &[replace]).unwrap();
        self
    }
}

/// The texts that a callback has heard.
#[derive(Clone, Default)]
pub struct Heard(Arc<Mutex<Vec<String>>>);

impl Heard {
    pub fn listener(&self) -> impl FnMut(Message<'_>) + Send + 'static {
        let texts = Arc::clone(&self.0);
        move |message| texts.lock().unwrap().push(message.text().into())
    }

    pub fn push(&self, text: &str) {
        self.0.lock().unwrap().push(text.into());
    }

    pub fn take(&self) -> Vec<String> {
        std::mem::take(&mut *self.0.lock().unwrap())
    }
}

/// A future that is ready once the gate was opened.
#[derive(Clone, Default)]
pub struct Gate(Arc<Mutex<(bool, Option<Waker>)>>);

impl Gate {
    pub fn open(&self) {
        let mut state = self.0.lock().unwrap();
        state.0 = true;
        if let Some(waker) = state.1.take() {
            waker.wake();
        }
    }
}

impl Future for Gate {
    type Output = ();

    fn poll(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<()> {
        let mut state = self.0.lock().unwrap();
        if state.0 {
            return Poll::Ready(());
        }
        state.1 = Some(context.waker().clone());
        Poll::Pending
    }
}

/// Says when it is dropped.
pub struct Dropped(pub Heard, pub &'static str);

impl Drop for Dropped {
    fn drop(&mut self) {
        self.0.push(self.1);
    }
}
