import AditState
import AditSwiftHost
import AditTesting
import AditUncertainStorage
import Testing

/// GIVEN a storage that does not know whether a batch is written WHEN the core goes on THEN nobody hears of the batch
/// until it knows.
@Suite struct HeldBatchTests {
    private let engine = UncertainEngine(notify: nil)

    private func open() throws -> AppCore<Notes, NotesMessage> {
        try AppCore(notesApp(), store: .file("memory", retention: .none), engine: engine)
    }

    /// Sends a note whose batch is held, and a second one.
    private func hold(_ core: AppCore<Notes, NotesMessage>, _ course: UncertainStorage.Course) {
        engine.courses = [course]
        core.send(.add("a"), id: "1")
        core.process()
        core.send(.add("b"), id: "2")
        core.process()
    }

    @Test func `a batch is heard once it is known to be written, and then the next one`() async throws {
        // GIVEN
        let core = try open()
        let (outputs, viewState) = (core.outputs, core.viewState)
        var updates: [Int] = []
        core.store.updated { updates.append(core.store.state().notes.count) }
        // WHEN
        hold(core, .unknown(asks: 2, isWritten: true))
        // THEN
        #expect(core.state.notes == [])
        #expect(viewState.notes == [])
        #expect(core.revision == 0)
        #expect(updates == [])
        #expect(core.timeToNext == nil)
        // WHEN
        engine.storage?.signal()
        #expect(core.timeToNext == .zero)
        core.process()
        // THEN
        #expect(core.state.notes == [])
        #expect(core.timeToNext == nil)
        // WHEN
        engine.storage?.signal()
        core.process()
        // THEN
        #expect(core.state.notes == ["a", "b"])
        #expect(core.revision == 2)
        #expect(updates == [1, 2])
        core.close()
        #expect(await texts(of: outputs) == ["1: wasAdded(\"a\")", "2: wasAdded(\"b\")"])
    }

    @Test(arguments: [0, 1])
    func `a core whose store was opened elsewhere closes`(asks: Int) async throws {
        // GIVEN
        let core = try open()
        let outputs = core.outputs
        // WHEN
        hold(core, .fenced(asks: asks))
        if asks > 0 { engine.storage?.signal() }
        core.process()
        // THEN
        #expect(core.isClosed)
        #expect(core.state.notes == [])
        let failures = await texts(of: outputs)
        #expect(failures.first?.contains("the storage was opened elsewhere since") == true)
        // The second note was queued while the batch was held, or found the core closed.
        #expect(failures.count == (asks == 0 ? 1 : 2))
        #expect(!core.send(.add("c")))
    }

    @Test func `a batch that turns out not to be written is answered by errors, and the next one goes on`() async throws
    {
        // GIVEN
        let core = try open()
        let outputs = core.outputs
        // WHEN
        hold(core, .late(asks: 1, isWritten: false))
        engine.storage?.signal()
        core.process()
        // THEN
        #expect(core.state.notes == ["b"])
        #expect(core.revision == 1)
        core.close()
        #expect(
            await texts(of: outputs) == [
                "1: add(\"a\") failed: the storage has not written it", "2: wasAdded(\"b\")",
            ])
    }

    @Test(arguments: [false, true])
    func `a core that closes before it is known says so, and the next opening shows it`(isWritten: Bool) async throws {
        // GIVEN
        let core = try open()
        let outputs = core.outputs
        hold(core, .never(isWritten: isWritten))
        // WHEN
        core.close()
        // THEN
        #expect(
            await texts(of: outputs) == [
                "1: add(\"a\") failed: the core closed before it was known whether this is written: "
                    + "the storage is uncertain; open the store again to see",
                "2: add(\"b\") failed: the core closed before the message was handled",
            ])
        // WHEN
        let next = try open()
        // THEN
        #expect(next.state.notes == (isWritten ? ["a"] : []))
        #expect(next.revision == (isWritten ? 1 : 0))
    }

    @Test func `a storage that knows it when the core closes is believed`() async throws {
        let core = try open()
        let outputs = core.outputs
        hold(core, .late(asks: 1, isWritten: true))
        core.close()
        #expect(
            await texts(of: outputs) == [
                "1: wasAdded(\"a\")", "2: add(\"b\") failed: the core closed before the message was handled",
            ])
    }

    @Test func `a gateway is asked once the batch is written`() async throws {
        // GIVEN
        var asked: [String] = []
        let core = try AppCore(
            notesApp(), store: .file("memory", retention: .none), engine: engine,
            gateways: [
                answerHost.served { (question: String) -> String in
                    asked.append(question)
                    return "\(question)!"
                }
            ])
        engine.courses = [.unknown(asks: 1, isWritten: true)]
        core.send(.add("a"))
        core.send(.ask("yes"))
        core.process()
        #expect(asked == [])
        // WHEN
        engine.storage?.signal()
        core.process()
        // THEN
        #expect(asked == ["yes"])
        #expect(core.state.notes == ["a", "yes!"])
        core.close()
    }

    @Test func `a change outside of a message is refused meanwhile`() throws {
        // GIVEN
        let core = try open()
        hold(core, .unknown(asks: 1, isWritten: true))
        // WHEN
        core.store.change(.add("x"))
        // THEN
        #expect("\(try #require(core.store.failure))".hasPrefix("the state was not changed"))
        engine.storage?.signal()
        core.process()
        #expect(core.state.notes == ["a", "b"])
        // WHEN
        core.store.change(.add("x"))
        // THEN
        #expect(core.store.failure == nil)
        #expect(core.state.notes == ["a", "b", "x"])
        core.close()
    }

    @Test func `an undo waits for the batch before it`() throws {
        // GIVEN
        let core = try AppCore(notesApp(), store: .file("memory"), engine: engine, undo: true)
        hold(core, .unknown(asks: 1, isWritten: true))
        // WHEN
        let error = #expect(throws: AppCoreError.self) { try core.undo() }
        // THEN
        #expect(error?.kind == .store)
        engine.storage?.signal()
        core.process()
        #expect(core.state.notes == ["a", "b"])
        // WHEN
        engine.courses = [.unknown(asks: 1, isWritten: true)]
        try core.undo()
        // THEN
        #expect(core.state.notes == ["a", "b"])
        engine.storage?.signal()
        core.process()
        #expect(core.state.notes == ["a"])
        core.close()
    }
}
