import AditTesting
import Testing

@testable import @Name@Core

struct AddEntryTests {
    @Test func anEntryIsAddedOnce() {
        GIVEN(@name@App())
            .WHEN(.entries(.request(.add(text: "Buy milk"))))
            .THEN(.entries(.response(.wasAdded(text: "Buy milk", count: 1))))
            .THEN(\.entries, is: ["Buy milk"])
            .WHEN(.entries(.request(.add(text: "Buy milk"))))
            .THEN(.entries(.response(.wasNotAdded(text: "Buy milk", error: .isThereAlready))))
            .THEN(\.entries, is: ["Buy milk"])
            .runTests()
    }

    @Test func anEntryHasAText() {
        GIVEN(AddEntry.self, state: @Name@State()) { core, respond in
            AddEntry(store: core.store, respond: respond)
        }
        .WHEN(.add(text: ""))
        .THEN(.wasNotAdded(text: "", error: .noText))
        .runTests()
    }
}
