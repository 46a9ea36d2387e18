import Adit
import AditJSON
import AditProtocol
import AditState

// The state in messages to the host: answers to `@get`, and updates of subscriptions.
extension HostMessageWriter {
    /// Writes the answer to `@get`.
    ///
    /// - Parameter revision: the revision of the requested state; nil for the present one.
    func tell(_ path: PartPath, at revision: Int?, of core: Core, _ cause: Cause?) {
        let text = JSONWriter()
        let revision = revision ?? core.revision
        do {
            let part = try core.reading.write(path, at: revision, to: text)
            if part == .nothing, let failure = core.reading.failure(at: path.pointer) { throw failure }
            var slice: (from: Count, count: Count)?
            if case .slice(let count) = part { slice = (Count(path.window?.from ?? 0), Count(count)) }
            send(
                .value(
                    subscription: nil, path: path.pointer, revision: Count(revision),
                    value: part == .nothing ? nil : WrittenJSON(text), from: slice?.from, count: slice?.count),
                of: cause)
        } catch let error as StorageFailure {
            tellError(error.code, "@get: \(error)", of: cause)
        } catch {
            tellError(.message, "@get: \(error)", of: cause)
        }
    }

    /// Adds a subscription, and writes the answer to `@subscribe`.
    ///
    /// - Parameter most: the maximum number of subscriptions.
    func subscribe(_ name: String, to pointer: JSONPointer, of core: Core, most: Int, _ cause: Cause?) {
        guard core.subscriptions.count < most else {
            let text = "@subscribe: there are \(most) subscriptions; limits.subscriptions allows no more"
            return tellError(.full, text, of: cause)
        }
        guard let subscriber = core.reading.subscribe(name, of: cause?.client, to: pointer) else {
            let text = "@subscribe: \"\(name)\" is a subscription already; another name is expected"
            return tellError(.message, text, of: cause)
        }
        tellValue(to: subscriber, of: core, cause)
        guard subscriber.sent == .nothing, let failure = core.reading.failure(at: pointer) else { return }
        buffer.dropLast()
        _ = core.reading.unsubscribe(name, of: cause?.client)
        tellError(.message, "@subscribe: \(failure)", of: cause)
    }

    /// Removes a subscription. Writes an error if it does not exist, and nothing otherwise.
    ///
    /// - Parameters:
    ///   - name: the subscription; nil for all of the client's.
    ///   - client: the client with the subscription; nil for the sender.
    func unsubscribe(_ name: String?, of client: String?, of core: Core, _ cause: Cause?) {
        guard let name else {
            if let client { core.reading.unsubscribeAll(of: client) }
            return
        }
        guard !core.reading.unsubscribe(name, of: client ?? cause?.client) else { return }
        tellError(.message, "@unsubscribe: found \"\(name)\"; the name of a subscription is expected", of: cause)
    }

    /// Writes the update of a subscription.
    func sendUpdate(to subscriber: Subscriber, of core: Core, _ cause: Cause?) {
        switch subscriber.takeUpdate() {
        case .none: return
        case .value:
            let (sent, revision) = (subscriber.sent, subscriber.revision)
            tellValue(to: subscriber, of: core, cause)
            // Unchanged: nothing to send.
            guard sent == subscriber.sent, sent != .changed else { return }
            subscriber.revision = revision
            buffer.dropLast()
        case .operations(let operations):
            send(
                .patch(
                    subscription: subscriber.name, from: Count(subscriber.revision), revision: Count(core.revision),
                    ops: PatchOperations(operations)),
                of: cause)
            subscriber.revision = core.revision
            subscriber.sent = .changed
        }
    }

    private func tellValue(to subscriber: Subscriber, of core: Core, _ cause: Cause?) {
        subscriber.revision = core.revision
        let text = JSONWriter()
        do {
            let isThere = try core.reading.write(PartPath(subscriber.pointer), to: text) != .nothing
            subscriber.sent = isThere ? .value(hash(of: text.bytes)) : .nothing
            send(
                .value(
                    subscription: subscriber.name, path: subscriber.pointer, revision: Count(core.revision),
                    value: isThere ? WrittenJSON(text) : nil, from: nil, count: nil),
                of: cause)
        } catch {
            subscriber.sent = .changed
            tellError(.message, "subscription \"\(subscriber.name)\": \(error)", of: cause)
        }
    }
}

private func hash(of bytes: UnsafeRawBufferPointer) -> Int {
    var hasher = Hasher()
    hasher.combine(bytes: bytes)
    return hasher.finalize()
}
