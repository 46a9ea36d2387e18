// A generated client of todo, over Adit's binding: end_to_end LIBRARY
//
// It is made of a catalog in which the error emptyText has another name, so that an answer with it is not understood; the other
// one has another hash.

#[path = "../client.rs"]
mod client;
#[path = "../other.rs"]
mod other;

use std::error::Error;
use std::future::pending;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};

use adit::{Code, Library, Wait, Window};
use adit_typed::{AditConfig, AditId, ClientError, DecodingError, Message, Sent};
use client::{FetchedList, Gateways, Heard, ListRequest, TodoClient, TodoItemInput, TodoRequest, TodoResponse};

type Tested = Result<(), Box<dyn Error>>;

fn item(text: &str) -> TodoItemInput {
    TodoItemInput { text: text.into(), ..Default::default() }
}

fn add(client: &TodoClient, text: &str) -> Result<TodoResponse, ClientError> {
    client.block_on(client.todo().add(item(text)))
}

/// Requests, a message with what stands beside it, a gateway and a followed part.
fn requests(library: &Library) -> Tested {
    let heard = Arc::new(Mutex::new(Vec::new()));
    let listener = Arc::clone(&heard);
    let client = TodoClient::builder(library)
        .lists(|_request| async { Ok(FetchedList { texts: vec!["Bread".into(), "Salt".into()] }) })
        .on_message(move |message| listener.lock().unwrap().push(message.unwrap()))
        .open()?;
    let open = client.follow_view_open_window(Window { from: 0, limit: 10 });
    assert!(matches!(add(&client, "Milk")?, TodoResponse::WasAdded(item) if item.text == "Milk" && !item.completed));
    let imported = client.block_on(client.todo().import("groceries".into()))?;
    assert!(matches!(imported, TodoResponse::WereImported(items) if items[0].text == "Bread" && items[1].text == "Salt"));
    while open.value()?.map_or(0, |table| table.len()) < 3 {
        client.block_on(open.changed())?;
    }
    let items = open.value()?.unwrap();
    assert_eq!(items.iter().map(|item| item.text.as_str()).collect::<Vec<_>>(), ["Milk", "Bread", "Salt"]);
    assert_eq!(items.get(&items.ids[0]).unwrap().text, "Milk");
    assert_eq!(client.block_on(client.stats())?.queued, 0);
    let mut tea = Sent::from(client::Sent::Todo(TodoRequest::Add { item: item("Tea") }));
    tea.beside.id = Some(AditId::Integer(7));
    client.send(tea)?;
    client.core.process(Wait::None)?;
    let ids: Vec<_> = heard.lock().unwrap().iter().filter(|each| matches!(each.message, Message::App(Heard::Todo(_)))).map(|each| each.beside.id.clone()).collect();
    assert_eq!(ids, [Some(AditId::Integer(7))]);
    Ok(())
}

/// An error of a gateway is one of the app's, and a future is dropped when its effect is cancelled.
fn gateways(library: &Library) -> Tested {
    struct Dropped(Arc<AtomicBool>);
    impl Drop for Dropped {
        fn drop(&mut self) {
            self.0.store(true, Ordering::SeqCst);
        }
    }
    let is_dropped = Arc::new(AtomicBool::new(false));
    let flag = Arc::clone(&is_dropped);
    let client = TodoClient::builder(library)
        .lists(move |request| {
            let dropped = Dropped(Arc::clone(&flag));
            async move {
                let ListRequest::Fetch { list } = request;
                if list == "nothing" {
                    "no number".parse::<u8>()?;
                }
                pending::<()>().await;
                drop(dropped);
                unreachable!()
            }
        })
        .open()?;
    let answer = client.block_on(client.todo().import("nothing".into()))?;
    assert!(matches!(&answer, TodoResponse::WereNotImported { from, .. } if from == "nothing"), "{answer:?}");
    is_dropped.store(false, Ordering::SeqCst);
    let _importing = client.todo().import("groceries".into());
    client.core.process(Wait::None)?;
    assert!(!is_dropped.load(Ordering::SeqCst));
    let _cancelling = client.todo().cancel_import("groceries".into());
    client.core.process(Wait::None)?;
    assert!(is_dropped.load(Ordering::SeqCst));
    Ok(())
}

/// What is not understood is an error, and the client goes on.
fn misunderstood(library: &Library) -> Tested {
    let errors = Arc::new(Mutex::new(Vec::new()));
    let listener = Arc::clone(&errors);
    let client = TodoClient::builder(library)
        .on_message(move |message| listener.lock().unwrap().extend(message.err()))
        .open()?;
    let path = "todo.response.wasNotAdded.error: unknown variant `emptyText`, expected one of `noText`";
    match add(&client, "") {
        Err(ClientError::Decoding(error)) => assert!(error.0.starts_with(path), "{error}"),
        other => panic!("found {other:?}"),
    }
    client.send(client::Sent::Todo(TodoRequest::Add { item: item("") }))?;
    client.core.process(Wait::None)?;
    assert!(errors.lock().unwrap().iter().all(|error: &DecodingError| error.0.starts_with(path)));
    assert_eq!(errors.lock().unwrap().len(), 1);
    assert!(matches!(add(&client, "Milk")?, TodoResponse::WasAdded(_)));
    Ok(())
}

/// An app with another catalog is refused; one that has extended it is not.
fn refused(library: &Library) -> Tested {
    let error = other::TodoClient::builder(library).open().err().unwrap();
    assert_eq!(error.code(), Code::Config);
    assert!(error.text().contains("expects"), "{error}");
    let catalog = library.catalog("todo")?.to_string().replace(<TodoClient as adit_typed::App>::HASH, "0123456789abcdef");
    let config = AditConfig { expects: Some(serde_json::from_str(&catalog)?), ..Default::default() };
    let client = TodoClient::builder(library).config(config).open()?;
    assert!(matches!(add(&client, "Milk")?, TodoResponse::WasAdded(_)));
    Ok(())
}

fn main() -> Tested {
    let library = unsafe { Library::open(std::env::args().nth(1).unwrap()) }?;
    requests(&library)?;
    gateways(&library)?;
    misunderstood(&library)?;
    refused(&library)
}
