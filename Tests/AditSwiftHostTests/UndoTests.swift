import AditSQLite
import AditSwiftHost
import Glibc
import Testing
import TestSupport

@Suite(.onUncertainStorages) struct UndoTests {
    private let path = "/tmp/adit-swift-undo-\(getpid())-\(UInt64.random(in: 0 ... .max)).adit"

    @Test func `messages are undone and redone one by one`() throws {
        // GIVEN
        let core = try AppCore(notesApp(), undo: true)
        let viewState = core.viewState
        #expect(!core.canUndo)
        core.send(.add("a"))
        core.send(.rename("title"))
        core.process()
        #expect(core.canUndo)
        // WHEN
        let undone = try core.undo()
        // THEN
        #expect(undone?.revision == 3)
        #expect(undone?.messages == ["rename"])
        #expect(undone?.gateways == [])
        #expect(viewState.title == "")
        #expect(viewState.notes == ["a"])
        #expect(core.canRedo)
        // WHEN
        try core.undo()
        // THEN
        #expect(viewState.notes == [])
        #expect(!core.canUndo)
        // WHEN
        try core.redo()
        try core.redo()
        // THEN
        #expect(viewState.notes == ["a"])
        #expect(viewState.title == "title")
        #expect(!core.canRedo)
        #expect(core.revision == 6)
    }

    @Test func `a group is undone as one`() throws {
        // GIVEN
        let core = try AppCore(notesApp(), undo: true)
        for note in ["a", "b", "c"] {
            core.send(.add(note), group: "paste")
            if note == "b" { core.process() }
        }
        // WHEN
        try core.undo()
        // THEN
        #expect(core.state.notes == [])
        #expect(!core.canUndo)
    }

    @Test func `where there is nothing to undo, an error says why`() throws {
        // GIVEN
        let core = try AppCore(notesApp(), undo: true)
        // WHEN
        let error = #expect(throws: AppCoreError.self) { try core.undo() }
        // THEN
        #expect(error?.kind == .message)
        #expect(
            error?.description
                == "undo: found nothing to undo; a message that changes the state is expected before")
        #expect(throws: AppCoreError.self) { try core.redo() }
        // GIVEN a core without a history
        let other = try AppCore(notesApp())
        other.send(.add("a"))
        // THEN
        #expect(throws: AppCoreError.self) { try other.undo() }
        #expect(other.state.notes == ["a"])
    }

    @Test func `the history is there when the file is opened again`() throws {
        defer { unlink(path) }
        // GIVEN
        let first = try AppCore(notesApp(), store: .file(path), engine: uncertain(SQLiteEngine()), undo: true)
        first.send(.add("a"))
        first.send(.add("b"))
        try first.undo()
        first.close()
        // WHEN
        let second = try AppCore(notesApp(), store: .file(path), engine: uncertain(SQLiteEngine()), undo: true)
        // THEN
        #expect(second.state.notes == ["a"])
        let redone = try second.redo()
        second.process()
        #expect(redone?.messages == ["add"])
        #expect(second.state.notes == ["a", "b"])
        try second.undo()
        second.process()
        try second.undo()
        second.process()
        #expect(second.state.notes == [])
        second.close()
    }
}
