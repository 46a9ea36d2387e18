import Adit
import Testing

@testable import TodoCore

/// An interface, as the core knows it: somebody who sends messages and is told of messages.
private protocol Interface: AnyObject {
    var send: Input { get set }
    func handle(msg: Message)
}

/// One on a terminal.
private final class Terminal: Interface {
    var send: Input = { _ in }
    private(set) var lines: [String] = []

    func enter(_ text: String) throws { try send(.todo(.request(.add(item: .numbered(1, text))))) }

    func handle(msg: Message) {
        if case .todo(.response(.wasAdded(let item))) = msg { lines.append("added \(item.text)") }
    }
}

/// One that a test plays.
private final class MockInterface: Interface {
    var send: Input = { _ in }
    private(set) var seen: [Message] = []

    func handle(msg: Message) { seen.append(msg) }
}

@Suite struct InterfaceTests {
    @Test func U11_anInterfaceIsJustAnotherFeature() throws {
        // GIVEN
        let terminal = Terminal()
        load(terminal)
        // WHEN
        try terminal.enter("Hey Ho")
        // THEN
        #expect(terminal.lines == ["added Hey Ho"])
    }

    @Test func U11_theSameCoreIsLoadedWithAnotherInterface() throws {
        // GIVEN
        let mock = MockInterface()
        load(mock)
        // WHEN
        try mock.send(.todo(.request(.add(item: .numbered(1)))))
        // THEN
        #expect(
            mock.seen == [.todo(.request(.add(item: .numbered(1)))), .todo(.response(.wasAdded(.numbered(1))))])
    }

    @Test func U10_theCoreTakesMessagesFromOtherSourcesToo() throws {
        // GIVEN a core, which has an input and no output, with an interface
        let mock = MockInterface()
        let input: Input = load(mock)
        // WHEN a notification is pushed, which the interface did not send
        let push = Message.todo(.request(.add(item: .numbered(2, "from afar"))))
        try input(push)
        // THEN
        #expect(mock.seen == [push, .todo(.response(.wasAdded(.numbered(2, "from afar"))))])
    }

    @discardableResult private func load(_ interface: some Interface) -> Input {
        var rootHandler: Input = { _ in }
        rootHandler = createAppCore(
            store: createStore(), receivers: [interface.handle(msg:)], rootHandler: { try? rootHandler($0) })
        interface.send = rootHandler
        return rootHandler
    }
}
