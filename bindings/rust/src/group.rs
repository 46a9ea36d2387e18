use crate::core::Core;
use crate::error::Error;
use crate::ffi::{driving, guarded, has_panicked};
use crate::inner::{messages_of, Inner};
use crate::json::Value;
use crate::library::Library;
use crate::locked;
use crate::tasks::Hook;
use crate::wait::Wait;
use std::collections::HashMap;
use std::fmt;
use std::os::unix::io::RawFd;
use std::sync::{Arc, Mutex, Weak};

/// Cores with one descriptor, of which one call drives those that have work. Each stays its owner's, and leaves the group as it closes.
///
/// Dropping the group ends it; the cores stay open.
pub struct Group {
    library: Library,
    id: u64,
    shared: Arc<Shared>,
    kept: Mutex<Option<(u64, Vec<Value>)>>, // what a panic of a callback has kept from being returned
}

#[derive(Default)]
struct Shared {
    cores: Mutex<HashMap<u64, Weak<Inner>>>,
    woken: Mutex<Vec<Weak<Inner>>>, // those with futures that can go on
    hook: Mutex<Option<Hook>>,      // of the loop that drives the group
}

impl Group {
    pub(crate) fn new(library: Library) -> Result<Group, Error> {
        let id = library.functions.group_open()?;
        Ok(Group { library, id, shared: Arc::default(), kept: Mutex::default() })
    }

    /// Adds a core.
    ///
    /// # Errors
    ///
    /// [`Code::Invalid`](crate::Code::Invalid) if it is in a group, [`Code::Core`](crate::Code::Core) if it is closed.
    pub fn add(&self, core: &Core) -> Result<(), Error> {
        let inner = core.inner();
        self.library.functions.group_add(self.id, inner.id())?;
        let mut cores = locked(&self.shared.cores);
        if cores.len() == cores.capacity() {
            cores.retain(|_, core| core.strong_count() > 0);
        }
        cores.insert(inner.id(), Arc::downgrade(inner));
        let shared = Arc::downgrade(&self.shared);
        inner.tasks.set_hook(Some(Arc::new(move |inner| {
            if let Some(shared) = shared.upgrade() {
                locked(&shared.woken).push(Arc::downgrade(inner));
                let hook = locked(&shared.hook).clone();
                if let Some(hook) = hook {
                    hook(inner);
                }
            }
        })));
        Ok(())
    }

    /// Drives each core that has work, once. If none has, waits for the first. Returns the number of messages that they have put out.
    ///
    /// # Errors
    ///
    /// [`Code::Busy`](crate::Code::Busy) if another thread drives the group, or a callback of it calls.
    ///
    /// # Panics
    ///
    /// With the first panic of a callback.
    pub fn process(&self, wait: Wait) -> Result<usize, Error> {
        process(&self.library, self.id, &self.shared, wait.milliseconds())
    }

    /// Of cores in pull mode: drives until one has output, and returns it with the [id](Core::id) of the core. `None` if there was none in time.
    ///
    /// # Errors
    ///
    /// As [`process`](Group::process).
    ///
    /// # Panics
    ///
    /// With the first panic of a callback. The next call returns the messages.
    pub fn receive(&self, wait: Wait, most_bytes: usize) -> Result<Option<(u64, Vec<Value>)>, Error> {
        if let Some(kept) = locked(&self.kept).take() {
            return Ok(Some(kept));
        }
        driving(|| {
            let received = self.received(wait, most_bytes);
            guarded(|| self.shared.run());
            if has_panicked() {
                *locked(&self.kept) = received?;
                return Ok(None);
            }
            received
        })
    }

    fn received(&self, wait: Wait, most_bytes: usize) -> Result<Option<(u64, Vec<Value>)>, Error> {
        let received = self.library.functions.group_receive(self.id, wait.milliseconds(), most_bytes)?;
        let (core, text) = match received {
            Some(received) => received,
            None => return Ok(None),
        };
        let inner = locked(&self.shared.cores).get(&core).and_then(Weak::upgrade);
        let rest = match &inner {
            Some(inner) => inner.router.remaining(inner, text.into()).into_owned(),
            None => text,
        };
        Ok(Some((core, messages_of(&rest)?)))
    }

    /// A descriptor that is readable while one of the cores has work and no thread does it.
    pub fn fd(&self) -> Result<RawFd, Error> {
        self.library.functions.group_fd(self.id)
    }

    /// What a loop calls.
    pub(crate) fn driver(&self) -> impl Fn() -> Result<usize, Error> + Send {
        let (library, id, shared) = (self.library.clone(), self.id, Arc::clone(&self.shared));
        move || process(&library, id, &shared, 0)
    }

    pub(crate) fn set_hook(&self, hook: Hook) {
        *locked(&self.shared.hook) = Some(hook);
    }
}

fn process(library: &Library, group: u64, shared: &Shared, timeout: i32) -> Result<usize, Error> {
    let count = library.functions.group_process(group, timeout);
    shared.run();
    count
}

impl Shared {
    fn run(&self) {
        let woken = std::mem::take(&mut *locked(&self.woken));
        woken.iter().filter_map(Weak::upgrade).for_each(|inner| inner.after_driving());
    }
}

impl Drop for Group {
    fn drop(&mut self) {
        // EBUSY: a thread drives it, which is left to that one.
        let _ = self.library.functions.group_close(self.id);
    }
}

impl fmt::Debug for Group {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Group").field(&self.id).finish()
    }
}
