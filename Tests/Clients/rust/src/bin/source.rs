// A generated client of chat, whose source sends items and ends: source LIBRARY

#[path = "../client.rs"]
mod client;

use std::sync::{Arc, Mutex};

use adit::{Library, Wait};
use adit_typed::Message;
use client::*;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let library = unsafe { Library::open(std::env::args().nth(1).unwrap()) }?;
    let heard = Arc::new(Mutex::new(Vec::new()));
    let listener = Arc::clone(&heard);
    let client = ChatClient::builder(&library)
        .inbox(|request, items| async move {
            let InboxRequest::Follow { room } = request;
            items.send(&ChatMessageInput { from: "Ada".into(), text: format!("Hello to {room}"), ..Default::default() })
        })
        .on_message(move |message| match message.unwrap().message {
            Message::App(Heard::Inbox(inbox)) => listener.lock().unwrap().push(inbox),
            _ => {}
        })
        .open()?;
    let _answer = client.presence().go_online("kitchen".into());
    while client.core.process(Wait::None)? > 0 {}
    match &heard.lock().unwrap()[..] {
        [Inbox::Received { message }, Inbox::WasLost { reason: None, .. }] => assert_eq!(message.text, "Hello to kitchen"),
        found => panic!("found {found:?}"),
    }
    Ok(())
}
