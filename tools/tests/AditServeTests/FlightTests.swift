import Testing

@testable import AditServe

/// GIVEN messages of two clients that are not known to be handled.
struct FlightTests {
    private let core = Core(number: 0, name: "a", app: "todo", config: .init(), process: LibraryProcess(library: ""))
    private let first = Client(name: ClientName(), isTrusted: false, chunkSize: 1024)
    private let second = Client(name: ClientName(), isTrusted: false, chunkSize: 1024)

    private func send(_ flight: inout Flight, _ client: Client, id: String?) {
        _ = flight.append(Message(kind: .ofCore, client: client, core: core, id: id))
    }

    private func next(_ flight: Flight, is client: Client) -> Bool {
        client.name?.text.withBytes { flight.nextClient(named: $0) === client } ?? false
    }

    @Test func `WHEN answers come THEN the next one is for the client of the first message without one`() {
        var flight = Flight()
        send(&flight, first, id: "1")
        send(&flight, second, id: "1")
        send(&flight, first, id: nil)
        send(&flight, second, id: "2")
        #expect(next(flight, is: first) && !next(flight, is: second))
        flight.answer(Bytes("1"), of: first, for: core)
        #expect(next(flight, is: second) && !next(flight, is: first))
        // One without an id has no answer.
        flight.answer(Bytes("1"), of: second, for: core)
        flight.answer(Bytes("2"), of: second, for: core)
        #expect(!next(flight, is: second) && !next(flight, is: first))
    }

    @Test func `WHEN an answer comes late THEN the message before it is still without one`() {
        var flight = Flight()
        send(&flight, first, id: "1")
        send(&flight, second, id: "1")
        flight.answer(Bytes("1"), of: second, for: core)
        #expect(next(flight, is: first))
        #expect(flight.removeFirst()?.isAnswered == false)
        #expect(flight.removeFirst()?.isAnswered == true)
    }

    /// Bug: it was refused after a crash, and had its answer.
    @Test(arguments: [(#""\u0061""#, #""a""#), (#""a\/""#, #""a/""#), (#""\u00e9\n""#, #""é\u000a""#)])
    func `WHEN an id is written with escapes THEN its answer is known by what it holds`(id: String, answer: String) {
        var flight = Flight()
        send(&flight, first, id: "1")
        send(&flight, first, id: id)
        answer.withBytes { flight.answer($0, of: first, for: core) }
        #expect(flight.removeFirst()?.isAnswered == false)
        #expect(flight.removeFirst()?.isAnswered == true)
    }

    @Test func `WHEN ids are other texts THEN they are not the same`() {
        for (id, other) in [(#""\u0061""#, #""b""#), (#""\u00e9""#, "\"e\u{301}\""), ("7", #""7""#)] {
            #expect(id.withBytes { id in other.withBytes { !id.isSameID(as: $0) } })
        }
    }

    @Test func `WHEN a client is gone THEN no answer is for it`() {
        var flight = Flight()
        send(&flight, first, id: "1")
        flight.forget(first)
        #expect(!next(flight, is: first))
    }
}
