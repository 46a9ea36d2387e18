import Adit
import Testing

@Message private enum Message: Equatable {
    case todo(Todo), stop, count(Int), move(x: Int, note: String?), maybe(Todo?), kind(Kind), list([Todo])

    enum Todo: Equatable { case add(text: String), clear(Todo.Range) }
    enum Kind: String { case one }

    private enum CodingKeys: String, CodingKey { case todo = "list", stop, count, move, maybe, kind, list = "all" }
}

extension Message.Todo {
    @Model struct Range: Equatable { var from = 0 }
}

@Message private enum Nothing {}

@Message private enum Sink: Equatable {
    case request(Request), response(Response)
    enum Request: String { case show }
    enum Response: Equatable {}
}

/// What a message is called.
struct GeneratedNamesTests {
    @Test func `a message knows the path of its cases`() {
        #expect(Message.todo(.add(text: "x")).casePath == "list.add")
        #expect(Message.todo(.clear(.init())).casePath == "list.clear")
        #expect(Message.stop.casePath == "stop")
        #expect(Message.count(1).casePath == "count")
        #expect(Message.move(x: 1, note: nil).casePath == "move")
        #expect(Message.maybe(.add(text: "x")).casePath == "maybe.add")
        #expect(Message.maybe(nil).casePath == "maybe")
        #expect(Message.kind(.one).casePath == "kind")
        #expect(Message.list([]).casePath == "all")
    }

    @Test func `a message has a name and parameters`() throws {
        #expect(Message.todo(.add(text: "x")).name == "list")
        #expect(try Message.move(x: 1, note: "y").parameters() == ["x": .integer(1), "note": .string("y")])
        #expect(try Message.count(1).parameters() == [:])
    }

    @Test func `cases have names and places`() {
        #expect(Message.Case.allCases.map(\.rawValue) == ["list", "stop", "count", "move", "maybe", "kind", "all"])
        #expect(Message.Case(rawValue: "list") == .todo)
        #expect(Message.Case.allCases[Message.move(x: 1, note: nil).caseIndex] == .move)
        #expect(Message.list([]).caseIndex == 6)
    }

    @Test func `a message without cases is never read`() {
        #expect(Nothing.Case.allCases.isEmpty)
        #expect(Nothing.Case(rawValue: "x") == nil)
        #expect(refusal(reading: #"{"x":{}}"#, as: Nothing.self) == #"no case "x""#)
        #expect(refusal(reading: "{}", as: Nothing.self) == "found {}; an object with one case is expected")
        expectWire(Sink.request(.show), #"{"request":"show"}"#)
        #expect(refusal(reading: #"{"response":{"x":{}}}"#, as: Sink.self) == #"response: no case "x""#)
    }
}
