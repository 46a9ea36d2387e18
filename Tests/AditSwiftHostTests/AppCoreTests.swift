import AditSwiftHost
import Testing

@Suite struct AppCoreTests {
    @Test func `a message is handled when the core is driven`() throws {
        // GIVEN
        let core = try AppCore(notesApp())
        // WHEN it is sent
        core.send(.add("a"))
        // THEN
        #expect(core.state.notes.isEmpty)
        #expect(core.timeToNext == .zero)
        // WHEN
        core.process()
        // THEN
        #expect(core.state.notes == ["a"])
        #expect(core.revision == 1)
        #expect(core.timeToNext == nil)
    }

    @Test func `outputs come in order, with the id of their message`() async throws {
        // GIVEN
        let core = try AppCore(notesApp())
        let outputs = core.outputs
        // WHEN
        core.send(.add("a"), id: "first")
        core.send(.add("b"))
        core.close()
        // THEN both were queued when it closed
        var texts: [String] = []
        for await output in outputs { texts.append(text(of: output)) }
        #expect(
            texts == [
                "first: add(\"a\") failed: the core closed before the message was handled",
                "add(\"b\") failed: the core closed before the message was handled",
            ])
    }

    @Test func `each sequence has the outputs since it was made`() async throws {
        // GIVEN
        let core = try AppCore(notesApp())
        let all = core.outputs
        core.send(.add("a"), id: "1")
        core.process()
        let late = core.outputs
        // WHEN
        core.send(.add("b"))
        core.process()
        core.close()
        // THEN
        #expect(await texts(of: all) == ["1: wasAdded(\"a\")", "wasAdded(\"b\")"])
        #expect(await texts(of: late) == ["wasAdded(\"b\")"])
        #expect(await texts(of: core.outputs) == [])
    }

    @Test func `a message that fails changes nothing, and is an output`() async throws {
        // GIVEN
        let core = try AppCore(notesApp())
        let outputs = core.outputs
        // WHEN
        core.send(.addAndFail("a"))
        core.process()
        core.close()
        // THEN
        #expect(core.state.notes.isEmpty)
        #expect(await texts(of: outputs) == ["addAndFail(\"a\") failed: no"])
    }

    @Test func `a message that the core does not receive is refused`() async throws {
        // GIVEN
        let core = try AppCore(notesApp())
        let outputs = core.outputs
        // WHEN
        #expect(!core.send(.wasAdded("a")))
        core.close()
        // THEN
        #expect(
            await texts(of: outputs) == [
                "wasAdded(\"a\") failed: wasAdded: outgoing; a host hears it and cannot send it"
            ])
        #expect(!core.send(.add("b")))
    }

    @Test func `a full queue refuses a message`() async throws {
        // GIVEN
        var limits = AppCoreLimits()
        limits.queue = 1
        let core = try AppCore(notesApp(), limits: limits)
        let outputs = core.outputs
        // WHEN
        #expect(core.send(.add("a")))
        #expect(!core.send(.add("b")))
        core.process()
        core.close()
        // THEN
        #expect(
            await texts(of: outputs) == [
                "add(\"b\") failed: 1 message waits; limits.queue allows no more", "wasAdded(\"a\")",
            ])
    }

    @Test func `a limit out of range is an error`() {
        var limits = AppCoreLimits()
        limits.batch = 0
        let error = #expect(throws: AppCoreError.self) { try AppCore(notesApp(), limits: limits) }
        #expect(error?.kind == .config)
        #expect(error?.description == "limits.batch: found 0; a number over 0 is expected")
    }

    @Test func `it begins in a given state`() throws {
        #expect(try AppCore(notesApp(), state: Notes(notes: ["a"])).state.notes == ["a"])
    }

    @Test func `dependencies are the core's, or those of one message`() throws {
        // GIVEN
        let core = try AppCore(notesApp()) { $0.uuid = .constant(UUID(number: 7)) }
        // WHEN
        core.send(.draw)
        core.send(.draw) { $0.uuid = .constant(UUID(number: 8)) }
        core.process()
        // THEN
        #expect(core.state.notes == [UUID(number: 7).description, UUID(number: 8).description])
    }

    @Test func `receivers get every message before the features`() throws {
        // GIVEN
        var seen: [NotesMessage] = []
        let core = try AppCore(notesApp(), receivers: [{ seen.append($0) }])
        // WHEN
        core.send(.add("a"))
        core.process()
        // THEN
        #expect(seen == [.add("a"), .wasAdded("a")])
    }

    @Test func `a virtual clock fires timers in order`() throws {
        // GIVEN
        let core = try AppCore(notesApp(), clock: .virtual)
        core.send(.later("b", milliseconds: 2_000))
        core.send(.later("a", milliseconds: 1_000))
        // WHEN
        core.advance(by: .milliseconds(1_500))
        // THEN
        #expect(core.state.notes == ["a"])
        // WHEN
        core.advance(by: .milliseconds(500))
        // THEN
        #expect(core.state.notes == ["a", "b"])
        #expect(core.effectCount == 0)
    }

    @Test func `a virtual clock moves on by more than a century`() throws {
        // GIVEN
        let year = 31_556_952
        let core = try AppCore(notesApp(), clock: .virtual)
        core.send(.later("a", milliseconds: 120 * year * 1000))
        // WHEN
        core.advance(by: .seconds(119 * year))
        // THEN
        #expect(core.state.notes == [])
        // WHEN
        core.advance(by: .seconds(year))
        // THEN
        #expect(core.state.notes == ["a"])
    }

    @Test func `a receiver may send, and cannot drive`() throws {
        // GIVEN
        var send: (NotesMessage) -> Void = { _ in }
        let core = try AppCore(notesApp(), receivers: [{ if $0 == .add("a") { send(.add("b")) } }])
        send = { [unowned core] message in
            core.send(message)
            core.process()
        }
        // WHEN
        core.send(.add("a"))
        core.process()
        // THEN
        #expect(core.state.notes == ["a", "b"])
    }

    @Test func `a core that is released closes`() throws {
        // GIVEN
        weak var released: AppCore<Notes, NotesMessage>?
        do {
            let core = try AppCore(notesApp())
            released = core
            core.send(.later("a", milliseconds: 60_000))
            core.process()
            #expect(core.effectCount == 1)
            _ = core.viewState.notes
        }
        // THEN
        #expect(released == nil)
    }
}
