import AditJSON
import Testing

private enum Message: Codable, Equatable {
    case title(String?)
    case count(Int?)
    case item(Item?)
    case inner(Inner?)
    case list([Int]?)
    case due(date: CalendarDay?)
    case edit(text: String?, done: Bool?, id: Int)

    enum Inner: Codable, Equatable { case on, level(Int?) }
    struct Item: Codable, Equatable {
        var text: String
        var note: String?
        var count: Int?
        var inner: Inner?
        var tags: [String]?
    }
}

private struct Box<Value: Codable & Equatable>: Codable, Equatable { var value: Value }
private enum Slot<Value: Codable & Equatable>: Codable, Equatable { case value(Value), labelled(value: Value) }

/// GIVEN optionals WHEN they are written THEN nil is absent, or `null` where a value stands for itself; both read back.
struct OptionalWireTests {
    @Test func `an unlabelled optional that is nil is null`() {
        expectWire(Message.title(nil), #"{"title":null}"#)
        expectWire(Message.count(nil), #"{"count":null}"#)
        expectWire(Message.item(nil), #"{"item":null}"#)
        expectWire(Message.inner(nil), #"{"inner":null}"#)
        expectWire(Message.inner(.level(nil)), #"{"inner":{"level":null}}"#)
        expectWire(Message.list(nil), #"{"list":null}"#)
    }

    @Test func `an unlabelled optional with a value is the value`() {
        expectWire(Message.title("x"), #"{"title":"x"}"#)
        expectWire(Message.count(0), #"{"count":0}"#)
        expectWire(Message.item(.init(text: "x")), #"{"item":{"text":"x"}}"#)
        expectWire(Message.inner(.on), #"{"inner":{"on":{}}}"#)
        expectWire(Message.inner(.level(2)), #"{"inner":{"level":2}}"#)
        expectWire(Message.list([]), #"{"list":[]}"#)
    }

    @Test func `a labelled optional that is nil is absent`() {
        expectWire(Message.due(date: nil), #"{"due":{}}"#)
        expectWire(Message.edit(text: nil, done: nil, id: 1), #"{"edit":{"id":1}}"#)
        expectWire(Message.edit(text: "x", done: nil, id: 1), #"{"edit":{"text":"x","id":1}}"#)
        expectWire(Message.edit(text: nil, done: false, id: 1), #"{"edit":{"done":false,"id":1}}"#)
    }

    @Test func `a property that is nil is absent`() {
        expectWire(Message.Item(text: "x"), #"{"text":"x"}"#)
        expectWire(
            Message.Item(text: "x", note: "n", count: 1, inner: .on, tags: []),
            #"{"text":"x","note":"n","count":1,"inner":{"on":{}},"tags":[]}"#)
    }

    @Test(arguments: [
        #"{"edit":{"text":null,"done":null,"id":1}}"#, #"{"edit":{"id":1,"done":null}}"#, #"{"edit":{"id":1}}"#,
    ])
    func `null is read as absent`(text: String) throws {
        #expect(try read(Message.self, text) == .edit(text: nil, done: nil, id: 1))
    }

    @Test func `null is read as absent where a value must be`() {
        #expect(
            refusal(of: #"{"edit":{"id":null}}"#, as: Message.self)
                == #"edit: found null for the key "id"; a value is expected"#)
        #expect(
            refusal(of: #"{"text":null}"#, as: Message.Item.self)
                == #"found null for the key "text"; a value is expected"#)
        #expect(
            refusal(of: #"{"item":{"text":null}}"#, as: Message.self)
                == #"item: found null for the key "text"; a value is expected"#)
    }

    @Test func `nil in an array is null`() {
        expectWire([1, nil, 3] as [Int?], "[1,null,3]")
        expectWire([nil] as [Message?], "[null]")
        #expect(refusal(of: "[1,null]", as: [Int].self) == "[1]: found null; a whole number of 64 bits is expected")
    }

    @Test func `nil in a dictionary reads back`() throws {
        let value: [String: Int?] = ["a": nil, "b": 1]
        #expect(try read([String: Int?].self, written(value)) == value)
    }

    @Test func `nil of a generic type reads back`() throws {
        let empty = Box<Int?>(value: nil)
        #expect(try read(Box<Int?>.self, written(empty)) == empty)
        #expect(try read(Box<Int?>.self, "{}") == empty)
        expectWire(Box<Int?>(value: 1), #"{"value":1}"#)
        #expect(refusal(of: "{}", as: Box<Int>.self) == #"missing key "value"; found no key"#)
    }

    @Test func `nil of a generic case reads back`() throws {
        for slot in [Slot<Int?>.value(nil), .value(1), .labelled(value: nil), .labelled(value: 1)] {
            #expect(try read(Slot<Int?>.self, written(slot)) == slot)
        }
    }
}
