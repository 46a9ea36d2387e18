//! The misuses of `bindings/conformance/README.md`, each by its name.

mod common;

use adit::{Code, Core, Effect, Error, Loop, Value, Wait};
use common::{
    add, cancel_import, cores, counter, file, import, increment, incremented, json, open, todo, Dropped, Gate, Heard,
};
use std::panic::{catch_unwind, AssertUnwindSafe};
use std::sync::{mpsc, Arc, Mutex, Weak};

fn code<T: std::fmt::Debug>(result: Result<T, Error>) -> Code {
    result.unwrap_err().code()
}

fn panics(code: impl FnOnce()) -> String {
    let payload = catch_unwind(AssertUnwindSafe(code)).unwrap_err();
    payload.downcast_ref::<&str>().unwrap().to_string()
}

#[test]
fn use_after_close() {
    let core = counter().open().unwrap();
    let sender = core.sender();
    core.close(Wait::Forever).unwrap();
    assert_eq!(code(core.send(increment(1))), Code::Core);
    assert_eq!(code(core.submit("web", increment(1))), Code::Core);
    assert_eq!(code(core.process(Wait::None)), Code::Core);
    assert_eq!(code(core.receive(Wait::None)), Code::Core);
    assert_eq!(code(core.receive_all(Wait::None, 0)), Code::Core);
    assert_eq!(code(core.call(increment(1), Wait::None)), Code::Core);
    assert_eq!(code(core.get("/value")), Code::Core);
    assert_eq!(code(core.fd()), Code::Core);
    assert_eq!(code(core.is_ready()), Code::Core);
    assert_eq!(code(core.wakeup()), Code::Core);
    assert_eq!(code(core.block_on(core.request(increment(1))).unwrap()), Code::Closed);
    assert_eq!(code(core.block_on(std::future::pending::<()>())), Code::Core);
    assert_eq!(core.mirror("/value").error().unwrap().code(), Code::Core);
    assert_eq!(code(sender.send(increment(1))), Code::Core);
    assert_eq!(code(cores().group().unwrap().add(&core)), Code::Core);
}

#[test]
fn close_twice() {
    let core = counter().open().unwrap();
    core.close(Wait::Forever).unwrap();
    assert_eq!(code(core.close(Wait::Forever)), Code::Core);
}

#[test]
fn dropped_core() {
    let heard = Heard::default();
    let dropped = Dropped(heard.clone(), "the callback");
    let mut listener = heard.listener();
    let core = counter().on_message(move |message| {
        let _ = &dropped;
        listener(message);
    });
    let core = core.open().unwrap();
    core.send(increment(1)).unwrap();
    let sender = core.sender();
    drop(core);
    let texts = heard.take();
    assert_eq!(texts.len(), 3, "{texts:?}");
    assert_eq!(json(&texts[0])["@error"]["code"].as_str(), Some("eclosed"));
    assert_eq!(texts[1..], [r#"{"@closed":{}}"#, "the callback"]);
    assert_eq!(code(sender.send(increment(1))), Code::Core);
}

/// Opens a core that its own callback drops at the first message, and lets something drive it.
fn drop_in_callback(drive: impl FnOnce(&Arc<Mutex<Option<Core>>>)) {
    let heard = Heard::default();
    let slot: Arc<Mutex<Option<Core>>> = Arc::default();
    let (mut listener, held) = (heard.listener(), Arc::clone(&slot));
    let core = counter().on_message(move |message| {
        listener(message);
        let core = held.lock().unwrap().take();
        drop(core);
    });
    let core = core.open().unwrap();
    let sender = core.sender();
    core.send(increment(1)).unwrap();
    *slot.lock().unwrap() = Some(core);
    drive(&slot);
    assert_eq!(heard.take(), [incremented(1), r#"{"@closed":{}}"#.into()]);
    assert_eq!(code(sender.send(increment(1))), Code::Core);
}

#[test]
fn dropped_core_in_its_own_callback() {
    drop_in_callback(|slot| {
        let mut events = Loop::new().unwrap();
        events.add(slot.lock().unwrap().as_ref().unwrap()).unwrap();
        events.run().unwrap();
    });
    drop_in_callback(|slot| {
        let group = cores().group().unwrap();
        group.add(slot.lock().unwrap().as_ref().unwrap()).unwrap();
        assert_eq!(group.process(Wait::None), Ok(1));
    });
}

#[test]
fn callback_throws() {
    let heard = Heard::default();
    let mut listener = heard.listener();
    let core = counter().on_message(move |message| {
        let is_second = message.text() == incremented(2);
        listener(message);
        if is_second {
            panic!("the callback's own");
        }
    });
    let core = core.open().unwrap();
    (0..3).for_each(|_| core.send(increment(1)).unwrap());
    assert_eq!(panics(|| drop(core.process(Wait::None))), "the callback's own");
    assert_eq!(heard.take(), [incremented(1), incremented(2), incremented(3)]);
    core.send(increment(1)).unwrap();
    assert_eq!(core.process(Wait::None), Ok(1));
    assert_eq!(heard.take(), [incremented(4)]);
    core.close(Wait::Forever).unwrap();
}

#[test]
fn callback_throws_in_a_call() {
    let calls: [fn(&Core); 2] =
        [|core| drop(core.call(increment(2), Wait::None)), |core| drop(core.call_text(increment(2), Wait::None))];
    for call in calls {
        let heard = Heard::default();
        let mut listener = heard.listener();
        let core = counter().on_message(move |message| {
            let is_first = message.text() == incremented(1);
            listener(message);
            if is_first {
                panic!("mine");
            }
        });
        let core = core.open().unwrap();
        core.send(increment(1)).unwrap();
        assert_eq!(panics(|| call(&core)), "mine");
        // What the call would have returned is not lost.
        assert_eq!(heard.take(), [incremented(1), incremented(3)]);
    }
}

struct PanicsAsItIsDropped;

impl Drop for PanicsAsItIsDropped {
    fn drop(&mut self) {
        panic!("mine");
    }
}

#[test]
fn a_cancellation_that_panics_in_a_call_does_not_keep_the_rest_of_its_output() {
    let heard = Heard::default();
    let core = todo().on_message(heard.listener()).gateway("lists", |_effect| async {
        let _held = PanicsAsItIsDropped;
        std::future::pending::<Result<Value, Value>>().await
    });
    let core = core.open().unwrap();
    core.send(import("groceries")).unwrap();
    core.process(Wait::None).unwrap();
    assert_eq!(panics(|| drop(core.call(cancel_import("groceries"), Wait::None))), "mine");
    assert_eq!(heard.take(), [r#"{"todo":{"response":{"importWasCancelled":{"from":"groceries"}}}}"#]);
}

#[test]
fn callback_throws_in_a_group_that_receives() {
    let noisy = counter().on_message(|_| panic!("mine")).open().unwrap();
    let pulled = counter().pull().open().unwrap();
    let group = cores().group().unwrap();
    group.add(&noisy).unwrap();
    group.add(&pulled).unwrap();
    noisy.send(increment(1)).unwrap();
    pulled.send(increment(2)).unwrap();
    assert_eq!(panics(|| drop(group.receive(Wait::None, 0))), "mine");
    assert_eq!(group.receive(Wait::None, 0), Ok(Some((pulled.id(), vec![json(&incremented(2))]))));
    assert_eq!(group.receive(Wait::None, 0), Ok(None));
}

#[test]
fn callback_throws_at_close_and_at_drop() {
    let core = counter().on_message(|_| panic!("at the end")).open().unwrap();
    assert_eq!(panics(|| drop(core.close(Wait::Forever))), "at the end");
    assert_eq!(code(core.close(Wait::Forever)), Code::Core);
    drop(counter().on_message(|_| panic!("at the end")).open().unwrap());
}

#[test]
fn callback_throws_of_a_core_that_is_driven_in_another_ones_callback() {
    let heard = Heard::default();
    let (inside, mut listener) = (heard.clone(), heard.listener());
    let inner = counter().on_message(move |message| {
        listener(message);
        panic!("inside");
    });
    let inner = inner.open().unwrap();
    inner.send(increment(7)).unwrap();
    let outer = counter().on_message(move |message| {
        inside.push(&panics(|| drop(inner.process(Wait::None))));
        inside.push(message.text());
    });
    let outer = outer.open().unwrap();
    outer.send(increment(1)).unwrap();
    assert_eq!(outer.process(Wait::None), Ok(1));
    assert_eq!(heard.take(), [incremented(7), "inside".into(), incremented(1)]);
    std::mem::drop(catch_unwind(AssertUnwindSafe(|| drop(outer))));
}

#[test]
fn callback_drives() {
    let slot: Arc<Mutex<Weak<Core>>> = Arc::default();
    let found: Arc<Mutex<Vec<Code>>> = Arc::default();
    let (held, codes) = (Arc::clone(&slot), Arc::clone(&found));
    let core = counter().on_message(move |message| {
        if let Some(core) = held.lock().unwrap().upgrade() {
            let mut codes = codes.lock().unwrap();
            codes.push(code(core.process(Wait::None)));
            codes.push(code(core.receive(Wait::None)));
            codes.push(code(core.call(increment(1), Wait::Forever)));
            codes.push(code(core.close(Wait::Forever)));
            codes.push(code(core.block_on(std::future::pending::<()>())));
            message.sender().send(increment(10)).unwrap();
        }
    });
    let core = Arc::new(core.open().unwrap());
    *slot.lock().unwrap() = Arc::downgrade(&core);
    core.send(increment(1)).unwrap();
    assert_eq!(core.process(Wait::None), Ok(1));
    *slot.lock().unwrap() = Weak::new();
    assert_eq!(found.lock().unwrap()[..], [Code::Busy; 5]);
    assert_eq!(core.process(Wait::None), Ok(1));
    assert_eq!(core.get("/value"), Ok(Some(11.into())));
}

#[test]
fn invalid_json() {
    let core = counter().open().unwrap();
    let error = core.send(r#"{"counter":}"#).unwrap_err();
    assert_eq!((error.code(), error.name(), error.offset()), (Code::Json, "EJSON", Some(11)));
    assert_eq!(error.to_string(), format!("EJSON: {} (at byte 11)", error.text()));
    let error = core.block_on(core.request(r#"{"counter":}"#)).unwrap().unwrap_err();
    assert_eq!((error.code(), error.offset()), (Code::Json, Some(11)));
    for text in ["", "  ", "{", "}", "[1]", "7"] {
        core.block_on(core.request(text)).unwrap().unwrap_err();
    }
}

#[test]
fn invalid_message() {
    let core = counter().open().unwrap();
    let error = core.send(json(r#"{"counter":{"request":{"increment":{"by":"two"}}}}"#)).unwrap_err();
    assert_eq!(error.code(), Code::Message);
    assert!(error.text().starts_with("counter.request.increment.by: found a string;"), "{error}");
    assert_eq!(core.block_on(core.request("{}")).unwrap().unwrap_err().code(), Code::Message);
}

#[test]
fn invalid_utf8() {
    let core = todo().open().unwrap();
    let error = core.send(b"{\"todo\":{\"request\":{\"add\":{\"item\":{\"text\":\"a\xffb\"}}}}}").unwrap_err();
    assert_eq!((error.code(), error.offset()), (Code::Json, Some(44)), "{error}");
    assert_eq!(core.call_text(r#"{"@get":{"path":"/items/ids"}}"#, Wait::None).unwrap().matches("[]").count(), 1);
}

#[test]
fn embedded_nul() {
    let core = todo().open().unwrap();
    let answer = core.block_on(core.request(add("a\0b"))).unwrap().unwrap();
    assert_eq!(answer["todo"]["response"]["wasAdded"]["text"].as_str(), Some("a\0b"));
    let error = core.send("{\"todo\":\0{}}").unwrap_err();
    assert_eq!((error.code(), error.offset()), (Code::Json, Some(8)), "{error}");
    assert_eq!(code(core.submit("a\0b", add("x"))), Code::Invalid);
    assert_eq!(code(cores().core("coun\0ter").open()), Code::App);
}

#[test]
fn unknown_app() {
    let error = cores().core("countre").open().unwrap_err();
    assert_eq!(error.code(), Code::App);
    assert!(error.text().contains("countre"), "{error}");
    assert_eq!(code(cores().catalog("countre")), Code::App);
}

#[test]
fn bad_config() {
    let error = counter().config(json(r#"{"clok":"virtual"}"#)).open().unwrap_err();
    assert_eq!(error.code(), Code::Config);
    assert!(error.text().contains("clok"), "{error}");
    assert_eq!(code(counter().config("{").open()), Code::Json);
    assert_eq!(code(counter().config(r#"{"store":{"path":"/nowhere/a"}}"#).open()), Code::Store);
    let served = todo().gateway("lists", |_| async { Ok(Value::Null) });
    assert_eq!(code(served.config("[").open()), Code::Json);
    let served = todo().gateway("lists", |_| async { Ok(Value::Null) });
    assert_eq!(code(served.config(r#"{"gateways":"lists"}"#).open()), Code::Config);
    assert_eq!(code(counter().verdict()), Code::Invalid);
}

#[test]
fn wrong_library() {
    let error = open("libm.so.6").unwrap_err();
    assert_eq!(error.code(), Code::Library);
    assert_eq!(error.text(), "libm.so.6 is no Adit library: it has no function adit_abi_version");
    assert_eq!(code(open(file!())), Code::Library);
    let newer = file("ADIT_TOOLS_DIR", "tools", "libscenario_newer.so");
    assert_eq!(code(open(newer)), Code::Library); // it lacks the other functions as well
}

#[test]
fn wrong_argument() {
    let error = open("").unwrap_err();
    assert_eq!(error.code(), Code::Library);
    assert_eq!(error.text(), r#"found "" as the path of a library; the path of a file is expected"#);
    let core = counter().open().unwrap();
    let error = core.send("5").unwrap_err();
    assert_eq!(error.text(), "found the number 5; an object with one case is expected");
}

#[test]
fn missing_library() {
    let error = open("/nowhere/libadit_cores.so").unwrap_err();
    assert_eq!(error.code(), Code::Library);
    assert!(
        error.text().contains("looked for at /nowhere/libadit_cores.so. Give the path of an Adit library"),
        "{error}"
    );
    let error = open("libnowhere.so").unwrap_err();
    assert!(error.text().contains("no such library in LD_LIBRARY_PATH ("), "{error}");
    assert!(error.text().contains("such as ./libnowhere.so"), "{error}");
    assert_eq!(code(open("a\0b")), Code::Library);
}

#[test]
fn two_drivers() {
    let (entered, inside) = mpsc::channel();
    let (leave, left) = mpsc::channel::<()>();
    let core = counter().on_message(move |_| {
        entered.send(()).unwrap();
        let _ = left.recv();
    });
    let core = core.open().unwrap();
    core.send(increment(1)).unwrap();
    std::thread::scope(|scope| {
        let driver = scope.spawn(|| core.process(Wait::None));
        inside.recv().unwrap();
        assert_eq!(code(core.process(Wait::None)), Code::Busy);
        assert_eq!(code(core.block_on(std::future::pending::<()>())), Code::Busy);
        assert_eq!(code(core.close(Wait::None)), Code::Busy);
        drop(leave);
        assert_eq!(driver.join().unwrap(), Ok(1));
    });
}

#[test]
fn many_senders() {
    let heard = Heard::default();
    let core = counter().on_message(heard.listener()).open().unwrap();
    std::thread::scope(|scope| {
        for _ in 0..8 {
            let sender = core.sender();
            scope.spawn(move || (0..1000).for_each(|_| sender.send(increment(1)).unwrap()));
        }
        let mut count = 0;
        while count < 8000 {
            count += core.process(Wait::Forever).unwrap();
        }
    });
    let texts = heard.take();
    assert_eq!(texts.len(), 8000);
    assert_eq!(texts.last(), Some(&incremented(8000)));
}

#[test]
fn many_senders_of_requests() {
    let core = counter().open().unwrap();
    std::thread::scope(|scope| {
        let driver = scope.spawn(|| while core.process(Wait::Forever).is_ok() {});
        let senders: Vec<_> = (0..8)
            .map(|_| {
                scope.spawn(|| {
                    for _ in 0..100 {
                        assert!(wait_for(core.request(increment(1))).is_ok());
                    }
                })
            })
            .collect();
        senders.into_iter().for_each(|sender| sender.join().unwrap());
        assert_eq!(core.get("/value"), Ok(Some(800.into())));
        core.close(Wait::Forever).unwrap();
        driver.join().unwrap();
    });
}

/// Waits for a future on a thread that drives nothing.
fn wait_for<F: std::future::Future>(future: F) -> F::Output {
    Loop::new().unwrap().block_on(future).unwrap()
}

#[test]
fn gateway_throws() {
    let core = todo().gateway("lists", |effect: Effect| async move {
        if effect.request["fetch"]["list"].as_str() == Some("panic") {
            panic!("the gateway's own");
        }
        Err(Value::from("no route"))
    });
    let core = core.open().unwrap();
    for (list, text) in [("panic", "the gateway's own"), ("error", "no route")] {
        let answer = core.block_on(core.request(import(list))).unwrap().unwrap();
        let error = answer["todo"]["response"]["wereNotImported"]["error"].to_string();
        assert!(error.contains(text), "{answer}");
    }
}

#[test]
fn gateway_cancelled() {
    let (heard, gate) = (Heard::default(), Gate::default());
    let (dropped, late) = (heard.clone(), gate.clone());
    let core = todo().on_message(heard.listener()).gateway("lists", move |_| {
        let (dropped, late) = (Dropped(dropped.clone(), "cancelled"), late.clone());
        async move {
            late.await;
            dropped.0.push("it went on");
            Ok(json(r#"{"texts":["Milk"]}"#))
        }
    });
    let core = core.open().unwrap();
    core.send(import("groceries")).unwrap();
    core.process(Wait::None).unwrap();
    core.send(cancel_import("groceries")).unwrap();
    core.process(Wait::None).unwrap();
    assert_eq!(heard.take(), ["cancelled", r#"{"todo":{"response":{"importWasCancelled":{"from":"groceries"}}}}"#]);
    gate.open();
    core.process(Wait::None).unwrap();
    assert_eq!(heard.take(), [] as [&str; 0]);
    let stats = core.call(r#"{"@stats":{}}"#, Wait::None).unwrap();
    assert_eq!(stats[0]["@stats"]["ignoredReplies"].as_i64(), Some(0));
    assert_eq!(core.get("/items/ids"), Ok(Some(json("[]"))));
}

#[test]
fn close_pending() {
    let heard = Heard::default();
    let dropped = heard.clone();
    let core = todo().gateway("lists", move |_| {
        let dropped = Dropped(dropped.clone(), "the gateway");
        async move {
            let _dropped = dropped;
            std::future::pending().await
        }
    });
    let core = core.open().unwrap();
    let (pending, unhandled) = (core.request(import("groceries")), core.request(add("x")));
    core.process(Wait::None).unwrap();
    let mirror = core.mirror("/items");
    core.process(Wait::None).unwrap();
    let late = core.request(add("y"));
    drop(unhandled);
    core.close(Wait::Forever).unwrap();
    assert_eq!(heard.take(), ["the gateway"]);
    assert_eq!(code(wait_for(pending)), Code::Closed);
    assert_eq!(code(wait_for(late)), Code::Closed);
    assert_eq!(wait_for(mirror.changed()), Ok(()));
    assert_eq!(code(wait_for(mirror.changed())), Code::Closed);
}

#[test]
fn big_message() {
    let core = todo().open().unwrap();
    let text = "é\"\n0".repeat(1_000_000 / 5 + 1);
    let answer = core.block_on(core.request(add(&text))).unwrap().unwrap();
    assert_eq!(answer["todo"]["response"]["wasAdded"]["text"].as_str(), Some(text.as_str()));
}
