import Adit
import AditJSON
import Support
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
            #expect(try decoded(Message.self, from: json) == message)
            #expect(try encoded(message) == json)
        }
    }

    @Test func theStateOnTheWire() throws {
        #expect(try encoded(CounterState(value: 2)) == #"{"value":2}"#)
        #expect(try decoded(CounterState.self, from: #"{"value":2}"#).value == 2)
        #expect(try decoded(CounterState.self, from: "{}").value == 0)
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
        let failure = #expect(throws: CodingFailure.self) { try decoded(Message.self, from: json) }
        #expect(failure?.description == text)
    }
}
