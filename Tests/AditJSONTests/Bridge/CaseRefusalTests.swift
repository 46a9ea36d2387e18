import AditJSON
import Testing

private enum Message: Codable, Equatable {
    case todo(Todo)
    case stop
    case rename(String)
    case move(x: Int, y: Int)
    case maybe(Int?)
    case shade(Shade)
    case all([Todo])

    enum Todo: Codable, Equatable { case request(Request) }
    enum Request: Codable, Equatable { case add(item: Item), clear }
    enum Shade: String, Codable, Equatable { case light, dark }
    struct Item: Codable, Equatable { var text: String }
}

/// GIVEN a text that is no case of an enum WHEN it is read THEN it is refused, with the path and what was found.
struct CaseRefusalTests {
    @Test(arguments: [
        (#"{"toodo":{}}"#, #"no case "toodo""#),
        (#"{"todo":{"ask":{}}}"#, #"todo: no case "ask""#),
        (#"{"todo":{"request":{"ad":{}}}}"#, #"todo.request: no case "ad""#),
        (#"{"todo":{"request":{"":{}}}}"#, #"todo.request: no case """#),
        (#"{"all":[{"request":{"clear":{}}},{"request":{"clean":{}}}]}"#, #"all[1].request: no case "clean""#),
    ])
    func `an unknown case is named`(text: String, says: String) {
        #expect(refusal(of: text, as: Message.self) == says)
    }

    @Test(arguments: [
        ("{}", "found {}; an object with one case is expected"),
        (#"{"todo":{}}"#, "todo: found {}; an object with one case is expected"),
        (#"{"todo":{"request":{}}}"#, "todo.request: found {}; an object with one case is expected"),
        (#"{"all":[{}]}"#, "all[0]: found {}; an object with one case is expected"),
    ])
    func `an empty object has no case`(text: String, says: String) {
        #expect(refusal(of: text, as: Message.self) == says)
    }

    @Test(arguments: [
        (#"{"stop":{},"rename":"x"}"#, "found the keys stop, rename; an object with one case is expected"),
        (
            #"{"todo":{"request":{"clear":{},"add":{"item":{"text":"x"}}}}}"#,
            "todo.request: found the keys clear, add; an object with one case is expected"
        ),
        (#"{"a":1,"b":2}"#, "found the keys a, b; an object with one case is expected"),
        (#"{"stop":{},"halt":{}}"#, #"unknown key "halt"; one case is expected"#),
        (#"{"todo":{"request":{"clear":{}},"reply":{}}}"#, #"todo: unknown key "reply"; one case is expected"#),
    ])
    func `two cases are one too many`(text: String, says: String) {
        #expect(refusal(of: text, as: Message.self) == says)
    }

    @Test(arguments: [
        ("[]", "found an array; an object is expected"), (#"["stop"]"#, "found an array; an object is expected"),
        (#"{"todo":"request"}"#, "todo: found a string; an object is expected"),
        (#"{"todo":7}"#, "todo: found the number 7; an object is expected"),
        (#"{"todo":{"request":[]}}"#, "todo.request: found an array; an object is expected"),
        (#"{"todo":{"request":true}}"#, "todo.request: found true; an object is expected"),
    ])
    func `what is no object has no case`(text: String, says: String) {
        #expect(refusal(of: text, as: Message.self) == says)
    }

    @Test(arguments: [
        (#"{"stop":5}"#, "stop: found the number 5; an object is expected"),
        (#"{"stop":null}"#, "stop: found null; an object is expected"),
        (#"{"stop":[]}"#, "stop: found an array; an object is expected"),
        (#"{"stop":"x"}"#, "stop: found a string; an object is expected"),
        (#"{"stop":{"now":true}}"#, #"stop: unknown key "now"; no key is expected"#),
        (#"{"todo":{"request":{"clear":{"all":1}}}}"#, #"todo.request.clear: unknown key "all"; no key is expected"#),
    ])
    func `a case without values is given none`(text: String, says: String) {
        #expect(refusal(of: text, as: Message.self) == says)
    }

    @Test(arguments: [
        (#"{"move":{"x":1}}"#, #"move: missing key "y"; found x"#),
        (#"{"move":{}}"#, #"move: missing key "x"; found no key"#),
        (#"{"move":{"x":1,"y":2,"z":3}}"#, #"move: unknown key "z"; one of x, y"#),
        (#"{"move":{"x":1,"y":"2"}}"#, "move.y: found a string; a whole number of 64 bits is expected"),
        (#"{"move":5}"#, #"move: found the number 5; an object with "x" is expected"#),
        (#"{"move":[1,2]}"#, #"move: found an array; an object with "x" is expected"#),
        (#"{"move":null}"#, #"move: found null; an object with "x" is expected"#),
    ])
    func `a case of labelled values is given each of them`(text: String, says: String) {
        #expect(refusal(of: text, as: Message.self) == says)
    }

    @Test(arguments: [
        (#"{"rename":5}"#, "rename: found the number 5; a string is expected"),
        (#"{"rename":{}}"#, "rename: found an object; a string is expected"),
        (#"{"rename":{"_0":"x"}}"#, "rename: found an object; a string is expected"),
        (#"{"rename":null}"#, "rename: found null; a value is expected"),
        (#"{"maybe":"x"}"#, "maybe: found a string; a whole number of 64 bits is expected"),
        (#"{"maybe":{"_0":1}}"#, "maybe: found an object; a whole number of 64 bits is expected"),
        (#"{"todo":null}"#, "todo: found null; a value is expected"),
    ])
    func `a case of one unlabelled value is given that, and never _0`(text: String, says: String) {
        #expect(refusal(of: text, as: Message.self) == says)
    }

    @Test func `a raw value that no case has is named`() {
        #expect(
            refusal(of: #"{"shade":"grey"}"#, as: Message.self)
                == "shade: Cannot initialize Shade from invalid String value grey")
        #expect(refusal(of: #"{"shade":1}"#, as: Message.self) == "shade: found the number 1; a string is expected")
    }
}
