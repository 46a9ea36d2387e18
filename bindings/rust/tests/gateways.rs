// SPDX-License-Identifier: Apache-2.0

//! Gateways as async functions, cores in loops and groups.

mod common;

use adit::{Code, Core, Effect, Error, Library, Loop, Mirror, Request, Sender, Value, Wait};
use common::{add, cancel_import, cores, counter, import, increment, incremented, json, library, todo, Gate, Heard};
use std::io::Write;
use std::os::unix::net::UnixStream;
use std::time::Duration;

fn imported(texts: &[&str], answer: &Value) -> bool {
    let items = answer["todo"]["response"]["wereImported"].as_array().unwrap_or_default();
    items.iter().map(|item| item["text"].as_str().unwrap()).eq(texts.iter().copied())
}

#[test]
fn given_a_gateway_when_a_message_needs_it_then_its_result_is_the_reply() {
    let core = todo().gateway("lists", |effect: Effect| async move {
        assert_eq!((effect.gateway(), effect.client(), effect.is_source()), ("lists", None, false));
        assert!(effect.id().starts_with('e'), "{effect:?}");
        Ok(Value::object([("texts", vec![effect.request["fetch"]["list"].clone()])]))
    });
    let core = core.open().unwrap();
    let answer = core.block_on(core.request(import("groceries"))).unwrap().unwrap();
    assert!(imported(&["groceries"], &answer), "{answer}");
    let answer = core.block_on(core.request(import("\\u00e9 \\u0000"))).unwrap().unwrap();
    assert!(imported(&["é \0"], &answer), "{answer}");
}

#[test]
fn given_a_reply_that_is_too_large_when_sent_then_the_app_gets_an_error() {
    let core = todo().config(r#"{"limits":{"message":500}}"#);
    let core = core.gateway("lists", |_| async { Ok(Value::from("x".repeat(1000))) }).open().unwrap();
    let answer = core.block_on(core.request(import("groceries"))).unwrap().unwrap();
    assert!(answer.to_string().contains("ESIZE"), "{answer}");
}

#[test]
fn given_a_gateway_that_waits_when_another_thread_wakes_it_then_the_waiting_driver_goes_on() {
    let gate = Gate::default();
    let late = gate.clone();
    let core = todo().gateway("lists", move |_| {
        let late = late.clone();
        async move {
            late.await;
            Ok(json(r#"{"texts":["Milk"]}"#))
        }
    });
    let core = core.open().unwrap();
    let request = core.request(import("groceries"));
    core.process(Wait::None).unwrap();
    std::thread::scope(|scope| {
        scope.spawn(|| gate.open());
        assert!(imported(&["Milk"], &core.block_on(request).unwrap().unwrap()));
    });
}

#[test]
fn given_no_reply_expected_when_a_gateway_returns_then_none_is_sent() {
    let heard = Heard::default();
    let told = heard.clone();
    let core = todo().config(r#"{"clock":"virtual"}"#).gateway("review", move |effect| {
        told.push(&effect.request.to_string());
        async { Ok(Value::Null) }
    });
    let core = core.open().unwrap();
    core.send(r#"{"appReview":{"requestReview":{}}}"#).unwrap();
    (0..3).for_each(|_| core.send(add("x")).unwrap());
    core.send(r#"{"@advance":{"by":5000}}"#).unwrap();
    core.process(Wait::None).unwrap();
    core.process(Wait::None).unwrap();
    assert_eq!(heard.take(), [r#"{"show":{}}"#]);
    let stats = core.call(r#"{"@stats":{}}"#, Wait::None).unwrap();
    assert_eq!(stats[0]["@stats"]["ignoredReplies"].as_i64(), Some(0));
}

#[test]
fn given_a_source_when_it_emits_then_each_item_arrives() {
    let heard = Heard::default();
    let core = library("adit_showcase").core("chat").on_message(heard.listener());
    let core = core.gateway("inbox", |effect: Effect| async move {
        assert!(effect.is_source());
        for text in ["one", "two"] {
            effect.emit(Value::object([("from", "Ann"), ("text", text)])).unwrap();
        }
        Ok(Value::object([("from", "Ann"), ("text", "three")]))
    });
    let core = core.open().unwrap();
    core.send(r#"{"presence":{"request":{"goOnline":{"room":"lobby"}}}}"#).unwrap();
    core.process(Wait::None).unwrap();
    core.process(Wait::None).unwrap();
    let texts: Vec<_> = heard.take().iter().map(|text| json(text)).collect();
    let received: Vec<_> =
        texts.iter().filter_map(|text| text["inbox"]["received"]["message"]["text"].as_str()).collect();
    assert_eq!(received, ["one", "two", "three"], "{texts:?}");
    assert!(texts.iter().any(|text| text["inbox"].get("wasLost").is_some()), "{texts:?}");
}

#[test]
fn given_call_when_its_output_has_an_effect_then_the_gateway_is_asked() {
    let core = todo().gateway("lists", |_| async { Ok(json(r#"{"texts":["Milk"]}"#)) }).open().unwrap();
    assert_eq!(core.call(import("groceries"), Wait::None), Ok(vec![]));
    core.process(Wait::None).unwrap();
    assert_eq!(core.get("/view/openCount"), Ok(Some(1.into())));
}

#[test]
fn given_a_gateway_that_drives_its_core_when_asked_then_it_goes_on() {
    let slot: std::sync::Arc<std::sync::Mutex<std::sync::Weak<Core>>> = Default::default();
    let held = std::sync::Arc::clone(&slot);
    let core = todo().gateway("lists", move |_| {
        let core = held.lock().unwrap().upgrade();
        async move {
            let added = core.unwrap().call(add("by the gateway"), Wait::None).unwrap();
            Ok(Value::object([("texts", vec![added[0]["todo"]["response"]["wasAdded"]["text"].clone()])]))
        }
    });
    let core = std::sync::Arc::new(core.open().unwrap());
    *slot.lock().unwrap() = std::sync::Arc::downgrade(&core);
    let answer = core.block_on(core.request(import("groceries"))).unwrap().unwrap();
    assert!(imported(&["by the gateway"], &answer), "{answer}");
}

#[test]
fn given_a_loop_when_it_runs_many_cores_then_futures_of_all_go_on() {
    let mut events = Loop::new().unwrap();
    let open = |handle: adit::LoopHandle| {
        let core = todo().gateway("lists", move |effect| {
            let handle = handle.clone();
            async move {
                handle.sleep(Duration::from_millis(1)).await;
                Ok(Value::object([("texts", vec![effect.request["fetch"]["list"].clone()])]))
            }
        });
        core.open().unwrap()
    };
    let all: Vec<Core> = (0..20).map(|_| open(events.handle())).collect();
    all.iter().for_each(|core| events.add(core).unwrap());
    let requests: Vec<Request> = all.iter().map(|core| core.request(import("groceries"))).collect();
    let answers = events.block_on(async {
        let mut answers = Vec::new();
        for request in requests {
            answers.push(request.await.unwrap());
        }
        answers
    });
    assert!(answers.unwrap().iter().all(|answer| imported(&["groceries"], answer)));
}

#[test]
fn given_a_loop_when_sockets_timers_and_other_threads_wake_futures_then_each_goes_on() {
    let heard = Heard::default();
    let mut events = Loop::new().unwrap();
    let core = counter().on_message(heard.listener()).open().unwrap();
    events.add(&core).unwrap();
    let (mut one, other) = UnixStream::pair().unwrap();
    let (handle, sender, told) = (events.handle(), core.sender(), heard.clone());
    handle.clone().spawn(async move {
        handle.readable(&other).await;
        told.push("readable");
        sender.request(increment(5)).await.unwrap();
        handle.spawn(async move { sender.send(r#"{"@close":{}}"#).unwrap() });
    });
    std::thread::scope(|scope| {
        scope.spawn(move || one.write_all(b"x").unwrap());
        events.run().unwrap();
    });
    assert_eq!(heard.take(), ["readable", r#"{"@closed":{}}"#]);
    let handle = events.handle();
    std::thread::scope(|scope| {
        let gate = Gate::default();
        let late = gate.clone();
        scope.spawn(move || handle.spawn(async move { gate.open() }));
        events.block_on(late).unwrap();
    });
}

#[test]
fn given_a_loop_when_a_callback_panics_then_it_comes_out_and_the_loop_goes_on() {
    let mut events = Loop::new().unwrap();
    let open = |panics: bool| {
        let core = counter().on_message(move |_| assert!(!panics, "the callback's own")).open().unwrap();
        core.send(increment(1)).unwrap();
        core
    };
    let all: Vec<Core> = (0..6).map(|number| open(number % 2 == 0)).collect();
    all.iter().for_each(|core| events.add(core).unwrap());
    let drive = |events: &mut Loop, request: &mut Request| {
        std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| events.block_on(request).unwrap()))
    };
    let mut requests: Vec<Request> = all.iter().map(|core| core.request(increment(1))).collect();
    let mut panics = 0;
    for request in &mut requests {
        while drive(&mut events, request).is_err() {
            panics += 1;
        }
    }
    assert_eq!(panics, 3, "each callback panics once, and no answer is lost");
    all.iter().step_by(2).for_each(|core| {
        let _ = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| core.close(Wait::None)));
    });
}

#[test]
fn given_a_core_that_is_dropped_when_the_loop_runs_then_it_ends() {
    let mut events = Loop::new().unwrap();
    let core = counter().open().unwrap();
    events.add(&core).unwrap();
    let sender = core.sender();
    drop(core);
    events.run().unwrap();
    assert_eq!(sender.wakeup().unwrap_err().code(), Code::Core);
}

#[test]
fn given_a_group_when_cores_have_work_then_one_call_drives_them() {
    let (heard, library) = (Heard::default(), cores());
    let group = library.group().unwrap();
    let open = || library.core("counter").on_message(heard.listener()).open().unwrap();
    let all: Vec<Core> = (0..50).map(|_| open()).collect();
    all.iter().for_each(|core| group.add(core).unwrap());
    assert_eq!(group.add(&all[0]).unwrap_err().code(), Code::Invalid);
    all.iter().step_by(5).for_each(|core| core.send(increment(3)).unwrap());
    assert_eq!(group.process(Wait::Forever), Ok(10));
    assert_eq!(heard.take(), vec![incremented(3); 10]);
    assert_eq!(group.process(Wait::None), Ok(0));
    drop(group);
    assert_eq!(all[0].call(increment(1), Wait::None).unwrap(), [json(&incremented(4))]);
}

#[test]
fn given_a_group_when_a_callback_panics_then_it_comes_out_of_the_call() {
    let group = cores().group().unwrap();
    let core = counter().on_message(|message| assert!(message.contains("@closed"), "in the group")).open().unwrap();
    group.add(&core).unwrap();
    core.send(increment(3)).unwrap();
    let result = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| group.process(Wait::None)));
    assert_eq!(result.unwrap_err().downcast_ref::<&str>(), Some(&"in the group"));
    assert_eq!(group.process(Wait::None), Ok(0));
}

#[test]
fn given_a_group_in_a_loop_when_gateways_wait_then_they_go_on() {
    let (mut events, group) = (Loop::new().unwrap(), cores().group().unwrap());
    let handle = events.handle();
    let core = todo().gateway("lists", move |_| {
        let handle = handle.clone();
        async move {
            handle.sleep(Duration::from_millis(1)).await;
            Ok(json(r#"{"texts":["Milk"]}"#))
        }
    });
    let core = core.open().unwrap();
    group.add(&core).unwrap();
    events.add_group(&group).unwrap();
    assert!(imported(&["Milk"], &events.block_on(core.request(import("groceries"))).unwrap().unwrap()));
    core.send(cancel_import("groceries")).unwrap();
}

#[test]
fn given_a_group_in_pull_mode_when_received_then_the_core_is_named() {
    let group = cores().group().unwrap();
    let all: Vec<Core> = (0..3).map(|_| counter().pull().open().unwrap()).collect();
    all.iter().for_each(|core| group.add(core).unwrap());
    assert_eq!(group.receive(Wait::None, 0), Ok(None));
    all[1].send(increment(2)).unwrap();
    assert_eq!(group.receive(Wait::Forever, 0), Ok(Some((all[1].id(), vec![json(&incremented(2))]))));
    assert!(group.fd().unwrap() >= 0);
}

#[test]
fn given_the_codes_when_listed_then_they_are_those_of_the_header() {
    let header = include_str!("../../../include/adit.h");
    let codes = header.lines().filter_map(|line| line.trim().strip_prefix("ADIT_E"));
    let codes: Vec<_> = codes
        .filter_map(|line| line.split_once(" = "))
        .map(|(name, rest)| (format!("E{name}"), rest.split([',', ' ']).next().unwrap().parse::<i32>().unwrap()))
        .collect();
    let ours: Vec<_> = Code::ALL.iter().map(|code| (String::from(code.name()), code.number())).collect();
    assert_eq!(ours, codes);
    assert_eq!((Code::Other(-99).number(), Code::Library.number()), (-99, 0));
}

#[test]
fn given_an_error_of_the_app_when_requested_then_it_is_typed() {
    let core = library("adit_showcase").core("profile").config(r#"{"gateways":["save"]}"#).open().unwrap();
    core.send(r#"{"userTypesNewEmail":{"userEmail":"no address"}}"#).unwrap();
    let error = core.block_on(core.request(r#"{"userTapsChangeEmailButton":{}}"#)).unwrap().unwrap_err();
    assert_eq!((error.code(), error.path()), (Code::Handler, Some("userTapsChangeEmailButton")), "{error}");
}

#[test]
fn given_clients_when_submitted_then_the_config_decides() {
    let heard = Heard::default();
    let core = counter().on_message(heard.listener()).open().unwrap();
    core.submit("web-12", increment(1)).unwrap();
    core.process(Wait::None).unwrap();
    assert_eq!(json(&heard.take()[0])["@client"].as_str(), Some("web-12"));
    assert_eq!(core.submit("web-12", r#"{"@get":{"path":""}}"#).unwrap_err().code(), Code::Denied);
    assert_eq!(core.submit("", increment(1)).unwrap_err().code(), Code::Invalid);
}

#[test]
fn given_a_store_when_checked_then_the_verdict_is_a_text() {
    let path = std::env::temp_dir().join(format!("adit-rust-{}.store", std::process::id()));
    let config = |check: bool| {
        let store = [("path", Value::from(path.to_str().unwrap())), ("check", check.into())];
        Value::object([("store", Value::object(store))])
    };
    assert!(counter().config(config(true)).verdict().unwrap().starts_with("new: "));
    assert_eq!(counter().config(config(true)).open().unwrap_err().code(), Code::Invalid);
    let core = counter().config(config(false)).open().unwrap();
    core.call(increment(2), Wait::None).unwrap();
    assert_eq!(counter().config(config(false)).open().unwrap_err().code(), Code::Locked);
    drop(core);
    assert!(counter().config(config(true)).verdict().unwrap().starts_with("fine: "));
    let core = counter().config(config(false)).open().unwrap();
    assert_eq!(core.get("/value"), Ok(Some(2.into())));
    drop(core);
    std::fs::remove_file(path).unwrap();
}

#[test]
fn given_a_library_when_asked_then_it_describes_its_apps() {
    let library = cores();
    assert_eq!(library.version(), "0.1.0");
    let apps = library.apps().unwrap();
    assert_eq!(apps.as_object().unwrap().iter().map(|app| app.0).collect::<Vec<_>>(), ["counter", "todo"]);
    let catalog = library.catalog("todo").unwrap();
    assert!(catalog.pointer("/$defs/@toCore").is_some());
    let same = library.compare_catalogs(&catalog, catalog.to_string()).unwrap();
    assert_eq!(same["breaks"], json("[]"));
    assert_eq!(library.compare_catalogs("7", "{").unwrap_err().code(), Code::Json);
}

#[test]
fn given_the_types_when_moved_between_threads_then_the_compiler_allows_it() {
    fn send<T: Send>() {}
    fn sync<T: Sync>() {}
    send::<Core>();
    sync::<Core>();
    send::<Sender>();
    sync::<Sender>();
    send::<Library>();
    sync::<Library>();
    send::<Request>();
    send::<Mirror>();
    sync::<Mirror>();
    send::<Effect>();
    send::<Loop>();
    send::<Error>();
    let core = counter().open().unwrap();
    core.send(increment(1)).unwrap();
    let core = std::thread::spawn(move || core.process(Wait::None).map(|_| core)).join().unwrap().unwrap();
    assert_eq!(core.get("/value"), Ok(Some(1.into())));
}
