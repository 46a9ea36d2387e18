//! Libraries, cores, errors and threads.

mod common;

use adit::{Code, Core, Effect, Error, Library, Loop, Mirror, Request, Sender, Value, Wait};
use common::{cores, counter, increment, incremented, json, library, Heard};

#[test]
fn given_the_codes_when_listed_then_they_are_those_of_the_header() {
    let header = include_str!("../../../include/adit.h");
    let codes = header.lines().filter_map(|line| line.trim().strip_prefix("ADIT_E"));
    let codes: Vec<_> = codes
        .filter_map(|line| line.split_once(" = "))
        .map(|(name, rest)| (format!("E{name}"), rest.split([',', ' ']).next().unwrap().parse::<i32>().unwrap()))
        .collect();
    let ours: Vec<_> = Code::ALL.iter().map(|code| (String::from(code.name()), code.number())).collect();
    // The last is that of adit_served.h.
    assert_eq!((&ours[..codes.len()], &ours[codes.len()..]), (&codes[..], &[(String::from("ECRASHED"), -23)][..]));
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

/// A client may know how this crate names requests and mirrors.
#[test]
fn client_names() {
    let heard = Heard::default();
    let core = counter().config(r#"{"clients":["@subscribe"]}"#).on_message(heard.listener()).open().unwrap();
    let mirror = core.mirror("/value");
    core.process(Wait::None).unwrap();
    let named = |name: &str| format!(r#"{{"counter":{{"request":{{"increment":{{"by":1}}}}}},"@id":"{name}"}}"#);
    for number in 1..4 {
        let name = format!("adit-rs-{number}");
        core.submit("mallory", named(&name)).unwrap();
        core.submit("mallory", format!(r#"{{"@subscribe":{{"subscription":"{name}","path":""}}}}"#)).unwrap();
    }
    let answer = core.block_on(core.request(increment(5))).unwrap().unwrap();
    assert_eq!(answer.to_string(), incremented(8));
    assert_eq!(mirror.value(), Some(8.into()));
    assert!(heard.take().iter().all(|text| text.contains(r#""@client":"mallory""#)));
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
