import Adit
import Testing

@testable import ChatCore

@Suite struct HeartbeatTests {
    let host = ChatHost()

    private func beats(at seconds: Int...) -> [Message] {
        seconds.map { .heartbeat(.beats(at: .morning(plus: $0))) }
    }

    @Test func R17_theHeartbeatIsAFeatureThatOnlyEmits() {
        // GIVEN
        host.send(.goOnline(room: "lobby"))
        host.forget()
        // WHEN
        host.advance(by: .seconds(100))
        // THEN it beats every thirty seconds
        #expect(host.heardMessages() == beats(at: 30, 60, 90))
        // AND what keeps the beats is another feature
        #expect(host.state.lastBeat == .morning(plus: 90))
    }

    @Test func R17_theHeartbeatStandsStillOffline() {
        // GIVEN
        host.advance(by: .seconds(100))
        #expect(host.heard() == [])
        host.send(.goOnline(room: "lobby"))
        host.advance(by: .seconds(40))
        host.send(.goOffline)
        host.forget()
        // WHEN
        host.advance(by: .seconds(1000))
        // THEN
        #expect(host.heard() == [])
        #expect(host.inFlight == 0)
    }

    @Test func R17_theIntervalIsThatOfTheState() {
        // GIVEN
        host.send(.goOnline(room: "lobby"))
        host.advance(by: .seconds(29))
        host.forget()
        // WHEN
        host.send(.setHeartbeat(seconds: 10))
        host.advance(by: .seconds(25))
        // THEN the former clock beats no more, the new one from now on
        #expect(host.heardMessages() == [.presence(.response(.heartbeatWasSet(seconds: 10)))] + beats(at: 39, 49))
    }

    @Test func R17_theSameIntervalLetsTheHeartbeatGoOn() {
        // GIVEN
        host.send(.goOnline(room: "lobby"))
        host.advance(by: .seconds(20))
        host.forget()
        // WHEN something changes that is of no concern to it
        host.send(.setHeartbeat(seconds: 30))
        host.send(.goOnline(room: "kitchen"))
        host.forget()
        host.advance(by: .seconds(10))
        // THEN
        #expect(host.heardMessages() == beats(at: 30))
    }

    @Test func R17_aWeekOfBeatsPassesAtOnce() {
        // GIVEN
        host.send(.setHeartbeat(seconds: 3600))
        host.send(.goOnline(room: "lobby"))
        host.forget()
        // WHEN
        host.advance(by: .seconds(7 * 24 * 3600))
        // THEN
        #expect(host.heard().count == 7 * 24)
    }
}
