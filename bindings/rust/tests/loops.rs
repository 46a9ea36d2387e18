//! Cores in loops and groups.

mod common;

use adit::{Code, Core, Loop, Request, Value, Wait};
use common::{cancel_import, cores, counter, import, increment, incremented, json, todo, Gate, Heard};
use std::io::Write;
use std::os::unix::net::UnixStream;
use std::time::Duration;

fn imported(texts: &[&str], answer: &Value) -> bool {
    let items = answer["todo"]["response"]["wereImported"].as_array().unwrap_or_default();
    items.iter().map(|item| item["text"].as_str().unwrap()).eq(texts.iter().copied())
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
