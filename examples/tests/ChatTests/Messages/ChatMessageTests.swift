import Adit
import Support
import Testing

@testable import ChatCore

@Suite struct ChatMessageTests {
    @Test(
        arguments: [
            (.presence(.request(.goOnline(room: "a"))), #"{"presence":{"request":{"goOnline":{"room":"a"}}}}"#),
            (.presence(.request(.goOffline)), #"{"presence":{"request":{"goOffline":{}}}}"#),
            (
                .presence(.request(.setHeartbeat(seconds: 7))),
                #"{"presence":{"request":{"setHeartbeat":{"seconds":7}}}}"#
            ),
            (
                .presence(.response(.didNotGoOffline(error: .offline))),
                #"{"presence":{"response":{"didNotGoOffline":{"error":"offline"}}}}"#
            ),
            (
                .inbox(.received(message: .numbered(1))),
                #"{"inbox":{"received":{"message":{"id":"00000000-0000-0000-0000-000000000001","from":"Zoe","#
                    + #""text":"Hello","date":"2026-11-21T09:30:00Z"}}}}"#
            ),
            (.inbox(.wasLost(room: "a", reason: nil)), #"{"inbox":{"wasLost":{"room":"a"}}}"#),
            (.heartbeat(.beats(at: .morning)), #"{"heartbeat":{"beats":{"at":"2026-11-21T09:30:00Z"}}}"#),
        ] as [(Message, String)])
    func messagesOnTheWire(message: Message, json: String) throws {
        #expect(try encoded(message) == json)
        #expect(try decoded(from: json) == message)
    }
}
