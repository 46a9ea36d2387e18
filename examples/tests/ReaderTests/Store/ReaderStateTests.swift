import Adit
import Testing

@testable import AditState
@testable import ReaderCore

@Suite struct ReaderStateTests {
    @Test func aPageThatIsReadAgainBecomesTheLast() {
        // GIVEN
        var state = ReaderState()
        state.apply(.finish(.of("/a")))
        state.apply(.finish(.of("/b")))
        // WHEN
        state.apply(.finish(.of("/a", from: .cache)))
        // THEN
        #expect(Array(state.history) == [.of("/b"), .of("/a", from: .cache)])
    }

    @Test func aPageThatIsOpenedWhileItIsForgottenGoesOn() {
        // GIVEN
        var state = ReaderState()
        state.apply(.begin(Opening(url: "/a", since: .morning)))
        // WHEN
        state.apply(.forget(url: "/a"))
        // THEN
        #expect(state.openings.map(\.url) == ["/a"])
    }

    @Test func whatAFailedMessageChangedIsUndone() {
        // GIVEN a state whose changes are noted
        var state = ReaderState()
        state.apply(.finish(.of("/a")))
        state.apply(.begin(Opening(url: "/b", since: .morning)))
        let before = state
        var original = state
        ReaderState.saveOriginal(of: &state, in: &original, on: ThreadLocal.number)
        // WHEN
        state.apply(.finish(.of("/b")))
        state.apply(.forget(url: "/a"))
        state.apply(.begin(Opening(url: "/c", since: .morning)))
        ReaderState.restore(&state, from: &original)
        // THEN
        #expect(state == before)
    }
}
