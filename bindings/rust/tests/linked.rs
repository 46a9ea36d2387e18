//! The functions that the program is linked with. `test` says which library that is.

use adit::{Library, Wait};

#[test]
fn given_a_linked_library_when_a_core_is_opened_then_it_answers() {
    let library = Library::linked().unwrap();
    let core = library.core("counter").pull().open().unwrap();
    core.send(r#"{"counter":{"request":{"increment":{"by":2}}}}"#).unwrap();
    let text = core.receive(Wait::None).unwrap();
    assert_eq!(text.as_deref(), Some(r#"{"counter":{"response":{"wasIncremented":{"to":2}}}}"#));
}
