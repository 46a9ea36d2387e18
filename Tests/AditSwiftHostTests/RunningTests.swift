import Synchronization
import Testing

@testable import AditSwiftHost

@MainActor @Suite struct RunningTests {
    @Test func `run handles what is sent meanwhile, also by another thread`() async throws {
        // GIVEN
        let core = try AppCore(notesApp())
        let outputs = core.outputs
        let running = Task { await core.run() }
        // WHEN
        core.send(.add("a"))
        let sender = core.sender
        try await Task.detached { try sender.send(.add("b")) }.value
        var notes: [String] = []
        for await output in outputs {
            notes.append(text(of: output))
            if notes.count == 2 { core.close() }
        }
        // THEN
        #expect(notes.sorted() == ["wasAdded(\"a\")", "wasAdded(\"b\")"])
        await running.value
        #expect(throws: AppCoreError.self) { try sender.send(.add("c")) }
    }

    @Test func `run ends with its task, and goes on with another`() async throws {
        // GIVEN
        let core = try AppCore(notesApp())
        let running = Task { await core.run() }
        await Task.yield()
        // WHEN
        running.cancel()
        await running.value
        // THEN
        #expect(!core.isClosed)
        core.send(.add("a"))
        core.process()
        #expect(core.state.notes == ["a"])
    }

    @Test func `run wakes for timers`() async throws {
        // GIVEN
        let core = try AppCore(notesApp())
        let outputs = core.outputs
        let running = Task { await core.run() }
        // WHEN
        core.send(.later("a", milliseconds: 20))
        for await output in outputs {
            // THEN
            #expect(text(of: output) == "add(\"a\")")
            break
        }
        core.close()
        await running.value
    }

    @Test func `a gateway is served by a function`() throws {
        // GIVEN
        let core = try AppCore(
            notesApp(),
            gateways: [
                answerHost.served { question in
                    if question == "no" { throw Refusal(description: "refused") }
                    return "\(question)!"
                }
            ])
        // WHEN
        core.send(.ask("yes"))
        core.process()
        // THEN
        #expect(core.state.notes == ["yes!"])
    }

    @Test func `an error of a gateway is the reply`() async throws {
        // GIVEN
        let core = try AppCore(
            notesApp(),
            gateways: [answerHost.served { (_: String) throws -> String in throw Refusal(description: "refused") }])
        let outputs = core.outputs
        // WHEN
        core.send(.ask("yes"), id: "q")
        core.process()
        core.close()
        // THEN
        #expect(
            await texts(of: outputs) == [
                "q: an effect failed: the gateway \"answer\" answered with the error \"refused\""
            ])
    }

    @Test func `a gateway that is not served is a failure`() async throws {
        // GIVEN
        let core = try AppCore(notesApp())
        let outputs = core.outputs
        // WHEN
        core.send(.ask("yes"))
        core.process()
        core.close()
        // THEN
        #expect(
            await texts(of: outputs) == [
                "an effect failed: the host does not serve the gateway \"answer\"; it would have to list it in the config's \"gateways\""
            ])
    }

    @Test func `a gateway is served by an asynchronous function`() async throws {
        // GIVEN
        let core = try AppCore(
            notesApp(),
            gateways: [
                answerHost.served { question async throws -> String in
                    try await Task.sleep(for: .milliseconds(5))
                    return "\(question)?"
                }
            ])
        let outputs = core.outputs
        let running = Task { await core.run() }
        // WHEN
        core.send(.ask("why"))
        for await _ in outputs { break }
        // THEN
        #expect(core.state.notes == ["why?"])
        core.close()
        await running.value
    }

    @Test func `tasks and sequences that have ended are released`() async throws {
        // GIVEN
        let core = try AppCore(
            notesApp(),
            gateways: [
                answerHost.served { question async throws -> String in
                    await Task.yield()
                    return question
                }
            ])
        let running = Task { await core.run() }
        // WHEN
        for number in 1...20 {
            core.send(.ask("\(number)"))
            for await _ in core.outputs { break }
        }
        // THEN
        #expect(core.state.notes == (1...20).map { "\($0)" })
        #expect(core.server.tasks.count < 5)
        #expect(core.subscribers.count < 5)
        core.close()
        #expect(core.server.tasks.isEmpty)
        await running.value
    }

    @Test func `a source is served by a sequence, and cancelled when the state wants it no more`() async throws {
        // GIVEN
        let wasCancelled = Flag()
        let core = try AppCore(
            notesApp(),
            gateways: [
                tickHost.served { _ in
                    AsyncStream { continuation in
                        for tick in 1...3 { continuation.yield(tick) }
                        continuation.onTermination = { if case .cancelled = $0 { wasCancelled.set() } }
                    }
                }
            ])
        let outputs = core.outputs
        let running = Task { await core.run() }
        // WHEN
        core.send(.follow)
        var heard: [String] = []
        for await output in outputs {
            heard.append(text(of: output))
            if heard.count == 6 { break }
        }
        // THEN
        #expect(heard == (1...3).flatMap { ["add(\"tick \($0)\")", "wasAdded(\"tick \($0)\")"] })
        #expect(!wasCancelled.isSet)
        // WHEN
        core.send(.stopFollowing)
        await wasCancelled.wait()
        // THEN
        #expect(wasCancelled.isSet)
        core.close()
        await running.value
    }
}

/// A flag that any thread sets.
private final class Flag: Sendable {
    private let value = Atomic<Bool>(false)

    var isSet: Bool { value.load(ordering: .acquiring) }
    func set() { value.store(true, ordering: .releasing) }
    func wait() async { while !isSet { await Task.yield() } }
}
