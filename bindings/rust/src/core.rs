use crate::error::{Code, Error};
use crate::ffi::{poll_files, PollFd};
use crate::inner::{messages_of, Inner};
use crate::json::Value;
use crate::library::parsed;
use crate::message::AsMessage;
use crate::mirror::{Mirror, Window};
use crate::request::Request;
use crate::sender::Sender;
use crate::wait::Wait;
use std::fmt;
use std::future::Future;
use std::os::unix::io::RawFd;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::Arc;
use std::task::{Context, Poll, Wake, Waker};

/// How long a core that is dropped waits for a thread that drives it, and for effects that ignore their cancellation.
const DROP_MS: i32 = 5000;

/// An open core. It closes when it is dropped.
///
/// It is `Send` and `Sync`: any thread may call it. One thread drives it at a time; a second one gets [`Code::Busy`], and so does its own
/// callback. Adit watches over that, so that driving takes `&self`.
pub struct Core {
    inner: Arc<Inner>,
}

impl Core {
    pub(crate) fn new(inner: Arc<Inner>) -> Core {
        Core { inner }
    }

    /// A handle that sends to the core, from any thread.
    pub fn sender(&self) -> Sender {
        Sender::new(Arc::clone(&self.inner))
    }

    /// Queues a message. It is parsed and checked here, and handled when the core is driven.
    ///
    /// # Errors
    ///
    /// With nothing queued: [`Code::Json`] with its offset, [`Code::Message`], [`Code::Size`], [`Code::Full`], [`Code::Closed`],
    /// [`Code::Core`], [`Code::Denied`].
    pub fn send(&self, message: impl AsMessage) -> Result<(), Error> {
        self.inner.send(&message.text())
    }

    /// Queues a message on behalf of a client, whose texts the host relays (`docs/abi.md`).
    ///
    /// # Errors
    ///
    /// Those of [`send`](Core::send); [`Code::Denied`] if the config does not allow the message to clients; [`Code::Invalid`] for the name
    /// of the client.
    pub fn submit(&self, client: &str, message: impl AsMessage) -> Result<(), Error> {
        self.sender().submit(client, message)
    }

    /// Sends a message with an `@id` of its own. The future completes with the first message that carries it, or fails with its `@error`.
    /// The core has to be driven meanwhile: by a [`Loop`](crate::Loop), by [`block_on`](Core::block_on), or by another thread.
    pub fn request(&self, message: impl AsMessage) -> Request {
        self.sender().request(message)
    }

    /// The same, but the future completes with the first message with the `@id` for which a function is true; others go to the callback. The
    /// function must not call the core.
    pub fn request_answered(
        &self,
        message: impl AsMessage,
        answers: impl Fn(&Value) -> bool + Send + Sync + 'static,
    ) -> Request {
        self.sender().request_answered(message, answers)
    }

    /// Follows a part of the state by its JSON Pointer: `"/items"`, `"/view/open"`.
    pub fn mirror(&self, path: &str) -> Mirror {
        Mirror::new(&self.inner, path, None)
    }

    /// Follows some elements of a list.
    pub fn mirror_window(&self, path: &str, window: Window) -> Mirror {
        Mirror::new(&self.inner, path, Some(window))
    }

    /// Drives the core: handles what is queued, and calls the callback. Returns the number of messages that the core has put out. With
    /// nothing to do, waits.
    ///
    /// # Errors
    ///
    /// [`Code::Busy`], [`Code::Core`], [`Code::Closed`], [`Code::Fork`], [`Code::Memory`]
    ///
    /// # Panics
    ///
    /// With the panic of the callback, if it had one. The core can be used afterwards.
    pub fn process(&self, wait: Wait) -> Result<usize, Error> {
        self.inner.process(wait.milliseconds())
    }

    /// In pull mode: drives until there is a message for the host, and returns its text. `None` if there was none in time.
    ///
    /// # Errors
    ///
    /// Those of [`process`](Core::process); [`Code::Invalid`] if the core has a callback.
    pub fn receive(&self, wait: Wait) -> Result<Option<String>, Error> {
        self.inner.receive(wait.milliseconds())
    }

    /// In pull mode: drives until there is a message, and returns all that wait, up to so many bytes (0: no limit). Empty if there was
    /// none in time.
    ///
    /// # Errors
    ///
    /// Those of [`receive`](Core::receive).
    pub fn receive_all(&self, wait: Wait, most_bytes: usize) -> Result<Vec<Value>, Error> {
        let texts = self.inner.receive_all(wait.milliseconds(), most_bytes)?;
        texts.map_or(Ok(Vec::new()), |texts| messages_of(&texts))
    }

    /// Sends a message, drives the core until it is handled, and returns its output, except what a request, a mirror or a gateway takes.
    /// The wait is for another thread that drives.
    ///
    /// # Errors
    ///
    /// Those of [`send`](Core::send); [`Code::Busy`] from the core's own callback; [`Code::TimedOut`].
    pub fn call(&self, message: impl AsMessage, wait: Wait) -> Result<Vec<Value>, Error> {
        messages_of(&self.call_text(message, wait)?)
    }

    /// [`call`](Core::call), with the output as the text of an array.
    pub fn call_text(&self, message: impl AsMessage, wait: Wait) -> Result<String, Error> {
        self.inner.call(&message.text(), wait.milliseconds())
    }

    /// Reads a part of the state by its JSON Pointer, at once. `None` if it presently leads nowhere.
    ///
    /// # Errors
    ///
    /// [`Code::Message`] for a pointer that no state of the app can have; those of [`call`](Core::call).
    pub fn get(&self, path: &str) -> Result<Option<Value>, Error> {
        let message = Value::object([("@get", Value::object([("path", path)]))]);
        let output = parsed(&self.call_text(message, Wait::Forever)?)?;
        match output[0].get("@error") {
            Some(error) => Err(Error::from_message(error)),
            None => Ok(output[0]["@value"].get("value").cloned()),
        }
    }

    /// Drives the core until a future is ready, such as a [`Request`].
    ///
    /// # Errors
    ///
    /// Those of [`process`](Core::process), if the core cannot be driven any more and the future is not ready then; [`Code::Invalid`] in
    /// pull mode.
    pub fn block_on<F: Future>(&self, future: F) -> Result<F::Output, Error> {
        if self.inner.pulls {
            return Err(Error::new(Code::Invalid, "found a core in pull mode; block_on is for one with a callback"));
        }
        let mut future = Box::pin(future);
        let woken = Arc::new(Woken { is_woken: AtomicBool::new(true), sender: self.sender() });
        let waker = Waker::from(Arc::clone(&woken));
        let mut poll = || future.as_mut().poll(&mut Context::from_waker(&waker));
        loop {
            if woken.is_woken.swap(false, Ordering::AcqRel) {
                if let Poll::Ready(output) = poll() {
                    return Ok(output);
                }
            }
            if let Err(error) = self.inner.process(-1) {
                return match poll() {
                    Poll::Ready(output) => Ok(output),
                    Poll::Pending => Err(error),
                };
            }
        }
    }

    /// A descriptor that is readable while the core has work and no thread drives it. Poll it for reading; never read, write or close it.
    pub fn fd(&self) -> Result<RawFd, Error> {
        self.inner.functions().fd(self.inner.id())
    }

    /// Whether that descriptor is readable now: whether there is work.
    pub fn is_ready(&self) -> Result<bool, Error> {
        let mut files = [PollFd::new(self.fd()?)];
        poll_files(&mut files, 0).map_err(|error| Error::new(Code::Internal, error.to_string()))?;
        Ok(files[0].is_ready())
    }

    /// Makes the waiting [`process`](Core::process) return, or the next one not wait.
    pub fn wakeup(&self) -> Result<(), Error> {
        self.sender().wakeup()
    }

    /// Closes the core: effects are cancelled, what was not handled is answered by an `@error`, `@closed` is the last message. Requests,
    /// mirrors and gateways that are pending fail.
    ///
    /// # Errors
    ///
    /// [`Code::Core`] if it is closed already; [`Code::TimedOut`] if an effect ignored its cancellation: the core is closed nevertheless;
    /// [`Code::Busy`] from its own callback, or if another thread did not leave its callback in time: the core is unchanged.
    pub fn close(&self, wait: Wait) -> Result<(), Error> {
        self.inner.close(wait.milliseconds())
    }

    /// Its id, which no other core of the library in this process has.
    pub fn id(&self) -> u64 {
        self.inner.id()
    }

    pub(crate) fn inner(&self) -> &Arc<Inner> {
        &self.inner
    }
}

impl Drop for Core {
    fn drop(&mut self) {
        let inner = Arc::clone(&self.inner);
        // A panic of the callback would be one in a destructor.
        let _ = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| inner.abandon(DROP_MS)));
    }
}

impl fmt::Debug for Core {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Core").field(&self.inner.id()).finish()
    }
}

/// Wakes a block_on.
struct Woken {
    is_woken: AtomicBool,
    sender: Sender,
}

impl Wake for Woken {
    fn wake(self: Arc<Self>) {
        self.is_woken.store(true, Ordering::Release);
        // A core that is closed has no waiting call.
        let _ = self.sender.wakeup();
    }
}
