import Adit
import AditJSON
import AditState

// The role of the host: input.

extension ModuleBench {
    /// Creates a message with the dependencies of the core.
    func make(_ message: () -> Sent, with values: DependencyValues? = nil) -> Sent {
        core.loop.environment.enter()
        defer { core.loop.environment.leave() }
        return core.loop.environment.withScope(values, message)
    }

    /// The dependencies of the core, with changes.
    func values(_ change: (inout DependencyValues) -> Void) -> DependencyValues {
        var values = core.loop.environment.values
        change(&values)
        return values
    }

    /// - Parameter values: the dependencies of the message and of all that it causes; nil for those of the core.
    func send(_ message: Sent, with values: DependencyValues? = nil) {
        drive {
            core.loop.start(self)
            let message = wrap(message)
            let cause = values.map { Cause(id: nil, values: $0) }
            core.loop.handle(message, of: core.marked(cause, message), self)
        }
    }

    /// Reverts the last step of the undo history, or the last undo.
    ///
    /// - Returns: the failures.
    func revert(_ direction: UndoDirection) -> [String] {
        guard core.loop.hasHistory else { return ["the core has no undo history; GIVEN(…, undo: true) is expected"] }
        drive {
            do { _ = try core.revert(direction, self) { _ in } } catch {
                failures.append(ModuleFailure(text: "the \(direction) failed, \(error)", error: error))
            }
        }
        return []
    }

    func advance(by duration: Duration) {
        let end = core.loop.effects.time.later(by: duration.nanoseconds)
        drive {
            repeat { runEffects() } while core.loop.fireTimer(by: end, self)
            core.loop.effects.time.move(to: end)
        }
    }

    /// Replies to the oldest pending request of a gateway.
    ///
    /// - Parameters:
    ///   - answer: the reply object, `{"result": …}` or `{"error": …}`; `{}` for the end of a source.
    ///   - more: whether another reply may follow.
    /// - Returns: the failures.
    func reply(_ gateway: String, _ answer: String, more: Bool) -> [String] {
        guard let index = open.firstIndex(where: { $0.gateway == gateway }) else {
            let others = open.map(\.title)
            let rest = others.isEmpty ? "" : "; waiting for an answer: \(others.joined(separator: ", "))"
            return ["nothing was asked of the gateway \"\(gateway)\" that waits for an answer\(rest)"]
        }
        let request = open[index]
        if !more { open.remove(at: index) }
        do {
            let reply = try HostReply(parsing: answer)
            drive { core.loop.answer(request.id.description, with: reply, more: more, self) }
            return []
        } catch {
            return ["the answer cannot be parsed: \(error)"]
        }
    }

    /// Runs `body` in the core, then all runnable effects and the timers that are due at once, and ends the batch.
    func drive(_ body: () -> Void) {
        core.loop.environment.enter()
        defer { core.loop.environment.leave() }
        body()
        repeat {
            runEffects()
            core.loop.commitBatch(self)
        } while core.loop.hasReadyEffects || core.loop.fireTimer(by: core.loop.effects.time.now, self)
    }

    private func runEffects() {
        while core.loop.hasReadyEffects {
            // With an undo history, a batch has the changes of one step.
            if core.loop.hasHistory, core.loop.hasChanges { core.loop.commitBatch(self) }
            core.loop.runReadyEffect(self)
        }
    }
}
