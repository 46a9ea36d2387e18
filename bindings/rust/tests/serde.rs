//! Messages by serde.

mod common;

use adit::{Code, Value, Wait};
use common::*;
use serde::{Deserialize, Serialize};
use serde_json::json;
use std::sync::mpsc;

#[derive(Serialize, Deserialize, Debug, PartialEq)]
#[serde(rename_all = "camelCase")]
enum Message {
    Counter(Counter),
}

#[derive(Serialize, Deserialize, Debug, PartialEq)]
#[serde(rename_all = "camelCase")]
enum Counter {
    Request(Request),
    Response(Response),
}

#[derive(Serialize, Deserialize, Debug, PartialEq)]
#[serde(rename_all = "camelCase")]
enum Request {
    Increment { by: i64 },
}

#[derive(Serialize, Deserialize, Debug, PartialEq)]
#[serde(rename_all = "camelCase")]
enum Response {
    WasIncremented { to: i64 },
}

#[test]
fn given_a_value_of_serde_json_when_sent_then_it_is_handled() {
    let core = counter().open().unwrap();
    let output = core.call(json!({"counter": {"request": {"increment": {"by": 2}}}}), Wait::None).unwrap();
    assert_eq!(output, [json_of(&Response::WasIncremented { to: 2 })]);
}

fn json_of(response: &Response) -> Value {
    Value::of(&json!({"counter": {"response": response}})).unwrap()
}

#[test]
fn given_types_of_serde_when_sent_and_heard_then_both_are_the_wire() {
    let (said, heard) = mpsc::channel();
    let core =
        counter().on_message(move |message| said.send(message.read::<Message>().unwrap()).unwrap()).open().unwrap();
    core.send(Value::of(&Message::Counter(Counter::Request(Request::Increment { by: 2 }))).unwrap()).unwrap();
    core.process(Wait::None).unwrap();
    assert_eq!(heard.try_recv().unwrap(), Message::Counter(Counter::Response(Response::WasIncremented { to: 2 })));
}

#[test]
fn given_an_answer_and_a_mirror_when_read_then_they_are_types() {
    let core = counter().open().unwrap();
    let mirror = core.mirror("/value");
    let answer = core.block_on(core.request(increment(i64::MAX))).unwrap().unwrap();
    assert_eq!(answer["counter"]["response"].read::<Response>().unwrap(), Response::WasIncremented { to: i64::MAX });
    core.process(Wait::None).unwrap();
    assert_eq!(mirror.value().unwrap().read::<i64>().unwrap(), i64::MAX);
}

#[test]
fn given_another_shape_when_read_then_the_error_names_it() {
    let error = json(r#"{"wasIncremented":{"to":"2"}}"#).read::<Response>().unwrap_err();
    assert!(error.to_string().contains(r#"invalid type: string "2", expected i64"#), "{error}");
    let error = Value::of(&std::collections::BTreeMap::from([(vec![1], 2)])).unwrap_err();
    assert!(error.to_string().contains("key must be a string"), "{error}");
    assert_eq!(counter().open().unwrap().send(json!(5)).unwrap_err().code(), Code::Message);
}
