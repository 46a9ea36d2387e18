import Adit
import Testing

@testable import ChatCore

@Suite struct InboxTests {
    let host = ChatHost()

    @Test func R17_theInboxIsAFeatureThatOnlyEmits() throws {
        // GIVEN
        host.send(.goOnline(room: "lobby"))
        #expect(
            host.heard() == [
                #"{"presence":{"response":{"wentOnline":{"room":"lobby"}}}}"#,
                #"e1-1 inbox {"follow":{"room":"lobby"}}"#,
            ])
        host.forget()
        // WHEN the host brings messages, now and later
        try host.reply("e1-1", #"{"result":{"from":"Zoe","text":"Hello"}}"#, more: true)
        host.advance(by: .seconds(5))
        try host.reply("e1-1", #"{"result":{"from":"Zoe","text":"Bye"}}"#, more: true)
        // THEN each is emitted, with an id and the time at which it came
        let received = [ChatMessage.numbered(0), .numbered(1, "Bye", date: .morning(plus: 5))]
        #expect(host.heardMessages() == received.map { .inbox(.received(message: $0)) })
        // AND what keeps them is another feature
        #expect(Array(host.state.messages) == received)
    }

    @Test func R17_theInboxIsThatOfTheRoomInTheState() throws {
        // GIVEN
        host.send(.goOnline(room: "lobby"))
        host.forget()
        // WHEN
        host.send(.goOnline(room: "kitchen"))
        // THEN
        #expect(
            host.heard() == [
                #"{"presence":{"response":{"wentOnline":{"room":"kitchen"}}}}"#, "e1-1 is cancelled",
                #"e1-2 inbox {"follow":{"room":"kitchen"}}"#,
            ])
        // AND what comes from the former room is not heard any more
        try host.reply("e1-1", #"{"result":{"from":"Zoe","text":"Hello"}}"#, more: true)
        #expect(host.heard() == [])
        #expect(host.state.messages.isEmpty)
    }

    @Test func R17_theInboxIsSilentOffline() throws {
        // GIVEN
        host.send(.goOnline(room: "lobby"))
        host.forget()
        // WHEN
        host.send(.goOffline)
        // THEN
        #expect(
            host.heard() == [#"{"presence":{"response":{"wentOffline":{"room":"lobby"}}}}"#, "e1-1 is cancelled"])
        try host.reply("e1-1", #"{"result":{"from":"Zoe","text":"Hello"}}"#, more: true)
        #expect(host.heard() == [])
    }

    @Test func aRoomThatIsClosedIsLostAndFollowedAnewWhenTheUserComesBack() throws {
        // GIVEN
        host.send(.goOnline(room: "lobby"))
        host.forget()
        // WHEN the host has no more
        try host.reply("e1-1", #"{"result":{"from":"Zoe","text":"Last"}}"#)
        // THEN
        #expect(
            host.heardMessages() == [
                .inbox(.received(message: .numbered(0, "Last"))), .inbox(.wasLost(room: "lobby", reason: nil)),
            ])
        #expect(!host.state.isListening)
        // AND the heart beats on
        host.advance(by: .seconds(30))
        #expect(host.heardMessages() == [.heartbeat(.beats(at: .morning(plus: 30)))])
        // AND
        host.send(.goOnline(room: "lobby"))
        #expect(host.heard().last == #"e1-2 inbox {"follow":{"room":"lobby"}}"#)
    }

    @Test(arguments: [
        (#"{"error":"no such room"}"#, #"the gateway "inbox" answered with the error "no such room""#),
        (
            #"{"result":{"from":"Zoe"}}"#,
            #"the reply of the gateway "inbox" is not one: result: missing key "text"; found from"#
        ),
    ]) func whatIsWrongWithAnAnswerIsTold(json: String, reason: String) throws {
        // GIVEN
        host.send(.goOnline(room: "lobby"))
        host.forget()
        // WHEN
        try host.reply("e1-1", json, more: true)
        // THEN
        #expect(host.heardMessages() == [.inbox(.wasLost(room: "lobby", reason: reason))])
    }

    @Test func aHostMayServeNoInbox() {
        // GIVEN
        let host = ChatHost(gateways: [])
        // WHEN
        host.send(.goOnline(room: "lobby"))
        // THEN
        #expect(
            host.heardMessages() == [
                .presence(.response(.wentOnline(room: "lobby"))),
                .inbox(.wasLost(room: "lobby", reason: GatewayFailure.notServed("inbox").description)),
            ])
    }
}
