//! The C interface (`adit.h`), dlopen and poll. All unsafe code of the crate is here, behind safe functions.

#![allow(unsafe_code)]

use crate::error::{Code, Error};
use std::any::Any;
use std::cell::RefCell;
use std::ffi::{CStr, CString};
use std::os::raw::{c_char, c_int, c_ulong, c_void};
use std::os::unix::ffi::OsStrExt;
use std::panic::{catch_unwind, resume_unwind, AssertUnwindSafe};
use std::path::Path;
use std::ptr::{null, null_mut};
use std::sync::Arc;

const ABI_VERSION: u32 = 1;
const NO_OFFSET: u32 = u32::MAX;

/// `adit_error`
#[repr(C)]
pub(crate) struct Fault {
    code: i32,
    offset: u32,
    text: [u8; 248],
}

type MessageFn = unsafe extern "C" fn(*mut c_void, u64, *const c_char, usize);
type ReleaseFn = unsafe extern "C" fn(*mut c_void);

/// Declares each function once: as a member of the table, to be found by its name, and to be linked with.
macro_rules! functions {
    ($(fn $name:ident($($argument:ident: $type:ty),*) $(-> $result:ty)?;)*) => {
        /// The functions of one library.
        struct Table {
            $($name: unsafe extern "C" fn($($type),*) $(-> $result)?,)*
        }

        impl Table {
            fn found(find: impl Fn(&'static str) -> Result<*mut c_void, Error>) -> Result<Table, Error> {
                // SAFETY: a library that exports these names is an Adit library, whose functions have the types of adit.h; Library
                // compares the version of the interface before it calls any other. A pointer from dlsym may become a function's.
                Ok(Table { $($name: unsafe { std::mem::transmute::<*mut c_void, unsafe extern "C" fn($($type),*) $(-> $result)?>(
                    find(stringify!($name))?) },)* })
            }

            #[cfg(feature = "linked")]
            fn linked() -> Table {
                extern "C" {
                    $(fn $name($($argument: $type),*) $(-> $result)?;)*
                }
                Table { $($name,)* }
            }
        }
    };
}

functions! {
    fn adit_abi_version() -> u32;
    fn adit_version() -> *const c_char;
    fn adit_strerror(code: i32) -> *const c_char;
    fn adit_catalog(app: *const c_char, out: *mut *mut c_char, length: *mut usize) -> i32;
    fn adit_catalog_compare(old: *const c_char, old_length: usize, new: *const c_char, new_length: usize,
        out: *mut *mut c_char, length: *mut usize, error: *mut Fault) -> i32;
    fn adit_open(abi: u32, app: *const c_char, config: *const c_char, length: usize, function: Option<MessageFn>,
        context: *mut c_void, release: Option<ReleaseFn>, out: *mut u64, error: *mut Fault) -> i32;
    fn adit_send(core: u64, json: *const c_char, length: usize, error: *mut Fault) -> i32;
    fn adit_submit(core: u64, client: *const c_char, json: *const c_char, length: usize, error: *mut Fault) -> i32;
    fn adit_process(core: u64, timeout: i32) -> i32;
    fn adit_receive(core: u64, timeout: i32, out: *mut *mut c_char, length: *mut usize) -> i32;
    fn adit_receive_all(core: u64, timeout: i32, most: usize, out: *mut *mut c_char, length: *mut usize) -> i32;
    fn adit_call(core: u64, json: *const c_char, length: usize, timeout: i32, out: *mut *mut c_char,
        out_length: *mut usize, error: *mut Fault) -> i32;
    fn adit_fd(core: u64) -> i32;
    fn adit_wakeup(core: u64) -> i32;
    fn adit_close(core: u64, timeout: i32) -> i32;
    fn adit_group_open(out: *mut u64) -> i32;
    fn adit_group_add(group: u64, core: u64) -> i32;
    fn adit_group_process(group: u64, timeout: i32) -> i32;
    fn adit_group_receive(group: u64, timeout: i32, most: usize, core: *mut u64, out: *mut *mut c_char,
        length: *mut usize) -> i32;
    fn adit_group_fd(group: u64) -> i32;
    fn adit_group_close(group: u64) -> i32;
    fn adit_free(pointer: *mut c_void);
}

#[link(name = "dl")] // a part of libc since glibc 2.34
extern "C" {
    fn dlopen(path: *const c_char, flags: c_int) -> *mut c_void;
    fn dlsym(handle: *mut c_void, name: *const c_char) -> *mut c_void;
    fn dlerror() -> *const c_char;
}

const RTLD_NOW: c_int = 2;

/// What hears the messages of a core.
pub(crate) trait Sink: Send + Sync {
    /// Called on the thread that drives the core.
    fn message(&self, core: u64, text: &str);
}

thread_local! {
    /// The first panic of a callback during the innermost call that drives on this thread.
    static PANIC: RefCell<Option<Box<dyn Any + Send>>> = RefCell::new(None);
}

/// Calls what drives, and goes on with the panic of a callback in it, if there was one. An outer call keeps its own.
pub(crate) fn driving<R>(call: impl FnOnce() -> R) -> R {
    let outer = PANIC.with(|panic| panic.borrow_mut().take());
    let result = call();
    let own = PANIC.with(|panic| std::mem::replace(&mut *panic.borrow_mut(), outer));
    match own {
        Some(payload) => resume_unwind(payload),
        None => result,
    }
}

/// Whether a callback has panicked in the innermost call that drives.
pub(crate) fn has_panicked() -> bool {
    PANIC.with(|panic| panic.borrow().is_some())
}

/// Runs the host's code in a call that drives: no panic unwinds through C, or keeps the rest of the output from being delivered.
pub(crate) fn guarded(code: impl FnOnce()) {
    // AssertUnwindSafe: the panic goes on in the call that drives, so the host sees what is broken as it would without C in between.
    if let Err(payload) = catch_unwind(AssertUnwindSafe(code)) {
        PANIC.with(|panic| {
            panic.borrow_mut().get_or_insert(payload);
        });
    }
}

unsafe extern "C" fn on_message(context: *mut c_void, core: u64, json: *const c_char, length: usize) {
    // SAFETY: `context` is the box that `open` made; Adit calls nothing after `release`, which is what frees it.
    let sink = unsafe { &*context.cast::<Arc<dyn Sink>>() };
    // SAFETY: Adit lends `length` bytes until the callback returns.
    let bytes = unsafe { std::slice::from_raw_parts(json.cast::<u8>(), length) };
    // Adit's texts are UTF-8; a library that breaks this must not break the type.
    guarded(|| sink.message(core, &String::from_utf8_lossy(bytes)));
}

unsafe extern "C" fn on_release(context: *mut c_void) {
    // SAFETY: the box that `open` made; Adit calls this once.
    let sink = unsafe { Box::from_raw(context.cast::<Arc<dyn Sink>>()) };
    guarded(|| drop(sink));
}

/// A library, with functions that take and return what is safe.
pub(crate) struct Functions {
    table: Table,
    name: String,
}

/// Why a library cannot be loaded: where it was looked for, and what to do.
fn reason(path: &Path, fault: String) -> String {
    let name = path.display();
    if !fault.starts_with(&format!("{name}: cannot open shared object file: No such file")) {
        return fault;
    }
    if name.to_string().contains('/') {
        let folder = std::env::current_dir().unwrap_or_default();
        return format!(
            "{name}: there is no such file; it was looked for at {}. Give the path of an Adit library; scripts/build makes \
             build/lib/libadit_cores.so",
            folder.join(path).display()
        );
    }
    let folders = std::env::var("LD_LIBRARY_PATH").unwrap_or_else(|_| "not set".into());
    format!(
        "{name}: there is no such library in LD_LIBRARY_PATH ({folders}), nor in the folders of the system (ldconfig -p). Give its \
         path, such as ./{name}, or add its folder to LD_LIBRARY_PATH"
    )
}

// A missing function is the commonest error; its text is dlsym's.
fn loader_error() -> String {
    // SAFETY: dlerror returns NULL or a text that is valid until the thread's next call of the loader.
    let text = unsafe { dlerror() };
    if text.is_null() {
        return String::from("unknown error of the loader");
    }
    // SAFETY: as above.
    unsafe { CStr::from_ptr(text) }.to_string_lossy().into_owned()
}

impl Functions {
    /// Loads a library, for the rest of the process: the Swift runtime in it cannot be unloaded.
    pub(crate) fn load(path: &Path) -> Result<Functions, Error> {
        let name = path.display().to_string();
        if name.is_empty() {
            let text = "found \"\" as the path of a library; the path of a file is expected";
            return Err(Error::new(Code::Library, text));
        }
        let text = CString::new(path.as_os_str().as_bytes()).map_err(|_| {
            Error::new(Code::Library, format!("{name:?}: found a NUL character in the path of a library"))
        })?;
        // SAFETY: a valid text. The initializers of a library are run: the caller trusts the library that it names.
        let handle = unsafe { dlopen(text.as_ptr(), RTLD_NOW) };
        if handle.is_null() {
            return Err(Error::new(Code::Library, reason(path, loader_error())));
        }
        let table = Table::found(|function| {
            let symbol = CString::new(function).unwrap_or_default();
            // SAFETY: a handle of dlopen that is never closed, and a valid text.
            let address = unsafe { dlsym(handle, symbol.as_ptr()) };
            if address.is_null() {
                let text = format!("{name} is no Adit library: it has no function {function}");
                return Err(Error::new(Code::Library, text));
            }
            Ok(address)
        })?;
        Functions { table, name }.checked()
    }

    /// The functions that the program is linked with.
    #[cfg(feature = "linked")]
    pub(crate) fn linked() -> Result<Functions, Error> {
        Functions { table: Table::linked(), name: String::from("the linked library") }.checked()
    }

    fn checked(self) -> Result<Functions, Error> {
        // SAFETY: takes nothing; the same in every version of the interface.
        let found = unsafe { (self.table.adit_abi_version)() };
        if found != ABI_VERSION {
            let text = format!("{}: found version {found} of the interface; {ABI_VERSION} is expected", self.name);
            return Err(Error::new(Code::Abi, text));
        }
        Ok(self)
    }

    pub(crate) fn name(&self) -> &str {
        &self.name
    }

    pub(crate) fn version(&self) -> String {
        // SAFETY: a static text, never NULL.
        unsafe { CStr::from_ptr((self.table.adit_version)()) }.to_string_lossy().into_owned()
    }

    pub(crate) fn words(&self, code: i32) -> String {
        // SAFETY: a static text, never NULL.
        unsafe { CStr::from_ptr((self.table.adit_strerror)(code)) }.to_string_lossy().into_owned()
    }

    fn error(&self, code: i32) -> Error {
        Error::new(Code::from_number(code), self.words(code))
    }

    /// The count that a function returned, or its error.
    fn counted(&self, code: i32) -> Result<usize, Error> {
        usize::try_from(code).map_err(|_| self.error(code))
    }

    /// Calls a function that fills in an `adit_error`, and returns its code and the text there.
    fn told<R>(&self, call: impl FnOnce(*mut Fault) -> (i32, R)) -> Result<(R, String), Error> {
        let mut fault = Fault { code: 0, offset: NO_OFFSET, text: [0; 248] };
        let (code, result) = call(&mut fault);
        let end = fault.text.iter().position(|byte| *byte == 0).unwrap_or(fault.text.len());
        let text = String::from_utf8_lossy(&fault.text[..end]).into_owned();
        if code >= 0 {
            return Ok((result, text));
        }
        let offset = (fault.offset != NO_OFFSET).then_some(fault.offset);
        let text = if text.is_empty() { self.words(code) } else { text };
        Err(Error::new(Code::from_number(code), text).at(offset))
    }

    /// Takes a text that a function handed over; none where it is NULL.
    fn taken(&self, out: *mut c_char, length: usize) -> Option<String> {
        if out.is_null() {
            return None;
        }
        // SAFETY: Adit hands over `length` bytes, the caller's until adit_free.
        let text =
            unsafe { String::from_utf8_lossy(std::slice::from_raw_parts(out.cast::<u8>(), length)) }.into_owned();
        // SAFETY: the pointer is Adit's, and not used afterwards.
        unsafe { (self.table.adit_free)(out.cast()) };
        Some(text)
    }

    pub(crate) fn catalog(&self, app: Option<&CStr>) -> Result<String, Error> {
        let (mut out, mut length) = (null_mut(), 0);
        // SAFETY: NULL is allowed for `app`; the rest points to places of this frame.
        let code = unsafe { (self.table.adit_catalog)(app.map_or(null(), CStr::as_ptr), &mut out, &mut length) };
        self.counted(code)?;
        Ok(self.taken(out, length).unwrap_or_default())
    }

    pub(crate) fn compare(&self, old: &[u8], new: &[u8]) -> Result<String, Error> {
        let (mut out, mut length) = (null_mut(), 0);
        // SAFETY: texts with their lengths, and places of this frame.
        self.told(|fault| unsafe {
            let (old_text, new_text) = (old.as_ptr().cast(), new.as_ptr().cast());
            let compare = self.table.adit_catalog_compare;
            (compare(old_text, old.len(), new_text, new.len(), &mut out, &mut length, fault), ())
        })?;
        Ok(self.taken(out, length).unwrap_or_default())
    }

    /// Opens a core; in pull mode without a sink. Returns its id, or 0 and a text, with `store.check` and the like.
    pub(crate) fn open(&self, app: &CStr, config: &[u8], sink: Option<Arc<dyn Sink>>) -> Result<(u64, String), Error> {
        let mut core = 0;
        let function: Option<MessageFn> = sink.as_ref().map(|_| on_message as MessageFn);
        let release: Option<ReleaseFn> = sink.as_ref().map(|_| on_release as ReleaseFn);
        let context: *mut c_void = sink.map_or(null_mut(), |sink| Box::into_raw(Box::new(sink)).cast());
        // SAFETY: texts with their lengths, places of this frame, and a context that is freed by `on_release`, which Adit calls
        // once, also if it opens nothing.
        self.told(|fault| unsafe {
            let text = config.as_ptr().cast();
            let open = self.table.adit_open;
            let code =
                open(ABI_VERSION, app.as_ptr(), text, config.len(), function, context, release, &mut core, fault);
            (code, ())
        })
        .map(|((), text)| (core, text))
    }

    pub(crate) fn send(&self, core: u64, json: &[u8]) -> Result<(), Error> {
        // SAFETY: a text with its length; Adit only borrows it.
        self.told(|fault| unsafe { ((self.table.adit_send)(core, json.as_ptr().cast(), json.len(), fault), ()) })
            .map(drop)
    }

    pub(crate) fn submit(&self, core: u64, client: &CStr, json: &[u8]) -> Result<(), Error> {
        let (client, text) = (client.as_ptr(), json.as_ptr().cast());
        // SAFETY: a text that ends with a NUL, and one with its length.
        self.told(|fault| unsafe { ((self.table.adit_submit)(core, client, text, json.len(), fault), ()) }).map(drop)
    }

    pub(crate) fn process(&self, core: u64, timeout: i32) -> Result<usize, Error> {
        // SAFETY: takes numbers alone; an id that is none is an error.
        self.counted(driving(|| unsafe { (self.table.adit_process)(core, timeout) }))
    }

    // `group_receive` and `call` return what a panic must not lose: `driving` is the caller's. The other two call no callback.

    pub(crate) fn receive(&self, core: u64, timeout: i32) -> Result<Option<String>, Error> {
        // SAFETY: places of that frame.
        self.received(|out, length| unsafe { (self.table.adit_receive)(core, timeout, out, length) })
    }

    pub(crate) fn receive_all(&self, core: u64, timeout: i32, most: usize) -> Result<Option<String>, Error> {
        // SAFETY: places of that frame.
        self.received(|out, length| unsafe { (self.table.adit_receive_all)(core, timeout, most, out, length) })
    }

    fn received(&self, call: impl FnOnce(*mut *mut c_char, *mut usize) -> i32) -> Result<Option<String>, Error> {
        let (mut out, mut length) = (null_mut(), 0);
        match call(&mut out, &mut length) {
            code if code == Code::TimedOut.number() => Ok(None),
            code => self.counted(code).map(|_| self.taken(out, length)),
        }
    }

    pub(crate) fn call(&self, core: u64, json: &[u8], timeout: i32) -> Result<String, Error> {
        let (mut out, mut length) = (null_mut(), 0);
        let text = json.as_ptr().cast();
        // SAFETY: a text with its length, and places of this frame.
        self.told(|fault| unsafe {
            ((self.table.adit_call)(core, text, json.len(), timeout, &mut out, &mut length, fault), ())
        })?;
        Ok(self.taken(out, length).unwrap_or_default())
    }

    pub(crate) fn fd(&self, core: u64) -> Result<c_int, Error> {
        // SAFETY: takes a number.
        let code = unsafe { (self.table.adit_fd)(core) };
        self.counted(code).map(|_| code)
    }

    pub(crate) fn wakeup(&self, core: u64) -> Result<(), Error> {
        // SAFETY: takes a number.
        self.counted(unsafe { (self.table.adit_wakeup)(core) }).map(drop)
    }

    pub(crate) fn close(&self, core: u64, timeout: i32) -> Result<(), Error> {
        // SAFETY: takes numbers.
        self.counted(driving(|| unsafe { (self.table.adit_close)(core, timeout) })).map(drop)
    }

    pub(crate) fn group_open(&self) -> Result<u64, Error> {
        let mut group = 0;
        // SAFETY: a place of this frame.
        self.counted(unsafe { (self.table.adit_group_open)(&mut group) }).map(|_| group)
    }

    pub(crate) fn group_add(&self, group: u64, core: u64) -> Result<(), Error> {
        // SAFETY: takes numbers.
        self.counted(unsafe { (self.table.adit_group_add)(group, core) }).map(drop)
    }

    pub(crate) fn group_process(&self, group: u64, timeout: i32) -> Result<usize, Error> {
        // SAFETY: takes numbers.
        self.counted(driving(|| unsafe { (self.table.adit_group_process)(group, timeout) }))
    }

    pub(crate) fn group_receive(&self, group: u64, timeout: i32, most: usize) -> Result<Option<(u64, String)>, Error> {
        let mut core = 0;
        // SAFETY: places of these frames.
        let text = self.received(|out, length| unsafe {
            (self.table.adit_group_receive)(group, timeout, most, &mut core, out, length)
        })?;
        Ok(text.map(|text| (core, text)))
    }

    pub(crate) fn group_fd(&self, group: u64) -> Result<c_int, Error> {
        // SAFETY: takes a number.
        let code = unsafe { (self.table.adit_group_fd)(group) };
        self.counted(code).map(|_| code)
    }

    pub(crate) fn group_close(&self, group: u64) -> Result<(), Error> {
        // SAFETY: takes a number.
        self.counted(unsafe { (self.table.adit_group_close)(group) }).map(drop)
    }
}

/// `struct pollfd`
#[repr(C)]
pub(crate) struct PollFd {
    file: c_int,
    events: i16,
    results: i16,
}

const POLLIN: i16 = 1;

impl PollFd {
    pub(crate) fn new(file: c_int) -> PollFd {
        PollFd { file, events: POLLIN, results: 0 }
    }

    pub(crate) fn is_ready(&self) -> bool {
        self.results != 0
    }
}

/// Waits until one of the descriptors is readable, has failed or has ended, a signal arrives or the time (in milliseconds; -1: without
/// limit) is up.
pub(crate) fn poll_files(files: &mut [PollFd], timeout: c_int) -> std::io::Result<()> {
    extern "C" {
        fn poll(files: *mut PollFd, count: c_ulong, timeout: c_int) -> c_int;
    }
    // SAFETY: as many entries as the slice has; poll writes `results` alone.
    if unsafe { poll(files.as_mut_ptr(), files.len() as c_ulong, timeout) } < 0 {
        let error = std::io::Error::last_os_error();
        if error.kind() != std::io::ErrorKind::Interrupted {
            return Err(error);
        }
        files.iter_mut().for_each(|file| file.results = 0);
    }
    Ok(())
}
