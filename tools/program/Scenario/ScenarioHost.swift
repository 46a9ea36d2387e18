import AditLibrary

/// One open core, what it has sent, and the requests that wait for an answer.
final class ScenarioHost {
    /// How long a core may be at work on one step.
    private static let patience: Duration = .seconds(60)
    /// How long a call may take, in milliseconds.
    private static let longestCall: Int32 = 10_000

    let inbox: Inbox
    private let core: Core

    /// What the core has sent; it is filled while the core is driven.
    final class Inbox {
        /// The messages, in order; whoever has looked at them clears it.
        var messages: [JSONValue] = []
        /// What is in the `@effect`s that wait for an answer, the oldest first.
        var waiting: [JSONValue] = []
        /// Whether `@closed` was received.
        var isClosed = false

        fileprivate func receive(_ text: UnsafeRawBufferPointer) {
            guard let message = try? JSONValue(parsing: text) else { return }
            if let effect = message["@effect"], effect["reply"]?.bool != false { waiting.append(effect) }
            if let effect = message["@cancel"]?["effect"]?.string { end(effect) }
            if message["@closed"] != nil { isClosed = true }
            messages.append(message)
        }

        /// Removes the effect of that id, if it waits.
        func end(_ effect: String) { waiting.removeAll { $0["id"]?.string == effect } }
    }

    init(_ library: Library, app: String, config: JSONValue) throws(Fault) {
        let inbox = Inbox()
        do throws(CoreError) {
            core = try Core(of: library, app: app, config: config.description) { inbox.receive($0) }
        } catch {
            throw Fault(text: "adit_open refused it \(error)")
        }
        self.inbox = inbox
    }

    /// Queues a message, as `adit_send` does; with a client, as `adit_submit` does.
    func send(_ message: String, from client: String?) throws(CoreError) { try core.send(message, from: client) }

    /// Drives the core until there is nothing more to do.
    func drive() throws(Fault) {
        let end = ContinuousClock.now + ScenarioHost.patience
        repeat {
            do throws(CoreError) { try core.process(timeout: 0) } catch {
                if inbox.isClosed { return }
                throw Fault(text: "adit_process failed \(error)")
            }
            if ContinuousClock.now > end { throw Fault(text: "the core did not come to rest in 60 seconds") }
        } while !inbox.isClosed && core.hasWork
    }

    /// Sends a query and returns its answer of that name. The received messages stay as they are.
    private func ask(_ query: JSONValue, for name: String) throws(Fault) -> JSONValue {
        var output = ""
        do throws(CoreError) { output = try core.call(query.description, timeout: ScenarioHost.longestCall) } catch {
            throw Fault(text: "\(query) \(error)")
        }
        let answers = try? JSONValue(parsing: output)
        guard let answer = answers?[0]?[name] else {
            throw Fault(text: "\(query) was answered by \(Shown.text(of: answers, limit: 400))")
        }
        return answer
    }

    /// Returns a part of the state; nil if the pointer presently leads nowhere.
    func read(_ pointer: String) throws(Fault) -> JSONValue? {
        try ask(["@get": ["path": .string(pointer)]], for: "@value")["value"]
    }

    /// Returns the number of effects in flight.
    func countEffects() throws(Fault) -> Int64 { try ask(["@stats": [:]], for: "@stats")["effects"]?.integer ?? 0 }

    /// Closes the core; what it sends then is dropped.
    func close() throws(Fault) {
        do throws(CoreError) { try core.close(timeout: ScenarioHost.longestCall) } catch {
            throw Fault(text: "adit_close failed \(error)")
        }
    }
}
