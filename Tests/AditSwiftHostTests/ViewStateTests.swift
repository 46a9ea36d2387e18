import AditSwiftHost
import Observation
import Testing

@Suite struct ViewStateTests {
    @Test func `a read part is followed, and no other`() throws {
        // GIVEN
        let core = try AppCore(notesApp())
        let viewState = core.viewState
        let (notes, title, all) = (Count(), Count(), Count())
        withObservationTracking {
            _ = viewState.notes
        } onChange: {
            notes.increment()
        }
        withObservationTracking {
            _ = viewState.title
        } onChange: {
            title.increment()
        }
        withObservationTracking {
            _ = viewState.state
        } onChange: {
            all.increment()
        }
        // WHEN
        core.send(.rename("list"))
        core.process()
        // THEN
        #expect((notes.value, title.value, all.value) == (0, 1, 1))
        #expect(viewState.title == "list")
        // WHEN
        core.send(.add("a"))
        core.process()
        // THEN observers are told once, until they read again
        #expect((notes.value, title.value, all.value) == (1, 1, 1))
        #expect(viewState.notes == ["a"])
    }

    @Test func `a message that fails does not change it`() throws {
        // GIVEN
        let core = try AppCore(notesApp())
        let notes = Count()
        withObservationTracking {
            _ = core.viewState.notes
        } onChange: {
            notes.increment()
        }
        // WHEN
        core.send(.addAndFail("a"))
        core.process()
        // THEN
        #expect(notes.value == 0)
    }

    @Test func `a view of the app is read with its type`() throws {
        // GIVEN
        let core = try AppCore(notesApp())
        let told = Count()
        let count: Int? = withObservationTracking {
            try? core.view("count")
        } onChange: {
            told.increment()
        }
        #expect(count == 0)
        // WHEN
        core.send(.add("a"))
        core.process()
        // THEN
        #expect(told.value == 1)
        #expect(try core.view("count", as: Int.self) == 1)
    }

    @Test func `a view that does not exist, and one of another type, is an error`() throws {
        let core = try AppCore(notesApp())
        let unknown = #expect(throws: AppCoreError.self) { try core.view("cuont", as: Int.self) }
        #expect(unknown?.description == #"view "cuont": found no view of that name; the app's are: count"#)
        let mistyped = #expect(throws: AppCoreError.self) { try core.view("count", as: String.self) }
        #expect(mistyped?.description == #"view "count": String is asked for; its type is Int"#)
    }

    @Test func `it has the last message`() throws {
        // GIVEN
        let core = try AppCore(notesApp())
        let told = Count()
        #expect(core.viewState.message == nil)
        withObservationTracking {
            _ = core.viewState.message
        } onChange: {
            told.increment()
        }
        // WHEN
        core.send(.add("a"))
        core.process()
        // THEN
        #expect(core.viewState.message == .wasAdded("a"))
        #expect(told.value == 1)
    }

    @Test func `many changes of a batch are one change of a view`() throws {
        // GIVEN
        let core = try AppCore(notesApp())
        let notes = Count()
        func follow() {
            withObservationTracking {
                _ = core.viewState.notes
            } onChange: {
                notes.increment()
            }
        }
        follow()
        // WHEN
        for number in 1...100 { core.send(.add("\(number)")) }
        core.process()
        // THEN
        #expect(notes.value == 1)
        #expect(core.viewState.notes.count == 100)
    }

    @Test func `it follows a store of a program of its own`() {
        // GIVEN
        let store = StateStore(Notes())
        let viewState = ViewState<Notes, NotesMessage>(store: store)
        let notes = Count()
        withObservationTracking {
            _ = viewState.notes
        } onChange: {
            notes.increment()
        }
        // WHEN
        store.change(.add("a"))
        // THEN
        #expect(notes.value == 1)
    }
}

/// A count of calls on the test's thread.
private final class Count: @unchecked Sendable {  // One thread.
    private(set) var value = 0
    func increment() { value += 1 }
}
