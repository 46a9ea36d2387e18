import Adit
import AditJSON
import AditSystem

// What a host does.

extension ModuleBench {
    /// Makes a message with the dependencies of the core.
    func make(_ message: () -> Sent) -> Sent {
        core.enter()
        defer { core.leave() }
        return message()
    }

    func send(_ message: Sent) {
        drive {
            core.settle(self)
            cause = nil
            core.handle(wrap(message), self)
        }
    }

    func advance(by duration: Duration) {
        let end = core.effects.time.later(by: duration.wholeNanoseconds)
        drive {
            repeat { runEffects() } while core.fireTimer(by: end, self)
            core.effects.time.move(to: end)
        }
    }

    /// Answers the oldest request of a gateway that is open.
    ///
    /// - Parameters:
    ///   - answer: an object with the answer, `{"result": …}` or `{"error": …}`; `{}` where a source ends.
    ///   - more: another answer may follow.
    /// - Returns: what is not as it should be.
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
            drive { core.take(reply, for: request.id, more: more, self) }
            return []
        } catch {
            return ["the answer cannot be parsed: \(error)"]
        }
    }

    /// Does something in the core, lets all effects go on that can, and ends the batch.
    func drive(_ body: () -> Void) {
        core.enter()
        defer { core.leave() }
        body()
        repeat {
            runEffects()
            core.endBatch(self)
        } while core.hasReadyEffects
    }

    private func runEffects() {
        while core.hasReadyEffects { core.runReadyEffect(self) }
    }
}

extension Duration {
    /// Bounded to what an `Int` holds; what is under zero is zero.
    fileprivate var wholeNanoseconds: Int {
        let nanoseconds = self / .nanoseconds(1)
        return nanoseconds <= 0 ? 0 : nanoseconds >= Double(Int.max) ? .max : Int(nanoseconds)
    }
}
