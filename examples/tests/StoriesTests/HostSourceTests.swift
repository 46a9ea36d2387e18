@testable import Adit
import AditTesting
import Testing

@testable import ChatCore

private typealias Message = ChatCore.Message

/// The story plays a host that feeds a source.
@Suite struct HostSourceTests {
    private let hello = ChatMessage(id: .zero, from: "Zoe", text: "Hello", date: .virtualStart)
    private var online: ModuleTest<ChatState, Message, Message> {
        GIVEN(chatApp())
            .WHEN(.presence(.request(.goOnline(room: "lobby"))))
            .THEN(.presence(.response(.wentOnline(room: "lobby"))))
            .THEN(inboxHost, isAsked: .follow(room: "lobby"))
    }

    @Test func aSourceSendsItemsAndEnds() {
        let log =
            online
            .WHEN(inboxHost, sends: hello)
            .THEN(.inbox(.received(message: hello)))
            .WHEN(ends: inboxHost)
            .THEN(.inbox(.wasLost(room: "lobby", reason: nil)))
            .THEN(\.messages.count, is: 1)
            .THEN(inFlight: 1)
            .runTests()
        #expect(log.entries[4].text.hasPrefix("\"inbox\" sends {\"id\":\"00000000-"))
        #expect(log.entries[6].text == "\"inbox\" ends")
    }

    @Test func aSourceThatIsNotWantedAnyMoreIsCancelled() {
        online.WHEN(.presence(.request(.goOffline)))
            .THEN(.presence(.response(.wentOffline(room: "lobby"))))
            .THEN(isCancelled: inboxHost)
            .runTests()
        // AND that has to be spoken of
        let line = #line + 1
        let found = failures { online.WHEN(.presence(.request(.goOffline))).relaxed.runTests() }
        #expect(found == [])
        let others = failures {
            online.WHEN(.presence(.request(.goOffline))).THEN(.presence(.response(.wentOffline(room: "lobby"))))
                .runTests()
        }
        #expect(
            others == [
                #"\#(line + 3): the cancelled request to a gateway "inbox" {"follow":{"room":"lobby"}} was not expected: say "#
                    + ".THEN(isCancelled: gateway) after this line, or .relaxed after GIVEN"
            ])
    }
}
