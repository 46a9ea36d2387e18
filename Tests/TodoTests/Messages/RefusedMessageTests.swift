import Adit
import Testing

@testable import Todo

@Suite struct RefusedMessageTests {
    @Test(arguments: [
        (#"{"todo":{"request":{"add":{"item":{}}}}}"#, #"todo.request.add.item: missing key "text""#),
        (
            #"{"todo":{"request":{"add":{"item":{"text":7}}}}}"#,
            "todo.request.add.item.text: found the number 7; a string is expected"
        ),
        (#"{"todo":{"request":{"add":{}}}}"#, #"todo.request.add: missing key "item""#),
        (#"{"todo":{"request":{"ad":{}}}}"#, #"todo.request: no case "ad""#),
        (#"{"todos":{}}"#, #"no case "todos""#),
        (
            #"{"todo":{"request":{"check":{"id":"x"}}}}"#,
            #"todo.request.check.id: found "x"; a UUID such as 6ba7b810-9dad-11d1-80b4-00c04fd430c8 is expected"#
        ),
        (
            #"{"todo":{"request":{"add":{"item":{"text":"Hey Ho","colour":"red"}}}}}"#,
            #"todo.request.add.item: unknown key "colour""#
                + "; one of text, id, completed, created, due, alterDate is expected"
        ),
        (
            #"{"tagging":{"request":{"create":{"tag":{"tagged":[]}}}}}"#,
            #"tagging.request.create.tag: missing key "name""#
        ),
        (
            #"{"journal":{"request":{"list":{"day":"2026-02-30"}}}}"#,
            #"journal.request.list.day: found "2026-02-30"; a day such as 2026-11-21 is expected"#
        ),
    ])
    func messagesThatAreRefused(json: String, text: String) {
        let failure = #expect(throws: CodingFailure.self) { try read(json) }
        #expect(failure?.description == text)
    }
}
