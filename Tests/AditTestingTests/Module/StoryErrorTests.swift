import AditTesting
import Testing

@testable import Adit

private enum Message: Equatable {
    case draw, refuse
    case wasDrawn(Timestamp)
}

private struct Refusal: Error, CustomStringConvertible { let description = "it is refused" }

private struct Clerk {
    @Dependency(\.date) var date
}

/// GIVEN a message that fails, or one with dependencies of its own WHEN a story has it THEN it is expected as a host hears
/// it.
@Suite struct StoryErrorTests {
    private var clerk: ModuleTest<NoState, Message, Message> {
        GIVEN(featureOf: Message.self, state: NoState()) { core in
            let clerk = Clerk()
            return { message in
                switch message {
                case .draw: core.output(.wasDrawn(clerk.date()))
                case .refuse: throw Refusal()
                case .wasDrawn: break
                }
            }
        }
    }

    @Test func `an error is expected by its text`() { clerk.WHEN(.refuse).THEN(throws: "it is refused").runTests() }

    @Test func `another text and no error are failures`() {
        let line = #line
        let found = failures {
            clerk.WHEN(.refuse).THEN(throws: "it is gone").runTests()
            clerk.relaxed.WHEN(.draw).THEN(throws: "it is refused").runTests()
        }
        #expect(found.count == 2, "\(found)")
        #expect(
            found.first?.hasPrefix("\(line + 2): another error was thrown (- expected, + found):") == true, "\(found)")
        #expect(
            found.last == #"\#(line + 3): nothing was thrown; an error with the text "it is refused" was expected"#)
    }

    @Test func `a request that is spelled in another way is another one`() {
        let photo = Upload(id: .zero, photo: "caf\u{E9}", due: .epoch)
        let found = failures {
            GIVEN(uploadApp(), state: UploadState(uploads: [photo]), from: .epoch).relaxed
                .THEN(uploadHost, isAsked: "cafe\u{301}")
                .runTests()
        }
        #expect(found.count == 1, "\(found)")
    }

    @Test func `dependencies of a message are those of all that it causes, and of no other`() {
        let date = Timestamp("2026-11-22T08:00:00Z")!
        clerk
            .WHEN(.draw) { $0.date = .constant(date) }
            .THEN(.wasDrawn(date))
            .WHEN(.draw)
            .THEN(.wasDrawn(Timestamp("2000-01-01T00:00:00Z")!))
            .runTests()
    }
}
