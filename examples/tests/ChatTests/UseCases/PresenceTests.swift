import Adit
import Testing

@testable import ChatCore

@Suite struct PresenceTests {
    let store = createStore()

    private func request(_ requests: ChangePresenceUseCase.Request...) -> [ChangePresenceUseCase.Response] {
        let responses = Responses<ChangePresenceUseCase.Response>()
        let presence = ChangePresenceUseCase(store: store, responder: responses.append)
        for request in requests { presence.request(request) }
        return responses.all
    }

    private func setHeartbeat(_ seconds: Int) -> [SetHeartbeatUseCase.Response] {
        let responses = Responses<SetHeartbeatUseCase.Response>()
        SetHeartbeatUseCase(store: store, responder: responses.append).request(.set(seconds: seconds))
        return responses.all
    }

    @Test func theStateSaysWhoIsOnline() {
        #expect(request(.goOnline(room: "lobby")) == [.wentOnline(room: "lobby")])
        #expect(store.state().room == "lobby")
        #expect(store.state().isListening)
        #expect(request(.goOffline) == [.wentOffline(room: "lobby")])
        #expect(store.state() == ChatState())
    }

    @Test func aUserWhoIsOfflineCannotGo() {
        #expect(request(.goOffline) == [.didNotGoOffline(.offline)])
    }

    @Test(arguments: ["", " \t"]) func aRoomHasAName(room: String) {
        #expect(request(.goOnline(room: room)) == [.didNotGoOnline(room: room, .emptyRoom)])
        #expect(store.state() == ChatState())
    }

    @Test(arguments: [1, 60, 86_400]) func theHeartbeatHasAnInterval(seconds: Int) {
        #expect(setHeartbeat(seconds) == [.wasSet(seconds: seconds)])
        #expect(store.state().heartbeatSeconds == seconds)
    }

    @Test(arguments: [0, -1, 86_401, Int.max, Int.min]) func theHeartbeatHasNoOtherInterval(seconds: Int) {
        #expect(setHeartbeat(seconds) == [.wasNotSet(seconds: seconds, .interval)])
        #expect(store.state() == ChatState())
    }

    @Test func anInboxThatIsLostIsThatOfTheRoom() throws {
        // GIVEN
        store.change(.follow(room: "lobby"))
        let keep = createKeepingFeature(store: store)
        // WHEN another room's is lost
        try keep(.inbox(.wasLost(room: "kitchen", reason: nil)))
        // THEN
        #expect(store.state().isListening)
        try keep(.inbox(.wasLost(room: "lobby", reason: nil)))
        #expect(!store.state().isListening)
    }
}
