use crate::core::Core;
use crate::error::{Code, Error};
use crate::ffi::{poll_files, PollFd};
use crate::group::Group;
use crate::inner::Inner;
use crate::locked;
use crate::tasks::Hook;
use crate::timers::{Awaited, Event, Readable, Sleep, Waiter};
use std::collections::{BTreeSet, HashMap, HashSet, VecDeque};
use std::fmt;
use std::future::Future;
use std::io::{self, Read, Write};
use std::os::unix::io::{AsRawFd, RawFd};
use std::os::unix::net::UnixStream;
use std::pin::Pin;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::task::{Context, Poll, Wake, Waker};
use std::time::{Duration, Instant};

/// An event loop on `poll(2)`, on the thread that calls it: it drives cores by their descriptors, and polls futures. It starts no thread.
///
/// It is for programs that have no loop of their own. One that has waits for [`Core::fd`] there, and calls [`Core::process`].
///
/// ```no_run
/// # let library = unsafe { adit::Library::open("libadit_cores.so") }?;
/// let core = library.core("todo").open()?;
/// let mut events = adit::Loop::new()?;
/// events.add(&core)?;
/// let answer = events.block_on(core.request(r#"{"todo":{"request":{"add":{"item":{"text":"Buy milk"}}}}}"#))?;
/// println!("{}", answer?["todo"]["response"]["wasAdded"]["id"]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Loop {
    shared: Arc<Shared>,
    wakeups: UnixStream,
    drivers: HashMap<u64, Driver>,
    futures: HashMap<u64, Spawned>,
    next: u64,
}

type Spawned = Pin<Box<dyn Future<Output = ()> + Send>>;

/// What drives a core, or a group.
struct Driver {
    file: RawFd,
    drive: Box<dyn Fn() -> Result<usize, Error> + Send>,
    core: Option<Arc<Inner>>,
}

/// What futures and wakers of any thread reach.
pub(crate) struct Shared {
    wakeup: UnixStream,
    is_notified: AtomicBool,
    woken: Mutex<Woken>,
    pub(crate) waiters: Mutex<Waiters>,
}

#[derive(Default)]
struct Woken {
    drivers: BTreeSet<u64>,
    futures: VecDeque<u64>,
    spawned: Vec<Spawned>,
}

impl Woken {
    fn is_empty(&self) -> bool {
        self.drivers.is_empty() && self.futures.is_empty() && self.spawned.is_empty()
    }
}

#[derive(Default)]
pub(crate) struct Waiters {
    pub(crate) next: u64,
    pub(crate) all: HashMap<u64, Waiter>,
}

/// A handle of a loop, for the futures in it.
#[derive(Clone)]
pub struct LoopHandle {
    shared: Arc<Shared>,
}

/// The future that block_on was called with.
const ROOT: u64 = 0;

impl Loop {
    /// A loop that drives nothing yet.
    ///
    /// # Errors
    ///
    /// Those of a pair of sockets.
    pub fn new() -> io::Result<Loop> {
        let (wakeup, wakeups) = UnixStream::pair()?;
        wakeup.set_nonblocking(true)?;
        wakeups.set_nonblocking(true)?;
        let shared = Arc::new(Shared {
            wakeup,
            is_notified: AtomicBool::new(false),
            woken: Mutex::default(),
            waiters: Mutex::default(),
        });
        Ok(Loop { shared, wakeups, drivers: HashMap::new(), futures: HashMap::new(), next: ROOT })
    }

    /// A handle for the futures in it, and for other threads.
    pub fn handle(&self) -> LoopHandle {
        LoopHandle { shared: Arc::clone(&self.shared) }
    }

    /// Drives a core, until that is closed or the loop is dropped.
    ///
    /// # Errors
    ///
    /// [`Code::Core`], [`Code::Memory`]
    pub fn add(&mut self, core: &Core) -> Result<(), Error> {
        let inner = Arc::clone(core.inner());
        if inner.pulls {
            let text = "found a core in pull mode; a loop is for one with a callback";
            return Err(Error::new(Code::Invalid, text));
        }
        let file = core.fd()?;
        inner.tasks.set_hook(Some(self.hook()));
        let driven = Arc::clone(&inner);
        let drive = Box::new(move || driven.process(0));
        self.add_driver(Driver { file, drive, core: Some(inner) });
        Ok(())
    }

    /// Drives the cores of a group.
    ///
    /// # Errors
    ///
    /// [`Code::Core`], [`Code::Memory`]
    pub fn add_group(&mut self, group: &Group) -> Result<(), Error> {
        let file = group.fd()?;
        group.set_hook(self.hook());
        self.add_driver(Driver { file, drive: Box::new(group.driver()), core: None });
        Ok(())
    }

    /// The hook of the driver that is added next.
    fn hook(&self) -> Hook {
        let (shared, key) = (Arc::downgrade(&self.shared), self.next + 1);
        Arc::new(move |_| {
            if let Some(shared) = shared.upgrade() {
                locked(&shared.woken).drivers.insert(key);
                shared.notify();
            }
        })
    }

    fn add_driver(&mut self, driver: Driver) {
        self.next += 1;
        self.drivers.insert(self.next, driver);
        // It may have futures that were woken before.
        locked(&self.shared.woken).drivers.insert(self.next);
    }

    /// Runs until a future is ready, such as a [`Request`](crate::Request).
    ///
    /// # Errors
    ///
    /// Those of `poll(2)`.
    ///
    /// # Panics
    ///
    /// With the panic of a future or of a core's callback. The loop can be used afterwards.
    pub fn block_on<F: Future>(&mut self, future: F) -> io::Result<F::Output> {
        let mut future = Box::pin(future);
        let waker = self.waker(ROOT);
        let mut is_woken = true;
        loop {
            if is_woken {
                if let Poll::Ready(output) = future.as_mut().poll(&mut Context::from_waker(&waker)) {
                    return Ok(output);
                }
            }
            is_woken = self.work();
            if !is_woken {
                self.wait()?;
            }
        }
    }

    /// Runs until each core that was added is closed.
    ///
    /// # Errors
    ///
    /// Those of `poll(2)`.
    ///
    /// # Panics
    ///
    /// As [`block_on`](Loop::block_on).
    pub fn run(&mut self) -> io::Result<()> {
        loop {
            self.work();
            if !self.drivers.values().any(|driver| driver.core.is_some()) {
                return Ok(());
            }
            self.wait()?;
        }
    }

    /// Polls the futures that were woken, and drives the cores that have work. Returns whether the future of block_on was woken.
    fn work(&mut self) -> bool {
        let mut is_root_woken = false;
        let count = self.shared.admit_spawned(&mut self.futures, &mut self.next);
        // One by one: a panic of the host's code leaves the others for the next turn.
        for _ in 0..count {
            match self.shared.next_future() {
                Some(ROOT) => is_root_woken = true,
                Some(key) => self.poll_future(key),
                None => break,
            }
        }
        for _ in 0..self.drivers.len() {
            match self.shared.next_driver() {
                Some(key) => self.drive(key),
                None => break,
            }
        }
        is_root_woken
    }

    fn waker(&self, key: u64) -> Waker {
        Waker::from(Arc::new(LoopWaker { shared: Arc::clone(&self.shared), key }))
    }

    fn poll_future(&mut self, key: u64) {
        // Taken out, so that one that panics is dropped.
        if let Some(mut future) = self.futures.remove(&key) {
            if future.as_mut().poll(&mut Context::from_waker(&self.waker(key))).is_pending() {
                self.futures.insert(key, future);
            }
        }
    }

    fn drive(&mut self, key: u64) {
        let driver = match self.drivers.get(&key) {
            Some(driver) => driver,
            None => return,
        };
        let is_over = match (driver.drive)() {
            Ok(_) => driver.core.as_ref().map_or(false, |core| core.router.is_closed()),
            // Busy: another thread drives it, and the descriptor says when that has left.
            Err(error) => error.code() != Code::Busy,
        };
        if is_over {
            self.drivers.remove(&key);
        }
    }

    /// Waits for the first of what there is to do, and does what concerns cores and waiting futures.
    fn wait(&mut self) -> io::Result<()> {
        let keys: Vec<u64> = self.drivers.keys().copied().collect();
        let mut files: Vec<PollFd> = vec![PollFd::new(self.wakeups.as_raw_fd())];
        files.extend(keys.iter().filter_map(|key| self.drivers.get(key)).map(|driver| PollFd::new(driver.file)));
        let (waited, next) = self.shared.events();
        files.extend(waited.iter().map(|file| PollFd::new(*file)));
        let is_woken = !locked(&self.shared.woken).is_empty();
        poll_files(&mut files, if is_woken { 0 } else { next.map_or(-1, milliseconds) })?;

        if files[0].is_ready() {
            let mut bytes = [0; 64];
            // WouldBlock: all were read.
            while matches!(self.wakeups.read(&mut bytes), Ok(count) if count > 0) {}
        }
        self.shared.is_notified.store(false, Ordering::Release);
        let ready: HashSet<RawFd> = waited
            .iter()
            .zip(&files[1 + keys.len()..])
            .filter(|(_, poll)| poll.is_ready())
            .map(|(file, _)| *file)
            .collect();
        self.shared.finish(&ready);
        let ready = keys.iter().zip(&files[1..]).filter(|(_, poll)| poll.is_ready()).map(|(key, _)| *key);
        locked(&self.shared.woken).drivers.extend(ready);
        Ok(())
    }
}

impl Drop for Loop {
    fn drop(&mut self) {
        self.drivers.values().filter_map(|driver| driver.core.as_ref()).for_each(|core| core.tasks.set_hook(None));
    }
}

impl fmt::Debug for Loop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Loop of {} cores and groups", self.drivers.len())
    }
}

impl LoopHandle {
    /// Runs a future in the loop, beside the others.
    pub fn spawn(&self, future: impl Future<Output = ()> + Send + 'static) {
        locked(&self.shared.woken).spawned.push(Box::pin(future));
        self.shared.notify();
    }

    /// Completes after a time.
    pub fn sleep(&self, time: Duration) -> Sleep {
        let until = Instant::now().checked_add(time).unwrap_or_else(|| Instant::now() + Duration::from_secs(1 << 32));
        Sleep(Awaited::new(&self.shared, Event::Time(until)))
    }

    /// Completes when a descriptor is readable, has ended or has failed. It must be open meanwhile.
    pub fn readable(&self, file: &impl AsRawFd) -> Readable {
        Readable(Awaited::new(&self.shared, Event::File(file.as_raw_fd())))
    }
}

impl fmt::Debug for LoopHandle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("LoopHandle")
    }
}

impl Shared {
    /// Makes the loop look at what was woken.
    pub(crate) fn notify(&self) {
        if !self.is_notified.swap(true, Ordering::AcqRel) {
            // WouldBlock: it is full of wakeups already.
            let _ = (&self.wakeup).write(&[1]);
        }
    }

    /// Takes over the futures that were spawned; returns how many can go on.
    fn admit_spawned(&self, futures: &mut HashMap<u64, Spawned>, next: &mut u64) -> usize {
        let mut woken = locked(&self.woken);
        for spawned in std::mem::take(&mut woken.spawned) {
            *next += 1;
            futures.insert(*next, spawned);
            woken.futures.push_back(*next);
        }
        woken.futures.len()
    }

    fn next_future(&self) -> Option<u64> {
        locked(&self.woken).futures.pop_front()
    }

    fn next_driver(&self) -> Option<u64> {
        let drivers = &mut locked(&self.woken).drivers;
        let key = drivers.iter().next().copied()?;
        drivers.take(&key)
    }

    /// The descriptors that are waited for, and the next point in time.
    fn events(&self) -> (Vec<RawFd>, Option<Instant>) {
        let waiters = locked(&self.waiters);
        let waiting = || waiters.all.values().filter(|waiter| !waiter.is_over && waiter.waker.is_some());
        let files = waiting().filter_map(|waiter| match waiter.event {
            Event::File(file) => Some(file),
            Event::Time(_) => None,
        });
        let times = waiting().filter_map(|waiter| match waiter.event {
            Event::Time(time) => Some(time),
            Event::File(_) => None,
        });
        (files.collect(), times.min())
    }

    /// Wakes those whose event has happened.
    fn finish(&self, ready: &HashSet<RawFd>) {
        let now = Instant::now();
        let mut wakers = Vec::new();
        for waiter in locked(&self.waiters).all.values_mut() {
            let has_happened = match waiter.event {
                Event::Time(time) => time <= now,
                Event::File(file) => ready.contains(&file),
            };
            if has_happened && !waiter.is_over && waiter.waker.is_some() {
                waiter.is_over = true;
                wakers.extend(waiter.waker.take());
            }
        }
        wakers.into_iter().for_each(Waker::wake);
    }
}

fn milliseconds(until: Instant) -> i32 {
    crate::Wait::For(until.saturating_duration_since(Instant::now())).milliseconds()
}

struct LoopWaker {
    shared: Arc<Shared>,
    key: u64,
}

impl Wake for LoopWaker {
    fn wake(self: Arc<Self>) {
        locked(&self.shared.woken).futures.push_back(self.key);
        self.shared.notify();
    }
}
