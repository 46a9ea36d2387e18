@testable import Adit
import Testing

@testable import ChatCore

@Suite struct ChatAppTests {
    @Test func R18_theInboxIsReimplementedForAnotherService() {
        // GIVEN an inbox without a host
        nonisolated(unsafe) let inbox = MockInboxGateway()
        let app = App<ChatState, Message>("chat", state: ChatState()) { core in
            core.sources = createSources(inbox: inbox, output: core.output)
            return createFeatures(store: core.store, output: core.output)
        }
        let host = ChatHost(app)
        host.send(.goOnline(room: "lobby"))
        #expect(inbox.followed == ["lobby"])
        host.forget()
        // WHEN
        inbox.write(.numbered(1), in: "lobby")
        inbox.close("lobby", GatewayFailure.timedOut("inbox", after: .seconds(1)))
        host.run()
        // THEN
        #expect(
            host.heardMessages() == [
                .inbox(.received(message: .numbered(1))),
                .inbox(.wasLost(room: "lobby", reason: "the gateway \"inbox\" did not answer within 1.0 seconds")),
            ])
    }

    @Test func R17_aCoreThatBeginsOnlineBeginsWithItsSources() throws {
        // GIVEN a state in which somebody is online
        let state = try JSONState.read(#"{"room":"lobby","isListening":true}"#)
        let app = App<ChatState, Message>("chat", state: state, gateways: [inboxHost]) { core in
            let inbox = HostInboxGateway(messages: core.connect(inboxHost))
            core.sources = createSources(inbox: inbox, output: core.output)
            return createFeatures(store: core.store, output: core.output)
        }
        let host = ChatHost(app)
        #expect(host.core.loop.hasBeginning)
        // WHEN it is driven, before any message has come
        host.run()
        // THEN
        #expect(host.heard() == [#"e1-1 inbox {"follow":{"room":"lobby"}}"#])
        #expect(host.inFlight == 2)
    }

    @Test func closingEndsTheSources() {
        // GIVEN
        let host = ChatHost()
        host.send(.goOnline(room: "lobby"))
        #expect(host.inFlight == 2)
        host.forget()
        // WHEN
        let haveEnded = host.close()
        // THEN the host knows that nobody listens any more
        #expect(haveEnded)
        #expect(host.heard() == ["e1-1 is cancelled"])
        #expect(host.inFlight == 0)
    }

    @Test func nothingOfACoreIsLeftWhenItIsGone() {
        // GIVEN a core with sources that run
        let host = ChatHost()
        host.send(.goOnline(room: "lobby"))
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
