import Adit
import AditHost
import AditJSON
import AditState

/// A server of a core's requests. Used where the core is driven.
final class GatewayServer {
    private let servers: [ByteString: ServedGateway.Server]
    private let replying: Replying
    /// The tasks of requests, by the requests' ids.
    private(set) var tasks: [EffectID: Task<Void, Never>] = [:]
    private let ended = EndedTasks()

    init(_ gateways: [ServedGateway], _ replying: Replying) {
        servers = Dictionary(gateways.map { (ByteString($0.name), $0.server) }) { first, _ in first }
        self.replying = replying
    }

    /// Handles a request.
    func serve(_ request: HostRequest) {
        for id in ended.removeAll() { tasks[id] = nil }
        guard let server = servers[ByteString(request.gateway)] else { return }
        let (ended, replying, isSource, id) = (ended, replying, request.replies == .many, request.id)
        do {
            switch server {
            case .immediate(let handle):
                if let result = try request.read(handle) { replying.reply(result, to: id) }
            case .task(let prepare):
                let work = try request.read(prepare)
                tasks[id] = Task {
                    defer { ended.add(id) }
                    do {
                        try await work { replying.reply($0, to: id, more: isSource) }
                        if isSource { replying.reply(nil, to: id) }
                    } catch is CancellationError where Task.isCancelled {
                        return
                    } catch {
                        replying.reply(errorText(error), to: id)
                    }
                }
            }
        } catch {
            if request.replies != .none { replying.reply(errorText(error), to: id) }
        }
    }

    /// Cancels the task of a request.
    func cancel(_ request: HostRequest) { tasks.removeValue(forKey: request.id)?.cancel() }

    func cancelAll() {
        for task in tasks.values { task.cancel() }
        tasks = [:]
    }
}

extension HostRequest {
    /// Reads the request.
    fileprivate func read<R>(_ body: (JSONReader) throws -> R) throws -> R {
        let text = request
        let outcome = try text.utf8.span.withUnsafeBytes { (text) throws(CodingFailure) in
            try JSONReader.read(text, as: "a request that is") { reader in Result { try body(reader) } }
        }
        return try outcome.get()
    }
}

/// The requests whose tasks have ended. Any thread.
private final class EndedTasks: @unchecked Sendable {  // Accessed under the lock.
    private let lock = Lock()
    private var ids: [EffectID] = []

    func add(_ id: EffectID) { lock.withLock { ids.append(id) } }

    func removeAll() -> [EffectID] {
        lock.withLock {
            defer { ids = [] }
            return ids
        }
    }
}

/// Returns the member of a reply object with an error.
private func errorText(_ error: any Error) -> String {
    let writer = JSONWriter()
    writer.write(literal: #""error":"#)
    writer.write("\(error)")
    return writer.text
}

extension Replying {
    /// Replies to a request.
    ///
    /// - Parameters:
    ///   - answer: the member of the reply with the result or the error; nil for the end of a source.
    ///   - more: whether another reply follows.
    fileprivate func reply(_ answer: String?, to request: EffectID, more: Bool = false) {
        enqueue { writer in
            writer.write(literal: #"{"@reply":{"effect":"#)
            request.write(to: writer)
            if let answer {
                writer.write(literal: ",")
                writer.write(json: answer)
            }
            if more { writer.write(literal: #","more":true"#) }
            writer.write(literal: "}}")
        }
    }
}
