// A generated client of todo, over the socket of adit serve, which trusts it: main SOCKET
//
// It is made of a catalog in which the error emptyText has another name, so that an answer with it is not understood.
import AditTyped
import Foundation

struct Unexpected: Error { let text: String }

func expect<T: Equatable>(_ found: T, _ expected: T) throws {
    if found != expected { throw Unexpected(text: "found \(found); \(expected) is expected") }
}

func failure(_ action: () async throws -> Void) async throws -> any Error {
    do { try await action() } catch { return error }
    throw Unexpected(text: "found no error")
}

typealias Heard1 = Result<AditTyped.Received<Heard>, MessageError>

let socket = CommandLine.arguments[1]

/// Requests, messages with what stands beside them, a gateway and followed parts.
func requests() async throws {
    let (heard, handler) = AsyncStream<Heard1>.makeStream()
    var gateways = Gateways()
    gateways.lists = { _ in FetchedList(texts: ["Bread", "Salt"]) }
    let transport = try SocketTransport(path: socket, core: "requests")
    let client = try TodoClient.open(transport, gateways: gateways) { handler.yield($0) }
    var open = client.followViewOpen().makeAsyncIterator()
    var window = client.followItems(from: 1, limit: 1).makeAsyncIterator()
    try expect(try await open.next()??.count, 0)
    try expect(try await window.next()?.count, 0)
    guard case .wasAdded(let milk) = try await client.todo.add(item: TodoItemInput(text: "Milk")) else {
        throw Unexpected(text: "Milk was not added")
    }
    try expect(milk.completed, false)
    guard case .wereImported(let items) = try await client.todo.import(from: "groceries") else {
        throw Unexpected(text: "nothing was imported")
    }
    try expect(items.map(\.text), ["Bread", "Salt"])
    var table = TodoItemTable()
    while table.count < 3, let next = try await open.next() { table = next ?? table }
    try expect(table.map(\.text), ["Milk", "Bread", "Salt"])
    try expect(table[id: milk.id]?.text, "Milk")
    while let shown = try await window.next() {
        if shown.count < 3 { continue }
        try expect(shown.elements?.map(\.text), ["Bread"])
        break
    }
    // A move, a removal and a replacement reach the mirror.
    _ = try await client.todo.edit(id: milk.id, text: "Oat milk")
    _ = try await client.todo.delete(id: items[0].id)
    while table.map(\.text) != ["Oat milk", "Salt"], let next = try await open.next() { table = next ?? table }
    try client.send(AditTyped.Sent(.app(.todo(.add(item: TodoItemInput(text: "Tea")))), id: .text("seven")))
    for await message in heard {
        guard case .success(let received) = message, received.id == .text("seven") else { continue }
        guard case .app(.todo(.wasAdded)) = received.message else { continue }
        break
    }
    try expect(try await client.stats().queued, 0)
    client.close()
    let error = try await failure { _ = try await client.stats() }
    try expect((error as? RequestError)?.code, "eclosed")
    try expect(try await failure { while try await open.next() != nil {} } is RequestError, true)
}

/// An error of a gateway is one of the app's, and a task is cancelled with its effect.
func gateways() async throws {
    let (began, beginner) = AsyncStream<String>.makeStream()
    let (cancelled, canceller) = AsyncStream<Bool>.makeStream()
    var gateways = Gateways()
    gateways.lists = { request in
        guard case .fetch(let list) = request else { throw Unexpected(text: "\(request)") }
        if list == "nothing" { throw Unexpected(text: "no such list") }
        beginner.yield(list)
        do { try await Task.sleep(for: .seconds(60)) } catch { canceller.yield(true) }
        return FetchedList(texts: [])
    }
    let transport = try SocketTransport(path: socket, core: "gateways")
    let client = try TodoClient.open(transport, gateways: gateways)
    guard case .wereNotImported = try await client.todo.import(from: "nothing") else {
        throw Unexpected(text: "a list was imported")
    }
    async let waiting = client.todo.import(from: "groceries")
    for await list in began {
        try expect(list, "groceries")
        break
    }
    guard case .importWasCancelled = try await client.todo.cancelImport(from: "groceries") else {
        throw Unexpected(text: "the import was not cancelled")
    }
    for await isCancelled in cancelled {
        try expect(isCancelled, true)
        break
    }
    client.close()
    _ = try? await waiting
}

/// What is not understood is an error, and the client goes on.
func misunderstood() async throws {
    let (heard, handler) = AsyncStream<Heard1>.makeStream()
    let transport = try SocketTransport(path: socket, core: "misunderstood")
    let client = try TodoClient.open(transport) { handler.yield($0) }
    let error = try await failure { _ = try await client.todo.add(item: TodoItemInput(text: "")) }
    try expect("\(error)".hasPrefix("todo.response.wasNotAdded.error: "), true)
    try client.send(.todo(.add(item: TodoItemInput(text: ""))))
    for await message in heard {
        guard case .failure(let error) = message else { continue }
        try expect("\(error)".hasPrefix("todo.response.wasNotAdded.error: "), true)
        break
    }
    guard case .wasAdded = try await client.todo.add(item: TodoItemInput(text: "Milk")) else {
        throw Unexpected(text: "Milk was not added")
    }
    client.close()
}

/// An app with another catalog is refused, also for a core that is open; and so is a socket without a server.
func refused() async throws {
    let other = AditConfig(expects: .text("0123456789abcdef"))
    let opened = try TodoClient.open(SocketTransport(path: socket, core: "refused"))
    for opens in [true, false] {
        let transport = try SocketTransport(path: socket, core: opens ? "another" : "refused", opens: opens)
        let error = try await failure { _ = try TodoClient.open(transport, config: other) }
        try expect((error as? RequestError)?.code, "econfig")
        try expect("\(error)".contains("expects"), true)
    }
    let second = try TodoClient.open(SocketTransport(path: socket, core: "refused", opens: false))
    _ = try await second.todo.add(item: TodoItemInput(text: "Milk"))
    opened.close()
    let error = try await failure { _ = try SocketTransport(path: "/nowhere", core: "list") }
    try expect("\(error)".hasPrefix("no server listens at /nowhere: "), true)
}

/// A transport whose other side is the test.
final class Line: Transport, @unchecked Sendable {
    private(set) var receive: (@Sendable (String?) -> Void)?
    let (sent, sender) = AsyncStream<String>.makeStream()

    func open(app: String, config: String, receive: @escaping @Sendable (String?) -> Void) { self.receive = receive }
    func send(_ text: String) { sender.yield(text) }
    func close() {}
}

/// What waits for a process that ends fails, and what is followed is followed again; a patch that does not follow begins anew.
func crashed() async throws {
    let line = Line()
    let client = try TodoClient.open(line)
    var sent = line.sent.makeAsyncIterator()
    func subscription() async throws -> JSONValue {
        let text = await sent.next() ?? ""
        try expect(text.contains("@subscribe"), true)
        return try JSONDecoder().decode(JSONValue.self, from: Data(text.utf8))
    }
    var counts = client.followViewOpenCount().makeAsyncIterator()
    let first = try await subscription()
    let name = "\"subscription\":\"part-1\""
    line.receive?("{\"@value\":{\(name),\"path\":\"/view/openCount\",\"revision\":1,\"value\":3}}")
    try expect(try await counts.next(), 3)
    async let adding = client.todo.add(item: TodoItemInput(text: "Milk"))
    try expect(await sent.next()?.contains("Milk"), true)
    line.receive?("{\"@crashed\":{\"core\":\"list\",\"signal\":\"SIGILL\",\"again\":true}}")
    do {
        _ = try await adding
        throw Unexpected(text: "Milk was added")
    } catch let error as RequestError { try expect(error.code, "ecrashed") }
    line.receive?("{\"@reopened\":{\"core\":\"list\",\"kept\":true}}")
    try expect(try await subscription(), first)
    line.receive?("{\"@value\":{\(name),\"path\":\"/view/openCount\",\"revision\":4,\"value\":4}}")
    try expect(try await counts.next(), 4)
    let ops = "\"ops\":[{\"op\":\"replace\",\"path\":\"\",\"value\":5}]"
    line.receive?("{\"@patch\":{\(name),\"from\":3,\"revision\":5,\(ops)}}")
    try expect(try await subscription(), first)
    line.receive?("{\"@patch\":{\(name),\"from\":4,\"revision\":5,\(ops)}}")
    try expect(try await counts.next(), 5)
    line.receive?(nil)
    try expect(try await failure { while try await counts.next() != nil {} } is RequestError, true)
}

try await requests()
try await crashed()
try await gateways()
try await misunderstood()
try await refused()
