use crate::event_loop::Shared;
use crate::locked;
use std::future::Future;
use std::os::unix::io::RawFd;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, Waker};
use std::time::Instant;

/// What a future waits for in a loop.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Event {
    Time(Instant),
    File(RawFd),
}

/// A future that waits.
pub(crate) struct Waiter {
    pub(crate) event: Event,
    pub(crate) waker: Option<Waker>, // None before it is polled
    pub(crate) is_over: bool,
}

/// An event that is waited for, in a loop; it is waited for no longer when this is dropped.
pub(crate) struct Awaited {
    shared: Arc<Shared>,
    key: u64,
}

impl Awaited {
    pub(crate) fn new(shared: &Arc<Shared>, event: Event) -> Awaited {
        let mut waiters = locked(&shared.waiters);
        waiters.next += 1;
        let key = waiters.next;
        waiters.all.insert(key, Waiter { event, waker: None, is_over: false });
        Awaited { shared: Arc::clone(shared), key }
    }

    fn poll(&self, context: &mut Context<'_>) -> Poll<()> {
        let mut waiters = locked(&self.shared.waiters);
        match waiters.all.get_mut(&self.key) {
            Some(waiter) if !waiter.is_over => {
                waiter.waker = Some(context.waker().clone());
                drop(waiters);
                self.shared.notify(); // the loop may be waiting in another thread
                Poll::Pending
            }
            _ => Poll::Ready(()),
        }
    }
}

impl Drop for Awaited {
    fn drop(&mut self) {
        locked(&self.shared.waiters).all.remove(&self.key);
    }
}

/// The future of [`LoopHandle::sleep`](crate::LoopHandle::sleep).
#[must_use = "futures do nothing unless they are awaited"]
pub struct Sleep(pub(crate) Awaited);

/// The future of [`LoopHandle::readable`](crate::LoopHandle::readable).
#[must_use = "futures do nothing unless they are awaited"]
pub struct Readable(pub(crate) Awaited);

impl Future for Sleep {
    type Output = ();

    fn poll(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<()> {
        self.0.poll(context)
    }
}

impl Future for Readable {
    type Output = ();

    fn poll(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<()> {
        self.0.poll(context)
    }
}
