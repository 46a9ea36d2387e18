use crate::error::{Code, Error};
use crate::inner::Inner;
use crate::json::Value;
use crate::locked;
use crate::patch::apply_patch;
use std::fmt;
use std::future::Future;
use std::pin::Pin;
use std::sync::{Arc, Mutex, Weak};
use std::task::{Context, Poll, Waker};

/// Some elements of a list, for a mirror: those from a position on, up to so many.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Window {
    /// The position of the first one.
    pub from: u64,
    /// How many at most.
    pub limit: u64,
}

/// A part of the state of a core, kept up to date by what a subscription is told. Dropping it ends the subscription.
///
/// It changes while the core is driven, after the messages of a batch.
pub struct Mirror {
    shared: Arc<Shared>,
    inner: Weak<Inner>,
}

/// What the core's messages change.
pub(crate) struct Shared {
    name: String,
    path: String,
    state: Mutex<State>,
    on_change: Mutex<Option<OnChange>>,
}

type OnChange = Box<dyn FnMut(Option<&Value>) + Send>;

struct State {
    value: Option<Value>,
    revision: u64,
    count: Option<u64>,
    window: Option<Window>,
    is_waiting: bool, // for a value: patches are of another one
    version: u64,     // how many times it was told something
    seen: u64,        // the version that `changed` has returned for
    error: Option<Error>,
    wakers: Vec<Waker>,
}

impl Mirror {
    pub(crate) fn new(inner: &Arc<Inner>, path: &str, window: Option<Window>) -> Mirror {
        let shared = inner.router.subscribe(|name| {
            let state = State {
                value: None,
                revision: 0,
                count: None,
                window,
                is_waiting: true,
                version: 0,
                seen: 0,
                error: None,
                wakers: Vec::new(),
            };
            let (state, on_change) = (Mutex::new(state), Mutex::new(None));
            Arc::new(Shared { name: name.into(), path: path.into(), state, on_change })
        });
        shared.subscribe(inner);
        Mirror { shared, inner: Arc::downgrade(inner) }
    }

    /// The value, copied. `None` before the first, and while the path leads nowhere.
    pub fn value(&self) -> Option<Value> {
        self.read(|value| value.cloned())
    }

    /// Reads the value without copying it. The closure must not use the mirror, nor drive the core.
    pub fn read<R>(&self, read: impl FnOnce(Option<&Value>) -> R) -> R {
        read(locked(&self.shared.state).value.as_ref())
    }

    /// The revision of the state that it shows.
    pub fn revision(&self) -> u64 {
        locked(&self.shared.state).revision
    }

    /// Of a window: how many elements the whole list has.
    pub fn count(&self) -> Option<u64> {
        locked(&self.shared.state).count
    }

    /// Why it is not kept up to date any more: the subscription was refused, or the core has closed.
    pub fn error(&self) -> Option<Error> {
        locked(&self.shared.state).error.clone()
    }

    /// Calls a closure with the value after each change, inside of the call that drives. It must not use this mirror.
    pub fn on_change(&self, closure: impl FnMut(Option<&Value>) + Send + 'static) {
        *locked(&self.shared.on_change) = Some(Box::new(closure));
    }

    /// Completes when there is a value that no call of this has completed for: at first, when the first one is there. It fails if there
    /// will be no more.
    pub fn changed(&self) -> Changed<'_> {
        Changed { mirror: self }
    }

    /// Moves the window, or changes its size. The value of the new one follows.
    ///
    /// # Errors
    ///
    /// Those of [`Core::send`](crate::Core::send); [`error`](Mirror::error) has what the core says of it later.
    pub fn set_window(&self, window: Window) -> Result<(), Error> {
        let inner = self.inner.upgrade().ok_or_else(crate::router::closed)?;
        let body = Value::object([
            ("subscription", Value::from(self.shared.name.as_str())),
            ("from", window.from.into()),
            ("limit", window.limit.into()),
        ]);
        let id = Value::from(self.shared.name.as_str());
        inner.send(Value::object([("@window", body), ("@id", id)]).to_string().as_bytes())?;
        locked(&self.shared.state).window = Some(window);
        Ok(())
    }
}

impl Drop for Mirror {
    fn drop(&mut self) {
        if let Some(inner) = self.inner.upgrade() {
            if inner.router.unsubscribe(&self.shared.name).is_some() {
                self.shared.unsubscribe(&inner);
            }
        }
    }
}

impl fmt::Debug for Mirror {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Mirror of {} at {}", self.shared.path, self.revision())
    }
}

impl Shared {
    fn subscribe(&self, inner: &Inner) {
        let mut body = vec![("subscription", Value::from(self.name.as_str())), ("path", self.path.as_str().into())];
        if let Some(window) = locked(&self.state).window {
            body.extend([("from", Value::from(window.from)), ("limit", window.limit.into())]);
        }
        let id = Value::from(self.name.as_str());
        let message = Value::object([("@subscribe", Value::object(body)), ("@id", id)]);
        if let Err(error) = inner.send(message.to_string().as_bytes()) {
            if error.code() == Code::Crashed && self.is_begun() {
                return; // it is followed again after @reopened
            }
            inner.router.unsubscribe(&self.name);
            self.fail(error);
        }
    }

    fn unsubscribe(&self, inner: &Inner) {
        let message = Value::object([("@unsubscribe", Value::object([("subscription", self.name.as_str())]))]);
        // A core that is closed has no subscriptions.
        let _ = inner.send(message.to_string().as_bytes());
    }

    /// A patch did not fit: the value is asked for anew.
    pub(crate) fn subscribe_again(&self, inner: &Inner) {
        self.unsubscribe(inner);
        self.begin(inner);
    }

    /// Asks for the value, of a core that was opened again, too.
    pub(crate) fn begin(&self, inner: &Inner) {
        locked(&self.state).is_waiting = true;
        self.subscribe(inner);
    }

    /// Whether it has had a value.
    fn is_begun(&self) -> bool {
        locked(&self.state).version > 0
    }

    /// Follows an `@value`.
    pub(crate) fn value(&self, body: &Value) -> bool {
        self.update(|state| {
            state.value = body.get("value").cloned();
            state.is_waiting = false;
            state.follow(body);
        });
        true
    }

    /// Follows an `@patch`; false if it does not fit.
    pub(crate) fn patch(&self, body: &Value) -> bool {
        let mut fits = true;
        {
            let mut state = locked(&self.state);
            if state.is_waiting {
                return true;
            }
            let operations = body["ops"].as_array().unwrap_or_default();
            fits &= body["from"].as_u64() == Some(state.revision);
            fits = fits && state.value.as_mut().map_or(false, |value| apply_patch(value, operations).is_ok());
        }
        if fits {
            self.update(|state| state.follow(body));
        }
        fits
    }

    /// There will be no more.
    pub(crate) fn fail(&self, error: Error) {
        self.update(|state| state.error = Some(error));
    }

    fn update(&self, change: impl FnOnce(&mut State)) {
        let wakers = {
            let mut state = locked(&self.state);
            change(&mut state);
            std::mem::take(&mut state.wakers)
        };
        wakers.into_iter().for_each(Waker::wake);
        let state = locked(&self.state);
        if state.error.is_none() {
            if let Some(on_change) = &mut *locked(&self.on_change) {
                on_change(state.value.as_ref());
            }
        }
    }
}

impl State {
    fn follow(&mut self, body: &Value) {
        self.revision = body["revision"].as_u64().unwrap_or(self.revision);
        self.count = body["count"].as_u64();
        self.version += 1;
    }
}

/// The future of [`Mirror::changed`].
#[must_use = "futures do nothing unless they are awaited"]
pub struct Changed<'a> {
    mirror: &'a Mirror,
}

impl Future for Changed<'_> {
    type Output = Result<(), Error>;

    fn poll(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Self::Output> {
        let mut state = locked(&self.mirror.shared.state);
        if state.version != state.seen {
            state.seen = state.version;
            return Poll::Ready(Ok(()));
        }
        if let Some(error) = &state.error {
            return Poll::Ready(Err(error.clone()));
        }
        if !state.wakers.iter().any(|waker| waker.will_wake(context.waker())) {
            state.wakers.push(context.waker().clone());
        }
        Poll::Pending
    }
}

#[cfg(test)]
mod tests {
    use crate::{Library, Value, Wait};

    // A core never sends a patch that does not fit, so this one is made up.
    #[test]
    #[allow(unsafe_code)]
    fn given_a_patch_that_does_not_fit_when_told_then_the_value_is_asked_for_anew() {
        let folder = std::env::var("ADIT_LIB_DIR").unwrap_or_else(|_| "../../build/lib".into());
        // SAFETY: the library of the examples.
        let library = unsafe { Library::open(folder + "/libadit_cores.so") }.unwrap();
        let core = library.core("counter").open().unwrap();
        let mirror = core.mirror("/value");
        core.process(Wait::None).unwrap();
        for ops in
            [r#""from":9,"revision":10,"ops":[]"#, r#""from":0,"revision":1,"ops":[{"op":"remove","path":"/a"}]"#]
        {
            let patch: Value = format!("{{{ops}}}").parse().unwrap();
            assert!(!mirror.shared.patch(&patch));
            mirror.shared.subscribe_again(core.inner());
            assert!(mirror.shared.patch(&patch), "it waits for the value");
            core.process(Wait::None).unwrap();
        }
        core.call(r#"{"counter":{"request":{"increment":{"by":4}}}}"#, Wait::None).unwrap();
        core.process(Wait::None).unwrap();
        assert_eq!((mirror.value(), mirror.revision(), mirror.error()), (Some(4.into()), 1, None));
    }
}
