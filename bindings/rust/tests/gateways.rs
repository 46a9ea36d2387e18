//! Gateways as async functions.

mod common;

use adit::{Code, Core, Effect, Value, Wait};
use common::{add, import, json, library, todo, Gate, Heard};

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
fn refused_reply() {
    let core = todo().config(r#"{"limits":{"message":500}}"#);
    let core = core.gateway("lists", |_| async { Ok(Value::from("x".repeat(1000))) }).open().unwrap();
    let answer = core.block_on(core.request(import("groceries"))).unwrap().unwrap();
    assert!(answer.to_string().contains("ESIZE"), "{answer}");
}

#[test]
fn given_a_full_queue_when_a_gateway_answers_then_the_reply_is_sent_once_there_is_room() {
    let core = todo().config(r#"{"limits":{"queue":3}}"#).gateway("lists", |effect: Effect| async move {
        let full = (0..4).map(|_| effect.sender().send(add("x"))).find_map(Result::err);
        assert_eq!(full.unwrap().code(), Code::Full);
        Ok(json(r#"{"texts":["Milk"]}"#))
    });
    let core = core.open().unwrap();
    let request = core.request(import("groceries"));
    assert!(imported(&["Milk"], &core.block_on(request).unwrap().unwrap()));
}

#[test]
fn refused_reply_that_waited() {
    let core = todo().config(r#"{"limits":{"queue":3,"message":500}}"#).gateway("lists", |effect: Effect| async move {
        while effect.sender().send(add("x")).is_ok() {}
        Ok(Value::from("x".repeat(1000)))
    });
    let core = core.open().unwrap();
    let request = core.request(import("groceries"));
    assert!(core.block_on(request).unwrap().unwrap().to_string().contains("ESIZE"));
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
