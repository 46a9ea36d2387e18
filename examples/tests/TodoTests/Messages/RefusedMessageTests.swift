import Adit
import Support
import Testing

@testable import TodoCore

@Suite(.still()) struct RefusedMessageTests {
    @Test(arguments: [
        (#"{"todo":{"request":{"add":{"item":{}}}}}"#, #"todo.request.add.item: missing key "text"; found no key"#),
        (
            #"{"todo":{"request":{"add":{"item":{"text":7}}}}}"#,
            "todo.request.add.item.text: found the number 7; a string is expected"
        ),
        (#"{"todo":{"request":{"add":{}}}}"#, #"todo.request.add: missing key "item"; found no key"#),
        (
            #"{"todo":{"request":{"ad":{}}}}"#,
            #"todo.request: no case "ad"; did you mean "add"? one of add, delete, check, uncheck, edit, schedule, import, "#
                + "cancelImport"
        ),
        (#"{"todos":{}}"#, #"no case "todos"; did you mean "todo"? one of todo, tagging, journal, appReview"#),
        (
            #"{"todo":{"request":{"check":{"id":"x"}}}}"#,
            #"todo.request.check.id: found "x"; a UUID such as 6ba7b810-9dad-11d1-80b4-00c04fd430c8 is expected"#
        ),
        (
            #"{"todo":{"request":{"add":{"item":{"text":"Hey Ho","colour":"red"}}}}}"#,
            #"todo.request.add.item: unknown key "colour""#
                + "; one of id, text, completed, created, due, alterDate"
        ),
        (
            #"{"tagging":{"request":{"create":{"tag":{"tagged":[]}}}}}"#,
            #"tagging.request.create.tag: missing key "name"; found tagged"#
        ),
        (
            #"{"journal":{"request":{"list":{"day":"2026-02-30"}}}}"#,
            #"journal.request.list.day: found "2026-02-30"; a day such as 2026-11-21 is expected"#
        ),
    ])
    func messagesThatAreRefused(json: String, text: String) {
        let failure = #expect(throws: CodingFailure.self) { try decoded(Message.self, from: json) }
        #expect(failure?.description == text)
    }
}
