import AditCodable
import AditJSON
import Testing

private enum Message: Codable {
    case todo(Todo), stop, rename(String), move(x: Int, y: Inner), counts([String: Int]), all([Todo]), maybe(Inner?),
        item(Item), id(UUID)
    case mixed(Inner, note: String)
    enum Todo: Codable { case request(Request), response(Response) }
    enum Request: Codable { case add(item: Item), clear }
    enum Response: Codable { case wasAdded(Item), level(Double) }
    enum Inner: Codable { case on, off(Int) }
    struct Item: Codable { var inner: Inner }
}

struct CasePathTests {
    @Test func `a message's path is the cases that it is made of`() {
        #expect(bridgedCasePath(of: Message.stop) == "stop")
        #expect(bridgedCasePath(of: Message.todo(.request(.clear))) == "todo.request.clear")
        #expect(bridgedCasePath(of: Message.todo(.request(.add(item: .init(inner: .on))))) == "todo.request.add")
        #expect(bridgedCasePath(of: Message.maybe(.off(1))) == "maybe.off")
    }

    @Test func `it ends at the first value that is no enum`() {
        #expect(bridgedCasePath(of: Message.rename("x")) == "rename")
        #expect(bridgedCasePath(of: Message.move(x: 1, y: .on)) == "move")
        #expect(bridgedCasePath(of: Message.counts(["a": 1])) == "counts")
        #expect(bridgedCasePath(of: Message.all([.request(.clear)])) == "all")
        #expect(bridgedCasePath(of: Message.maybe(nil)) == "maybe")
        #expect(bridgedCasePath(of: Message.item(.init(inner: .on))) == "item")
        #expect(bridgedCasePath(of: Message.id(UUID(high: 1, low: 2))) == "id")
        #expect(bridgedCasePath(of: Message.todo(.response(.wasAdded(.init(inner: .on))))) == "todo.response.wasAdded")
    }

    @Test func `a message that cannot be written has one as well`() {
        #expect(bridgedCasePath(of: Message.todo(.response(.level(.nan)))) == "todo.response.level")
        #expect(bridgedCasePath(of: Message.mixed(.on, note: "")).hasPrefix("mixed"))
    }

    @Test func `what is no enum has none`() {
        #expect(bridgedCasePath(of: 5) == "")
        #expect(bridgedCasePath(of: Message.Item(inner: .on)) == "")
        #expect(bridgedCasePath(of: [1, 2]) == "")
    }
}
