// SPDX-License-Identifier: Apache-2.0
// Drives a core of todo over the standard streams.

#[path = "../client.rs"]
mod client;

use std::io::{stdin, Error};
use std::sync::Arc;

use client::*;

struct Streams;

impl Transport for Streams {
    type Error = Error;

    fn open(&self, app: &str, config: &str) -> Result<(), Error> {
        println!("open {app} {config}");
        Ok(())
    }

    fn send(&self, text: &str) -> Result<(), Error> {
        println!("send {text}");
        Ok(())
    }
}

fn todo(request: TodoRequest) -> MessageToCore {
    MessageToCore::Todo(TodoToCore::Request(request))
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let gateways = Gateways::<Streams> {
        lists: Some(Box::new(|_request, reply| {
            let _ = reply.send(&FetchedList { texts: vec!["Bread".into(), "Salt".into()] });
        })),
        ..Gateways::default()
    };
    let mut client = TodoClient::new(Arc::new(Streams), gateways);
    client.open(&AditConfig::default())?;
    let item = TodoItem { text: "Milk".into(), ..Default::default() };
    let mut add = Sent::from(todo(TodoRequest::Add { item }));
    add.beside.id = Some(AditId::Integer(7));
    client.send(add)?;
    for line in stdin().lines() {
        let Some(Received { message: MessageToHost::Todo(TodoToHost::Response(response)), beside }) = client.receive(&line?)? else {
            continue;
        };
        match response {
            TodoResponse::WasAdded(_) if beside.id == Some(AditId::Integer(7)) => {
                client.send(todo(TodoRequest::Import { from: "groceries".into() }))?;
            }
            TodoResponse::WereImported(items) if items[0].text == "Bread" && items[1].text == "Salt" => println!("done"),
            _ => {}
        }
    }
    Ok(())
}
