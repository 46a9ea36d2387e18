//! A panic that leaves a callback, in a program that uses `adit.h` itself: it unwinds through Adit, by `extern "C-unwind"` (Rust 1.71).
//! The crate's own callbacks catch panics (`misuse.rs`).

use std::os::raw::{c_char, c_void};
use std::panic::{catch_unwind, AssertUnwindSafe};
use std::ptr::{null, null_mut};

type MessageFn = unsafe extern "C-unwind" fn(*mut c_void, u64, *const c_char, usize);
type ReleaseFn = unsafe extern "C-unwind" fn(*mut c_void);

extern "C-unwind" {
    fn adit_open(
        abi: u32,
        app: *const c_char,
        config: *const c_char,
        length: usize,
        function: Option<MessageFn>,
        context: *mut c_void,
        release: Option<ReleaseFn>,
        out: *mut u64,
        error: *mut c_void,
    ) -> i32;
    fn adit_send(core: u64, json: *const u8, length: usize, error: *mut c_void) -> i32;
    fn adit_process(core: u64, timeout: i32) -> i32;
    fn adit_close(core: u64, timeout: i32) -> i32;
}

const INCREMENT: &str = r#"{"counter":{"request":{"increment":{"by":1}}}}"#;

#[derive(Default)]
struct Host {
    heard: Vec<String>,
    panics_at: usize,
    released: usize,
}

unsafe extern "C-unwind" fn hear(context: *mut c_void, _core: u64, json: *const c_char, length: usize) {
    let host = &mut *context.cast::<Host>();
    host.heard.push(String::from_utf8(std::slice::from_raw_parts(json.cast(), length).to_vec()).unwrap());
    if host.heard.len() == host.panics_at {
        std::panic::resume_unwind(Box::new(host.heard.len())); // a panic without a line on standard error
    }
}

unsafe extern "C-unwind" fn release(context: *mut c_void) {
    (*context.cast::<Host>()).released += 1;
}

unsafe fn open(host: *mut Host) -> u64 {
    let mut core = 0;
    let app = b"counter\0".as_ptr().cast();
    assert_eq!(adit_open(1, app, null(), 0, Some(hear), host.cast(), Some(release), &mut core, null_mut()), 0);
    core
}

/// Sets a flag when it is dropped.
struct Guard<'a>(&'a mut bool);

impl Drop for Guard<'_> {
    fn drop(&mut self) {
        *self.0 = true;
    }
}

#[test]
fn given_a_callback_that_panics_when_processed_then_the_panic_is_the_callers_and_the_core_goes_on() {
    let mut host = Host { panics_at: 2, ..Host::default() };
    let host: *mut Host = &mut host;
    unsafe {
        let core = open(host);
        for _ in 0..3 {
            assert_eq!(adit_send(core, INCREMENT.as_ptr(), INCREMENT.len(), null_mut()), 0);
        }
        let mut dropped = false;
        let panic = catch_unwind(AssertUnwindSafe(|| {
            let _guard = Guard(&mut dropped);
            adit_process(core, 0)
        }));
        assert_eq!(panic.unwrap_err().downcast_ref(), Some(&2usize));
        assert!(dropped);
        assert_eq!(adit_process(core, 0), 1);
        assert_eq!((*host).heard.len(), 3);
        assert_eq!(adit_close(core, 0), 0);
        assert_eq!((*host).released, 1);
    }
}

#[test]
fn given_a_callback_that_panicked_when_another_thread_closes_then_the_core_is_gone() {
    let mut host = Host { panics_at: 1, ..Host::default() };
    let host: *mut Host = &mut host;
    unsafe {
        let core = open(host);
        for _ in 0..3 {
            assert_eq!(adit_send(core, INCREMENT.as_ptr(), INCREMENT.len(), null_mut()), 0);
        }
        assert!(catch_unwind(AssertUnwindSafe(|| adit_process(core, 0))).is_err());
        assert_eq!(std::thread::spawn(move || adit_close(core, 0)).join().unwrap(), 0);
        assert_eq!(((*host).heard.len(), (*host).released), (1, 1));
        assert_eq!(adit_close(core, 0), -5);
    }
}
