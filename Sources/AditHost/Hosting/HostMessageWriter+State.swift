import Adit
import AditJSON
import AditState

// The state in messages to the host: answers to `@get`, and updates of subscriptions.
extension HostMessageWriter {
    /// Writes the answer to `@get`.
    ///
    /// - Parameter revision: the revision of the requested state; nil for the present one.
    func sendValue(at path: PartPath, at revision: Int?, of app: RunningApp, _ cause: Cause?) {
        let text = JSONWriter()
        let revision = revision ?? app.loop.revision
        do {
            let part = try app.reading.write(path, at: revision, to: text)
            if part == .nothing, let failure = app.reading.failure(at: path.pointer) { throw failure }
            var slice: (from: Count, count: Count)?
            if case .slice(let count) = part { slice = (Count(path.window?.from ?? 0), Count(count)) }
            send(
                .value(
                    subscription: nil, path: path.pointer, revision: Count(revision),
                    value: part == .nothing ? nil : WrittenJSON(text), from: slice?.from, count: slice?.count),
                of: cause)
        } catch let error as StorageFailure {
            sendError(error.code, "@get: \(error)", of: cause)
        } catch {
            sendError(.message, "@get: \(error)", of: cause)
        }
    }

    /// Adds a subscription, and writes the answer to `@subscribe`.
    ///
    /// - Parameters:
    ///   - window: the range of the list at the pointer; nil for the whole part.
    ///   - most: the maximum number of subscriptions.
    func subscribe(
        _ name: String, to pointer: JSONPointer, _ window: ListWindow?, of app: RunningApp, most: Int, _ cause: Cause?
    ) {
        guard app.subscriptions.count < most else {
            let found = "there \(most == 1 ? "is" : "are") \(most.counted("subscription"))"
            return sendError(.full, "@subscribe: \(found); limits.subscriptions allows no more", of: cause)
        }
        guard let subscriber = app.reading.subscribe(name, of: cause?.client, to: pointer, window) else {
            let text = "@subscribe: \"\(name)\" is a subscription already; another name is expected"
            return sendError(.message, text, of: cause)
        }
        sendValue(to: subscriber, of: app, cause)
        // No list, as the error has said.
        if window != nil, subscriber.sent == .changed { _ = app.reading.unsubscribe(name, of: cause?.client) }
        guard subscriber.sent == .nothing, let failure = app.reading.failure(at: pointer) else { return }
        buffer.dropLast()
        _ = app.reading.unsubscribe(name, of: cause?.client)
        sendError(.message, "@subscribe: \(failure)", of: cause)
    }

    /// Moves the window of a subscription, and writes the answer to `@window`.
    ///
    /// - Parameters:
    ///   - from: the position of its first element; nil for the present one.
    ///   - limit: the maximum number of its elements; nil for the present one.
    func moveWindow(of name: String, from: Count?, _ limit: Count?, of app: RunningApp, _ cause: Cause?) {
        guard let subscriber = app.subscriptions[name, of: cause?.client] else {
            return sendError(.message, "@window: found \"\(name)\"; the name of a subscription is expected", of: cause)
        }
        guard let window = subscriber.window else {
            let text = "@window: \"\(name)\" is a subscription without a window; one with from or limit is expected"
            return sendError(.message, text, of: cause)
        }
        window.move(
            to: ListWindow(from: from?.value ?? window.range.from, limit: limit?.value ?? window.range.limit))
        // The whole window is sent now: nothing of it waits.
        _ = subscriber.removeUpdate()
        sendValue(to: subscriber, of: app, cause)
    }

    /// Removes a subscription. Writes an error if it does not exist, and nothing otherwise.
    ///
    /// - Parameters:
    ///   - name: the subscription; nil for all of the client's.
    ///   - client: the client with the subscription; nil for the sender.
    func unsubscribe(_ name: String?, of client: String?, of app: RunningApp, _ cause: Cause?) {
        guard let name else {
            if let client { app.reading.unsubscribeAll(of: client) }
            return
        }
        guard !app.reading.unsubscribe(name, of: client ?? cause?.client) else { return }
        sendError(.message, "@unsubscribe: found \"\(name)\"; the name of a subscription is expected", of: cause)
    }

    /// Writes the update of a subscription.
    func sendUpdate(to subscriber: Subscriber, of app: RunningApp, _ cause: Cause?) {
        switch subscriber.removeUpdate() {
        case .none: return
        case .value:
            let (sent, revision) = (subscriber.sent, subscriber.revision)
            sendValue(to: subscriber, of: app, cause)
            // Unchanged: nothing to send.
            guard sent == subscriber.sent, sent != .changed else { return }
            subscriber.revision = revision
            buffer.dropLast()
        case .operations(let operations):
            if let window = subscriber.window {
                // Elements outside have come and gone.
                if operations.count == 0, window.count == window.toldCount { return }
                window.toldCount = window.count
            }
            let revision = app.loop.revision
            send(
                .patch(
                    subscription: subscriber.name, from: Count(subscriber.revision), revision: Count(revision),
                    ops: PatchOperations(operations), count: subscriber.window?.count.map { Count($0) }),
                of: cause)
            subscriber.recordSent(operations, at: revision)
        }
    }

    private func sendValue(to subscriber: Subscriber, of app: RunningApp, _ cause: Cause?) {
        subscriber.revision = app.loop.revision
        let text = JSONWriter()
        do {
            let part = try app.reading.write(PartPath(subscriber), to: text)
            let isThere = part != .nothing
            var slice: (from: Count, count: Count)?
            if case .slice(let count) = part { slice = (Count(subscriber.window?.range.from ?? 0), Count(count)) }
            subscriber.window?.toldCount = slice?.count.value
            subscriber.sent = isThere ? .value(hash(of: text.bytes, slice?.count.value)) : .nothing
            send(
                .value(
                    subscription: subscriber.name, path: subscriber.pointer, revision: Count(app.loop.revision),
                    value: isThere ? WrittenJSON(text) : nil, from: slice?.from, count: slice?.count),
                of: cause)
        } catch {
            subscriber.sent = .changed
            sendError(.message, "subscription \"\(subscriber.name)\": \(error)", of: cause)
        }
    }
}

/// - Parameter count: the number of elements of a list that is shown in a window.
private func hash(of bytes: UnsafeRawBufferPointer, _ count: Int?) -> Int {
    var hasher = Hasher()
    hasher.combine(count)
    hasher.combine(bytes: bytes)
    return hasher.finalize()
}
