use crate::error::{Code, Error};
use crate::gateway::{reply, Effect, Gateway, Replies, Work};
use crate::inner::Inner;
use crate::json::Value;
use crate::locked;
use std::any::Any;
use std::collections::{HashMap, VecDeque};
use std::panic::{catch_unwind, AssertUnwindSafe};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, Weak};
use std::task::{Context, Poll, Wake, Waker};

/// Tells who drives a core by other means than its calls, a loop or a group, that a future of it can go on.
pub(crate) type Hook = Arc<dyn Fn(&Arc<Inner>) + Send + Sync>;

/// The futures of a core's gateways. They are polled by the calls that drive the core, outside of its callback.
#[derive(Default)]
pub(crate) struct Tasks {
    tasks: Mutex<HashMap<String, Arc<Task>>>, // by the effect's id
    ready: Mutex<Vec<Arc<Task>>>,
    has_ready: AtomicBool, // so that a message without futures takes no lock
    hook: Mutex<Option<Hook>>,
    unsent: Mutex<VecDeque<Unsent>>, // replies for which the queue had no room
}

struct Unsent {
    effect: String,
    text: String,
    is_error: bool,
}

impl Unsent {
    fn new(effect: &str, result: Result<Value, Value>) -> Unsent {
        let is_error = result.is_err();
        Unsent { effect: effect.into(), text: reply(effect, result, false).to_string(), is_error }
    }

    /// What is sent in place of a reply that was refused.
    fn refused(effect: &str, error: &Error) -> Unsent {
        Unsent::new(effect, Err(Value::from(error.to_string())))
    }
}

struct Task {
    effect: String,
    expects_reply: bool,
    state: Mutex<State>,
    is_queued: AtomicBool,
    inner: Weak<Inner>,
}

struct State {
    work: Option<Work>, // None while it is polled
    is_polled: bool,
    is_due: bool, // woken while it was polled by another thread, or by a call in it that drives
    is_cancelled: bool,
}

impl Tasks {
    pub(crate) fn set_hook(&self, hook: Option<Hook>) {
        *locked(&self.hook) = hook;
    }

    /// Starts the work of an effect: it is polled first when the call that drives has left the callback.
    pub(crate) fn start(&self, inner: &Arc<Inner>, gateway: Gateway, effect: Effect) {
        let task = Arc::new(Task {
            effect: effect.id().into(),
            expects_reply: effect.replies() != Replies::None,
            // The host's function is called by the first poll.
            state: Mutex::new(State {
                work: Some(Box::pin(async move { gateway(effect).await })),
                is_polled: false,
                is_due: false,
                is_cancelled: false,
            }),
            is_queued: AtomicBool::new(true),
            inner: Arc::downgrade(inner),
        });
        locked(&self.tasks).insert(task.effect.clone(), Arc::clone(&task));
        self.queue(inner, task);
    }

    fn queue(&self, inner: &Arc<Inner>, task: Arc<Task>) {
        locked(&self.ready).push(task);
        self.has_ready.store(true, Ordering::Release);
        self.tell(inner);
    }

    /// Calls the hook: the core has something to do, or is closed.
    pub(crate) fn tell(&self, inner: &Arc<Inner>) {
        let hook = locked(&self.hook).clone();
        if let Some(hook) = hook {
            hook(inner);
        }
    }

    /// Drops the work of an effect; false if there is none.
    pub(crate) fn cancel(&self, effect: &str) -> bool {
        let task = locked(&self.tasks).remove(effect);
        match task {
            Some(task) => {
                task.cancel();
                true
            }
            None => false,
        }
    }

    pub(crate) fn clear(&self) {
        let tasks = std::mem::take(&mut *locked(&self.tasks));
        tasks.into_values().for_each(|task| task.cancel());
        let ready = std::mem::take(&mut *locked(&self.ready));
        drop(ready);
        locked(&self.unsent).clear();
    }

    /// Sends a reply, or keeps it until the queue has room: no sooner than a call has driven.
    fn answer(&self, inner: &Arc<Inner>, reply: Unsent) -> Result<(), Error> {
        let mut unsent = locked(&self.unsent);
        if unsent.is_empty() {
            match inner.send(reply.text.as_bytes()) {
                Err(error) if error.code() == Code::Full => (),
                other => return other,
            }
        }
        unsent.push_back(reply);
        self.has_ready.store(true, Ordering::Release);
        Ok(())
    }

    /// Sends the replies that were kept, as far as the queue has room. One that is refused becomes an error; a core that closed
    /// meanwhile needs none.
    fn send_unsent(&self, inner: &Arc<Inner>) {
        let mut unsent = locked(&self.unsent);
        while let Some(first) = unsent.front_mut() {
            match inner.send(first.text.as_bytes()) {
                Err(error) if error.code() == Code::Full => {
                    self.has_ready.store(true, Ordering::Release);
                    return;
                }
                Err(error) if !first.is_error => *first = Unsent::refused(&first.effect, &error),
                _ => drop(unsent.pop_front()),
            }
        }
    }

    /// Polls what can go on.
    pub(crate) fn run(&self, inner: &Arc<Inner>) {
        if !self.has_ready.load(Ordering::Acquire) || !self.has_ready.swap(false, Ordering::AcqRel) {
            return;
        }
        self.send_unsent(inner);
        let ready = std::mem::take(&mut *locked(&self.ready));
        for task in ready {
            if let Some(result) = task.poll() {
                locked(&self.tasks).remove(&task.effect);
                if task.expects_reply {
                    // A core that closed meanwhile needs no reply. One that it cannot read becomes an error.
                    if let Err(error) = self.answer(inner, Unsent::new(&task.effect, result)) {
                        let _ = self.answer(inner, Unsent::refused(&task.effect, &error));
                    }
                }
            }
        }
    }
}

impl Task {
    /// The result, if it is ready and still wanted.
    fn poll(self: &Arc<Task>) -> Option<Result<Value, Value>> {
        self.is_queued.store(false, Ordering::Release);
        let mut work = {
            let mut state = locked(&self.state);
            state.is_due = state.is_polled;
            state.is_polled = true;
            state.work.take()?
        };
        let waker = Waker::from(Arc::clone(self));
        let mut context = Context::from_waker(&waker);
        // AssertUnwindSafe: a future that has panicked is dropped.
        let result = match catch_unwind(AssertUnwindSafe(|| work.as_mut().poll(&mut context))) {
            Ok(Poll::Pending) => None,
            Ok(Poll::Ready(result)) => Some(result),
            Err(payload) => Some(Err(Value::from(words(payload.as_ref())))),
        };
        let mut state = locked(&self.state);
        state.is_polled = false;
        let is_due = std::mem::take(&mut state.is_due);
        if state.is_cancelled {
            drop(state);
            drop(work);
            return None;
        }
        if result.is_none() {
            state.work = Some(work);
            drop(state);
            if is_due {
                Arc::clone(self).wake();
            }
        }
        result
    }

    fn cancel(&self) {
        let work = {
            let mut state = locked(&self.state);
            state.is_cancelled = true;
            state.work.take()
        };
        drop(work);
    }
}

impl Wake for Task {
    fn wake(self: Arc<Self>) {
        if let Some(inner) = self.inner.upgrade() {
            if !self.is_queued.swap(true, Ordering::AcqRel) {
                inner.tasks.queue(&inner, self);
                // Makes a call that waits return, and poll. A core that is closed has none.
                let _ = inner.functions().wakeup(inner.id());
            }
        }
    }
}

/// The text of a panic.
fn words(payload: &(dyn Any + Send)) -> &str {
    let text = payload.downcast_ref::<&str>().copied();
    text.or_else(|| payload.downcast_ref::<String>().map(String::as_str)).unwrap_or("the gateway panicked")
}
