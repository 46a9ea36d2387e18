import Adit
import AditTesting
import Testing

@Suite struct EngineTests {
    @Test func U1_theEngineIsTheCoresOwn() {
        // GIVEN a feature that puts out twice, and fails at what it has put out
        GIVEN(featureOf: Note.self, state: Notes()) { core in
            { note in
                guard case .says(let text) = note else { return }
                core.store.change(.add(text))
                if text == "a" {
                    core.output(.says("b"))
                    core.output(.says("c"))
                }
                if text == "b" { throw NoteError(reason: "no b") }
                if text == "c" { core.output(.heard("c")) }
            }
        }
        // WHEN, THEN what failed is undone, and the rest is handled breadth first
        .WHEN(.says("a"))
        .THEN(throws: NoteError(reason: "no b"))
        .THEN(.says("b"), .says("c"), .heard("c"))
        .THEN(\.lines, is: ["a", "c"])
        .runTests()
    }
}
