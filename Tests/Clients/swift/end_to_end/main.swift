// Drives a core of todo over the standard streams.
import Foundation

final class Streams: Transport, @unchecked Sendable {
    private(set) var receive: (@Sendable (String) throws -> Void)?

    func open(app: String, config: String, receive: @escaping @Sendable (String) throws -> Void) {
        self.receive = receive
        write("open \(app) \(config)")
    }

    func send(_ text: String) { write("send \(text)") }

    func write(_ line: String) { FileHandle.standardOutput.write(Data((line + "\n").utf8)) }
}

/// The client, which its own handler needs.
final class Program: @unchecked Sendable {
    let streams = Streams()
    private(set) var client: TodoClient?

    func run() throws {
        var gateways = Gateways()
        gateways.lists = { _ in FetchedList(texts: ["Bread", "Salt"]) }
        let client = TodoClient(streams, gateways: gateways) { [self] message in hear(message) }
        self.client = client
        try client.open()
        do {
            try streams.receive?(#"{"todo":{"response":{"wasAdded":{"txt":"Milk"}}}}"#)
            fatalError("found no error")
        } catch let error as MessageError {
            precondition("\(error)".contains(#"todo.response.wasAdded: unknown key "txt""#), "\(error)")
        }
        try client.send(Sent(.todo(.request(.add(item: TodoItemInput(text: "Milk")))), id: .integer(7)))
        while let line = readLine() { try streams.receive?(line) }
    }

    private func hear(_ message: Received) {
        switch message.message {
        case .todo(.response(.wasAdded)) where message.id == .integer(7):
            try? client?.send(.todo(.request(.import(from: "groceries"))))
        case .todo(.response(.wereImported(let items))) where items.map(\.text) == ["Bread", "Salt"]:
            streams.write("done")
        default: break
        }
    }
}

try Program().run()
