//! Mirrors of parts of a state.

mod common;

use adit::{Code, Core, Loop, Value, Wait, Window};
use common::{add, json, todo, Heard};

fn todo_request(request: &str) -> String {
    format!(r#"{{"todo":{{"request":{request}}}}}"#)
}

fn id_of(core: &Core, position: usize) -> Option<String> {
    core.get(&format!("/items/ids/{position}")).unwrap().and_then(|id| id.as_str().map(String::from))
}

/// A pseudo-random sequence, the same each time.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % limit as u64) as usize
    }
}

/// Changes the list somehow.
fn change(core: &Core, random: &mut Random) {
    let id = core.get("/items/ids").unwrap().and_then(|ids| {
        let ids = ids.as_array().unwrap();
        (!ids.is_empty()).then(|| ids[random.below(ids.len())].clone())
    });
    let message = match (random.below(5), id) {
        (0, Some(id)) => todo_request(&format!(r#"{{"delete":{{"id":{id}}}}}"#)),
        (1, Some(id)) => todo_request(&format!(r#"{{"check":{{"id":{id}}}}}"#)),
        (2, Some(id)) => todo_request(&format!(r#"{{"edit":{{"id":{id},"text":"edited ~/é"}}}}"#)),
        _ => add(&format!("item {}", random.0)).to_string(),
    };
    core.send(message).unwrap();
}

#[test]
fn given_mirrors_of_many_parts_when_the_state_changes_then_each_is_what_get_returns() {
    let core = todo().open().unwrap();
    let paths = ["", "/items", "/items/ids", "/items/entities", "/view/open", "/view/openCount", "/items/ids/3"];
    let mirrors: Vec<_> = paths.iter().map(|path| core.mirror(path)).collect();
    let mut random = Random(7);
    for round in 0..200 {
        for _ in 0..random.below(4) {
            change(&core, &mut random);
        }
        core.process(Wait::None).unwrap();
        for (path, mirror) in paths.iter().zip(&mirrors) {
            let expected = core.get(path).unwrap();
            mirror.read(|value| assert_eq!(value, expected.as_ref(), "{path} in round {round}"));
            assert_eq!(mirror.error(), None);
        }
    }
    assert!(mirrors[1].value().unwrap()["ids"].as_array().unwrap().len() > 40);
}

#[test]
fn given_a_window_when_the_list_changes_and_it_moves_then_it_shows_those_rows() {
    let core = todo().open().unwrap();
    let mirror = core.mirror_window("/view/open", Window { from: 0, limit: 3 });
    let mut window = Window { from: 0, limit: 3 };
    let mut random = Random(11);
    for round in 0..200 {
        if random.below(8) == 0 {
            window = Window { from: random.below(10) as u64, limit: 1 + random.below(5) as u64 };
            mirror.set_window(window).unwrap();
        }
        change(&core, &mut random);
        core.process(Wait::None).unwrap();
        let get = format!(r#"{{"@get":{{"path":"/view/open","from":{},"limit":{}}}}}"#, window.from, window.limit);
        let answer = core.call(get, Wait::Forever).unwrap();
        assert_eq!(mirror.value().as_ref(), answer[0]["@value"].get("value"), "in round {round}");
        assert_eq!(mirror.count(), answer[0]["@value"]["count"].as_u64());
    }
}

#[test]
fn given_a_value_that_is_removed_when_it_comes_again_then_the_mirror_shows_that() {
    let core = todo().open().unwrap();
    core.send(add("a")).unwrap();
    core.process(Wait::None).unwrap();
    let mirror = core.mirror("/items/ids/0");
    core.process(Wait::None).unwrap();
    let id = id_of(&core, 0).unwrap();
    assert_eq!(mirror.value(), Some(Value::from(id.as_str())));
    core.send(todo_request(&format!(r#"{{"delete":{{"id":"{id}"}}}}"#))).unwrap();
    core.process(Wait::None).unwrap();
    assert_eq!(mirror.value(), None);
    core.send(add("b")).unwrap();
    core.process(Wait::None).unwrap();
    assert_eq!(mirror.value(), Some(Value::from(id_of(&core, 0).unwrap())));
}

#[test]
fn given_a_mirror_when_it_changes_then_its_closure_and_its_future_say_so() {
    let heard = Heard::default();
    let core = todo().open().unwrap();
    let mirror = core.mirror("/view/openCount");
    let told = heard.clone();
    mirror.on_change(move |value| told.push(&value.unwrap().to_string()));
    assert_eq!(core.block_on(mirror.changed()).unwrap(), Ok(()));
    core.send(add("a")).unwrap();
    assert_eq!(core.block_on(mirror.changed()).unwrap(), Ok(()));
    assert_eq!(heard.take(), ["0", "1"]);
    assert_eq!((mirror.value(), mirror.revision()), (Some(1.into()), 1));
    core.close(Wait::Forever).unwrap();
    let mut events = Loop::new().unwrap();
    assert_eq!(events.block_on(mirror.changed()).unwrap().unwrap_err().code(), Code::Closed);
    assert_eq!(mirror.value(), Some(1.into()));
}

#[test]
fn given_a_path_that_no_state_has_when_mirrored_then_the_mirror_fails() {
    let core = todo().open().unwrap();
    let mirror = core.mirror("/itms");
    let error = core.block_on(mirror.changed()).unwrap().unwrap_err();
    assert_eq!(error.code(), Code::Message);
    assert!(error.text().contains("/itms: no member \"itms\"; did you mean \"items\"?"), "{error}");
}

#[test]
fn given_a_mirror_when_it_is_dropped_then_its_subscription_ends() {
    let heard = Heard::default();
    let core = todo().config(r#"{"limits":{"subscriptions":1}}"#).on_message(heard.listener()).open().unwrap();
    let mirror = core.mirror("/items");
    core.process(Wait::None).unwrap();
    let refused = core.mirror("/items");
    assert_eq!(core.block_on(refused.changed()).unwrap().unwrap_err().code(), Code::Full);
    drop(mirror);
    let other = core.mirror("/view/openCount");
    assert_eq!(core.block_on(other.changed()).unwrap(), Ok(()));
    assert_eq!(heard.take(), [] as [&str; 0]);
}

#[test]
fn given_batches_when_mirrors_and_requests_take_messages_then_the_callback_gets_the_rest() {
    let heard = Heard::default();
    let core = todo().config(r#"{"delivery":"batches"}"#).on_message(heard.listener()).open().unwrap();
    let mirror = core.mirror("/view/openCount");
    let request = core.request(add("a"));
    core.send(add("b")).unwrap();
    core.process(Wait::None).unwrap();
    assert_eq!(mirror.value(), Some(2.into()));
    assert!(core.block_on(request).unwrap().is_ok());
    let messages: Vec<Value> = heard.take().iter().flat_map(|text| json(text).as_array().unwrap().to_vec()).collect();
    assert_eq!(messages.len(), 3, "{messages:?}"); // appReview of a, wasAdded and appReview of b
}

#[test]
fn given_pull_mode_when_messages_are_received_then_mirrors_and_requests_take_theirs() {
    let core = todo().pull().open().unwrap();
    let mirror = core.mirror("/view/openCount");
    let request = core.request(add("a"));
    core.send(add("b")).unwrap();
    let first = core.receive(Wait::None).unwrap().unwrap();
    assert!(json(&first).get("appReview").is_some(), "{first}");
    let rest = core.receive_all(Wait::None, 0).unwrap();
    assert_eq!(rest.len(), 2, "{rest:?}");
    while core.receive(Wait::None).unwrap().is_some() {}
    assert_eq!(mirror.value(), Some(2.into()));
    assert!(Loop::new().unwrap().block_on(request).unwrap().is_ok());
    assert_eq!(core.block_on(std::future::ready(())).unwrap_err().code(), Code::Invalid);
    assert_eq!(Loop::new().unwrap().add(&core).unwrap_err().code(), Code::Invalid);
}
