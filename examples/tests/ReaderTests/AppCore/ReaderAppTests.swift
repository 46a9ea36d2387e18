@testable import Adit
import Testing

@testable import ReaderCore

/// The whole core, as a host in C sees it.
@Suite struct ReaderAppTests {
    private let asked = #"{"method":"GET","url":"/a","headers":{},"timeout":"PT10S","attempts":1,"form":"text"}"#

    @Test func aPageIsLookedForThenFetchedThenKept() throws {
        // GIVEN
        let host = ReaderHost()
        // WHEN
        host.send(.open(url: "/a"), id: 7)
        try host.reply("e1-1", #"{"result":{}}"#)
        try host.reply("e1-2", #"{"result":{"status":200,"body":{"text":"text"}}}"#)
        try host.reply("e1-3", #"{"result":{}}"#)
        // THEN all of it has the message's id
        let page = #"{"url":"/a","body":"text","fetched":"2026-11-21T09:30:00Z"}"#
        #expect(
            host.heard() == [
                #"e1-1 keyValue {"get":{"key":"/a"}} #7"#,
                "e1-2 http \(asked) #7",
                #"e1-3 keyValue {"put":{"key":"/a","value":{"body":"text","fetched":"2026-11-21T09:30:00Z","url":"/a"}}} #7"#,
                #"{"page":{"response":{"wasOpened":{"page":\#(page),"from":"network"}}}} #7"#,
            ])
        #expect(host.inFlight == 0)
    }

    @Test func aPageThatIsKeptNeedsOneRequest() throws {
        // GIVEN
        let host = ReaderHost()
        let page = #"{"url":"/a","body":"kept","fetched":"2026-11-20T09:30:00Z"}"#
        // WHEN
        host.send(.open(url: "/a"))
        try host.reply("e1-1", #"{"result":{"value":\#(page)}}"#)
        // THEN
        #expect(
            host.heard() == [
                #"e1-1 keyValue {"get":{"key":"/a"}}"#,
                #"{"page":{"response":{"wasOpened":{"page":\#(page),"from":"cache"}}}}"#,
            ])
    }

    @Test func aHostThatDoesNotAnswerIsNotWaitedForForEver() throws {
        // GIVEN
        let host = ReaderHost()
        host.send(.open(url: "/a"), id: 1)
        // WHEN the store does not answer within ten seconds, nor the page within eleven
        host.advance(by: .seconds(10))
        host.advance(by: .seconds(11))
        // THEN
        #expect(
            host.heard() == [
                #"e1-1 keyValue {"get":{"key":"/a"}} #1"#,
                "e1-1 is cancelled #1",
                "e1-2 http \(asked) #1",
                "e1-2 is cancelled #1",
                #"{"page":{"response":{"wasNotOpened":{"url":"/a","error":{"timedOut":{}}}}}} #1"#,
            ])
        // AND an answer that comes later is ignored
        try host.reply("e1-2", #"{"result":{"status":200,"body":{"text":"text"}}}"#)
        #expect(host.heard() == [])
        #expect(host.core.loop.effects.ignoredReplies == 1)
        #expect(host.state == ReaderState())
    }

    @Test(arguments: [
        (#"{"error":"offline"}"#, #"the gateway \"http\" answered with the error \"offline\""#),
        (
            #"{"result":{"status":"ok"}}"#,
            #"the reply of the gateway \"http\" is not one: result.status: found a string; "#
                + "a whole number of 64 bits is expected"
        ),
    ]) func whatIsWrongWithAnAnswerIsTold(json: String, error: String) throws {
        // GIVEN
        let host = ReaderHost()
        host.send(.refresh(url: "/a"))
        host.forget()
        // WHEN
        try host.reply("e1-1", json)
        // THEN
        let told = host.heard()
        #expect(told == [#"{"page":{"response":{"wasNotOpened":{"url":"/a","error":{"failed":"\#(error)"}}}}}"#])
    }

    @Test func aHostMayServeNoStore() throws {
        // GIVEN
        let host = ReaderHost(gateways: ["http"])
        // WHEN
        host.send(.open(url: "/a"))
        try host.reply("e1-1", #"{"result":{"status":200,"body":{"text":"text"}}}"#)
        // THEN
        #expect(host.heard().count == 2)
        #expect(Array(host.state.history) == [.of("/a")])
    }

    @Test func aMessageBringsAnAnswerOfItsOwn() throws {
        // GIVEN
        let host = ReaderHost()
        var values = host.core.loop.effects.environment.values
        values.gatewayFixtures = [
            "http": .object(["status": .integer(200), "body": .object(["text": .string("given")])]),
            "keyValue": .object([:]),
        ]
        values.date = .constant(.morning(plus: 1))
        // WHEN
        host.send(.open(url: "/a"), with: values)
        // THEN nobody is asked
        #expect(
            host.heard() == [
                #"{"page":{"response":{"wasOpened":{"page":"#
                    + #"{"url":"/a","body":"given","fetched":"2026-11-21T09:30:01Z"},"from":"network"}}}}"#
            ])
        // AND the next message has the host's again
        host.send(.open(url: "/a"))
        #expect(host.heard() == [#"e1-1 keyValue {"get":{"key":"/a"}}"#])
    }

    @Test func closingCancelsWhatIsInFlight() throws {
        // GIVEN
        let host = ReaderHost()
        host.send(.open(url: "/a"), id: 1)
        host.send(.forget(url: "/b"), id: 2)
        try host.reply("e1-1", #"{"result":{}}"#)
        host.forget()
        // WHEN
        let haveEnded = host.close()
        // THEN the host knows whom nobody waits for, and hears nothing else
        #expect(haveEnded)
        #expect(host.heard() == ["e1-3 is cancelled #1", "e1-2 is cancelled #2"])
        #expect(host.inFlight == 0)
    }

    @Test func nothingOfACoreIsLeftWhenItIsGone() throws {
        // GIVEN a core with work in flight
        let host = ReaderHost()
        host.send(.open(url: "/a"))
        weak let core: RunningApp? = host.core
        weak let effects: EffectRunner? = host.core.loop.effects
        #expect(core != nil && effects != nil)
        // WHEN
        host.release()
        // THEN
        #expect(core == nil)
        #expect(effects == nil)
    }
}
