import Adit
import AditJSON
import Testing

@testable import CounterCore

@Suite struct CounterWireTests {
    @Test func messagesOnTheWire() throws {
        let goldens: [(Message, String)] = [
            (.counter(.request(.increment(by: 2))), #"{"counter":{"request":{"increment":{"by":2}}}}"#),
            (.counter(.response(.wasIncremented(to: 2))), #"{"counter":{"response":{"wasIncremented":{"to":2}}}}"#),
            (
                .counter(.response(.wasNotIncremented(by: 2))),
                #"{"counter":{"response":{"wasNotIncremented":{"by":2}}}}"#
            ),
        ]
        for (message, json) in goldens {
            #expect(try read(Message.self, json) == message)
            #expect(try write(message) == json)
        }
    }

    @Test func theStateOnTheWire() throws {
        #expect(try write(CounterState(value: 2)) == #"{"value":2}"#)
        #expect(try read(CounterState.self, #"{"value":2}"#).value == 2)
        #expect(try read(CounterState.self, "{}").value == 0)
    }

    @Test(arguments: [
        (
            #"{"counter":{"request":{"increment":{"by":"2"}}}}"#,
            "counter.request.increment.by: found a string; a whole number of 64 bits is expected"
        ),
        (#"{"counter":{"request":{"increment":{}}}}"#, #"counter.request.increment: missing key "by"; found no key"#),
        (
            #"{"counter":{"request":{"decrement":{"by":2}}}}"#,
            #"counter.request: no case "decrement"; did you mean "increment"? one of increment"#
        ),
    ])
    func messagesThatAreRefused(json: String, text: String) throws {
        let failure = #expect(throws: CodingFailure.self) { try read(Message.self, json) }
        #expect(failure?.description == text)
    }
}

private func read<T: WireCodable>(_ type: T.Type, _ json: String) throws -> T {
    let bytes = Array(json.utf8)
    return try bytes.withUnsafeBytes { bytes in
        let document = try JSONDocument(parsing: bytes, depth: 64)
        return try document.withRoot { try decodeWire(type, from: $0) }
    }
}

private func write(_ value: some WireCodable) throws -> String {
    let writer = JSONWriter()
    try encodeWire(value, to: writer)
    return writer.text
}
