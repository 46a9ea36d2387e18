import AditJSON
import Testing

private enum Message: Codable, Equatable {
    case todo(Todo)
    case journal(Journal)
    case switchLocationButtonPressed
    case rename(String)
    case count(Int)
    case flag(Bool)
    case ratio(Double)
    case move(x: Int, y: Int)
    case tags([String])
    case counts([String: Int])
    case items([Item])
    case item(Item)
    case shades([Shade])
    case shade(Shade)
    case id(UUID)
    case nothing(Nothing)

    enum Todo: Codable, Equatable {
        case request(Request)
        case response(Response)
        enum Request: Codable, Equatable { case add(item: Item), delete(id: Int), clear }
        enum Response: Codable, Equatable { case wasAdded(item: Item), wasNotAdded(item: Item, error: Failure) }
        enum Failure: Codable, Equatable { case empty, tooLong(by: Int), doubled(Int) }
    }
    enum Journal: Codable, Equatable { case open, entry(String) }
    enum Shade: String, Codable, Equatable { case light, dark }
    struct Item: Codable, Equatable { var text: String }
    struct Nothing: Codable, Equatable {}
}

/// GIVEN a message WHEN it is written THEN it is one object a case, the only unlabelled value stands for itself, and it
/// reads back.
struct EnumWireTests {
    @Test func `nested enums nest`() {
        expectWire(
            Message.todo(.request(.add(item: .init(text: "Milk")))),
            #"{"todo":{"request":{"add":{"item":{"text":"Milk"}}}}}"#)
        expectWire(Message.todo(.request(.delete(id: 7))), #"{"todo":{"request":{"delete":{"id":7}}}}"#)
        expectWire(
            Message.todo(.response(.wasAdded(item: .init(text: "Milk")))),
            #"{"todo":{"response":{"wasAdded":{"item":{"text":"Milk"}}}}}"#)
        expectWire(Message.journal(.entry("x")), #"{"journal":{"entry":"x"}}"#)
    }

    @Test func `several values are an object of their labels, in order`() {
        expectWire(Message.move(x: 1, y: -2), #"{"move":{"x":1,"y":-2}}"#)
        expectWire(
            Message.todo(.response(.wasNotAdded(item: .init(text: ""), error: .empty))),
            #"{"todo":{"response":{"wasNotAdded":{"item":{"text":""},"error":{"empty":{}}}}}}"#)
        expectWire(
            Message.todo(.response(.wasNotAdded(item: .init(text: "x"), error: .tooLong(by: 3)))),
            #"{"todo":{"response":{"wasNotAdded":{"item":{"text":"x"},"error":{"tooLong":{"by":3}}}}}}"#)
        expectWire(
            Message.todo(.response(.wasNotAdded(item: .init(text: "x"), error: .doubled(4)))),
            #"{"todo":{"response":{"wasNotAdded":{"item":{"text":"x"},"error":{"doubled":4}}}}}"#)
    }

    @Test func `the labels of several values are read in any order`() throws {
        #expect(try read(Message.self, #"{"move":{"y":-2,"x":1}}"#) == .move(x: 1, y: -2))
    }

    @Test func `a case without values is an empty object`() {
        expectWire(Message.switchLocationButtonPressed, #"{"switchLocationButtonPressed":{}}"#)
        expectWire(Message.todo(.request(.clear)), #"{"todo":{"request":{"clear":{}}}}"#)
        expectWire(Message.journal(.open), #"{"journal":{"open":{}}}"#)
    }

    @Test func `one unlabelled value stands for itself`() {
        expectWire(Message.rename("a \"b\""), #"{"rename":"a \"b\""}"#)
        expectWire(Message.count(-5), #"{"count":-5}"#)
        expectWire(Message.flag(true), #"{"flag":true}"#)
        expectWire(Message.ratio(0.5), #"{"ratio":0.5}"#)
        expectWire(Message.item(.init(text: "x")), #"{"item":{"text":"x"}}"#)
        expectWire(Message.nothing(.init()), #"{"nothing":{}}"#)
        expectWire(Message.id(UUID(high: 0, low: 1)), #"{"id":"00000000-0000-0000-0000-000000000001"}"#)
    }

    @Test func `an unlabelled array or dictionary stands for itself`() {
        expectWire(Message.tags(["a", "b"]), #"{"tags":["a","b"]}"#)
        expectWire(Message.tags([]), #"{"tags":[]}"#)
        expectWire(Message.counts(["b": 2, "a": 1]), #"{"counts":{"a":1,"b":2}}"#)
        expectWire(Message.counts([:]), #"{"counts":{}}"#)
        expectWire(Message.counts(["_0": 1]), #"{"counts":{"_0":1}}"#)
        expectWire(Message.items([.init(text: "x"), .init(text: "y")]), #"{"items":[{"text":"x"},{"text":"y"}]}"#)
    }

    @Test func `an enum of raw values is its raw value`() {
        expectWire(Message.shade(.dark), #"{"shade":"dark"}"#)
        expectWire(Message.shades([.light, .dark]), #"{"shades":["light","dark"]}"#)
    }

    @Test func `messages may stand in arrays and dictionaries`() {
        expectWire(
            [Message.count(1), .journal(.open), .rename("x")], #"[{"count":1},{"journal":{"open":{}}},{"rename":"x"}]"#)
        expectWire(
            ["b": Message.count(1), "a": .switchLocationButtonPressed],
            #"{"a":{"switchLocationButtonPressed":{}},"b":{"count":1}}"#)
    }
}
