import Adit
import AditHost
import AditJSON
import AditState

/// A listener that collects a core's outputs as typed values. With a store, a writer records them in the journal. The
/// core's loop.
final class TypedListener<Message>: CoreListener {
    enum Item {
        case output(AppCoreOutput<Message>)
        case request(HostRequest)
        case cancel(HostRequest)
    }

    private let writer: HostMessageWriter
    /// Whether the state is stored, so that a batch may fail at its end.
    private let isStored: Bool
    private var items: [Item] = []
    /// The number of items of ended batches.
    private var kept = 0
    /// The number of items before the steps that are not synced; nil if absent.
    private var unsynced: Int?

    init(_ writer: HostMessageWriter, isStored: Bool) {
        self.writer = writer
        self.isStored = isStored
    }

    func add(_ item: Item) { items.append(item) }

    /// Removes and returns the items, except those of a batch that is held.
    func removeItems(isHeld: Bool) -> [Item] {
        guard !isHeld else {
            defer { (items, kept) = (Array(items[kept...]), 0) }
            return Array(items[..<kept])
        }
        defer { (items, kept) = ([], 0) }
        return items
    }

    func announce<M>(
        _ message: M, _ direction: MessageDirection, of cause: Cause?,
        by write: (M, JSONWriter) throws(CodingFailure) -> Void
    ) throws {
        if isStored { try writer.announce(message, direction, of: cause, by: write) }
        guard direction.isOutgoing, let message = message as? Message else { return }
        items.append(.output(.message(message, of: cause?.id?.text)))
    }

    func request(_ request: HostRequest, of cause: Cause?) {
        if isStored { writer.request(request, of: cause) }
        items.append(.request(request))
    }

    func cancel(_ request: HostRequest, of cause: Cause?) {
        if isStored { writer.cancel(request, of: cause) }
        items.append(.cancel(request))
    }

    func reportUnhandled(_ message: AnyMessage, of cause: Cause?) { writer.reportUnhandled(message, of: cause) }

    func fail(_ message: AnyMessage?, _ failure: CoreFailure, of cause: Cause?) {
        if isStored { writer.fail(message, failure, of: cause) }
        fail(message, failure.error, cause)
    }

    private func fail(_ message: AnyMessage?, _ error: any Error, _ cause: Cause?) {
        let failure = AppCoreFailure(message?.message(as: Message.self), error)
        items.append(.output(.failure(failure, of: cause?.id?.text)))
    }
}

extension TypedListener: HostListener {
    func commitBatch() {
        unsynced = writer.defersRelease ? unsynced ?? kept : nil
        writer.commitBatch()
        kept = items.count
    }

    func rollBackBatch(_ failure: any Error) {
        items.removeSubrange(kept...)
        for sender in writer.batch?.senders ?? [] { fail(sender.message, failure, sender.cause) }
        writer.rollBackBatch(failure)
        kept = items.count
    }

    func addUnsyncedSteps() {
        writer.addUnsyncedSteps()
        kept = unsynced ?? kept
        unsynced = nil
    }
}

extension MessageID {
    /// The text of an id of a Swift program.
    var text: String? { if case .text(let text) = self { text } else { nil } }
}
