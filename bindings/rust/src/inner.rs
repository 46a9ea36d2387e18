use crate::error::{Code, Error};
use crate::ffi::{driving, guarded, has_panicked, Functions, Sink};
use crate::gateway::Gateway;
use crate::library::{parsed, Library};
use crate::locked;
use crate::message::Message;
use crate::router::Router;
use crate::tasks::Tasks;
use std::borrow::Cow;
use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, Weak};

pub(crate) type Handler = Box<dyn FnMut(Message<'_>) + Send>;

/// A core, shared by its owner ([`Core`](crate::Core)), its senders, its mirrors and Adit's callback.
pub(crate) struct Inner {
    library: Library,
    id: AtomicU64,
    me: Weak<Inner>,
    handler: Mutex<Option<Handler>>,
    pub(crate) router: Router,
    pub(crate) tasks: Tasks,
    pub(crate) pulls: bool,
    is_abandoned: AtomicBool, // dropped inside of its own callback: closes as soon as that has returned
}

impl Inner {
    pub(crate) fn new(
        library: Library,
        handler: Option<Handler>,
        gateways: HashMap<String, Gateway>,
        pulls: bool,
    ) -> Arc<Inner> {
        Arc::new_cyclic(|me| Inner {
            library,
            id: AtomicU64::new(0),
            me: me.clone(),
            handler: Mutex::new(handler),
            router: Router::new(gateways),
            tasks: Tasks::default(),
            pulls,
            is_abandoned: AtomicBool::new(false),
        })
    }

    pub(crate) fn set_id(&self, id: u64) {
        self.id.store(id, Ordering::Release);
    }

    pub(crate) fn id(&self) -> u64 {
        self.id.load(Ordering::Acquire)
    }

    pub(crate) fn functions(&self) -> &Functions {
        &self.library.functions
    }

    pub(crate) fn send(&self, text: &[u8]) -> Result<(), Error> {
        self.functions().send(self.id(), text)
    }

    pub(crate) fn process(self: &Arc<Inner>, timeout: i32) -> Result<usize, Error> {
        let count = self.functions().process(self.id(), timeout);
        self.after_driving();
        count
    }

    /// Drives, and returns the next message that is for the host.
    pub(crate) fn receive(self: &Arc<Inner>, timeout: i32) -> Result<Option<String>, Error> {
        self.received(|| self.functions().receive(self.id(), timeout), |text| !self.router.route(self, text))
    }

    /// Drives, and returns the messages that wait: an array.
    pub(crate) fn receive_all(self: &Arc<Inner>, timeout: i32, most: usize) -> Result<Option<String>, Error> {
        driving(|| {
            let texts = self.received(|| self.functions().receive_all(self.id(), timeout, most), |_| true)?;
            Ok(texts.map(|texts| self.router.remaining(self, texts.into()).into_owned()))
        })
    }

    fn received(
        self: &Arc<Inner>,
        next: impl Fn() -> Result<Option<String>, Error>,
        is_for_host: impl Fn(&str) -> bool,
    ) -> Result<Option<String>, Error> {
        loop {
            let text = next();
            let is_done = match &text {
                Ok(Some(text)) => is_for_host(text),
                _ => true,
            };
            self.after_driving();
            if is_done {
                return text;
            }
        }
    }

    pub(crate) fn call(self: &Arc<Inner>, text: &[u8], timeout: i32) -> Result<String, Error> {
        driving(|| {
            let output = self.functions().call(self.id(), text, timeout);
            let output = output.map(|output| self.router.remaining(self, output.into()).into_owned());
            guarded(|| self.after_driving());
            if has_panicked() {
                // It cannot be returned.
                let messages = output.as_deref().ok().and_then(|output| messages_of(output).ok()).unwrap_or_default();
                messages.iter().for_each(|message| guarded(|| self.deliver(self, &message.to_string())));
            }
            output
        })
    }

    pub(crate) fn close(self: &Arc<Inner>, timeout: i32) -> Result<(), Error> {
        let result = self.functions().close(self.id(), timeout);
        if !matches!(&result, Err(error) if matches!(error.code(), Code::Busy | Code::Invalid)) {
            self.end();
        }
        result
    }

    /// Closes a core that nobody owns any more.
    pub(crate) fn abandon(self: &Arc<Inner>, timeout: i32) {
        if matches!(self.close(timeout), Err(error) if error.code() == Code::Busy) {
            self.is_abandoned.store(true, Ordering::Release);
            self.tasks.tell(self); // a group looks at those that were told
        }
    }

    /// Fails what is pending, and drops what the host gave. No lock is held while the host's values are dropped.
    fn end(self: &Arc<Inner>) {
        self.router.close();
        self.tasks.clear();
        let handler = locked(&self.handler).take();
        drop(handler);
        self.tasks.tell(self);
    }

    /// Polls the gateways' futures that can go on.
    pub(crate) fn after_driving(self: &Arc<Inner>) {
        self.tasks.run(self);
        if self.is_abandoned.load(Ordering::Acquire) && self.is_abandoned.swap(false, Ordering::AcqRel) {
            self.abandon(0);
        }
    }

    /// Passes a text to the callback, unless it was taken.
    fn deliver(&self, me: &Arc<Inner>, text: &str) {
        if let Some(handler) = &mut *locked(&self.handler) {
            handler(Message::new(text, me));
        }
    }
}

impl Sink for Inner {
    fn message(&self, _core: u64, text: &str) {
        let me = match self.me.upgrade() {
            Some(me) => me,
            None => return, // dropped already, which Adit's own share of it excludes
        };
        if text.starts_with('[') {
            // "delivery": "batches"
            let rest = self.router.remaining(&me, Cow::Borrowed(text));
            if rest != "[]" {
                self.deliver(&me, &rest);
            }
        } else if !self.router.route(&me, text) {
            self.deliver(&me, text);
        }
    }
}

/// The messages of an array.
pub(crate) fn messages_of(array: &str) -> Result<Vec<crate::Value>, Error> {
    match parsed(array)? {
        crate::Value::Array(messages) => Ok(messages),
        _ => Err(Error::new(Code::Internal, format!("found {array}; an array of messages is expected"))),
    }
}
