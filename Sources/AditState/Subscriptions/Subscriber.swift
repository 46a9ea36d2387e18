import AditJSON

/// A host's subscription to a part of a state, with its pending updates. The core's loop.
///
/// A batch adds its changes of the part as operations. Several batches may pass before the host is notified: their
/// operations follow each other in ``update``, up to 256 KiB. Beyond that, and where the part comes or goes, the whole
/// value is sent instead. ``sent`` is the last value that the host has, so that nothing is sent twice.
@usableFromInline
package final class Subscriber {
    /// The name given by the host.
    package let name: String
    /// The client that the host subscribed for; nil for the host itself.
    package let client: String?
    /// The path of the part.
    package let pointer: JSONPointer
    /// The range of the list at that path; nil for the whole part.
    package let window: SubscribedWindow?
    private let spare: SpareTexts
    // Accesses last for one statement each.
    /// The changes of the part since the last notification.
    @exclusivity(unchecked) package private(set) var update = Update.none
    /// The number of the keys of its path.
    let depth: Int
    /// The present batch's changes of the part, as operations; nil without any.
    @exclusivity(unchecked) private var noted: JSONWriter?
    @exclusivity(unchecked) private var needsValue = false
    @exclusivity(unchecked) private var needsWindow = false
    @exclusivity(unchecked) private var isTouched = false

    package enum Sent: Equatable {
        /// The absence of a value.
        case nothing
        /// A value, by the hash of its text.
        case value(Int)
        /// A change, or that the value cannot be encoded.
        case changed
    }

    package enum Update {
        case none
        /// RFC 6902 operations, as JSON texts separated by commas.
        case operations(JSONWriter)
        /// The whole value: the part was added or removed, or its operations are too large.
        case value
    }

    /// The revision of the state in the last notification.
    @exclusivity(unchecked) package var revision: Int
    /// The content of the last notification.
    @exclusivity(unchecked) package var sent = Sent.nothing
    /// Whether the subscriber is queued with pending updates.
    @exclusivity(unchecked) package var isWaiting = false

    /// Whether the subscriber has been removed.
    @exclusivity(unchecked) package internal(set) var isGone = false

    package init(
        _ pointer: JSONPointer, window: ListWindow? = nil, name: String = "", of client: String? = nil,
        revision: Int = 0, spare: SpareTexts = SpareTexts()
    ) {
        self.spare = spare
        self.pointer = pointer
        depth = pointer.tokens.count
        self.window = window.map { SubscribedWindow($0) }
        self.name = name
        self.client = client
        self.revision = revision
    }

    /// The size limit of pending operations in bytes. Beyond it, the whole value is sent.
    private static let mostBytes = 1 << 18

    /// Returns the operations of the present batch, to add one and then to call ``recordOperation()``; nil if the whole
    /// value must be sent. A change of a part says nothing of a window of it.
    func operationText() -> JSONWriter? {
        if window != nil || needsValue { return nil }
        if let noted { return noted }
        let operations = spare.removeText()
        noted = operations
        return operations
    }

    /// Records an operation that was added to ``operationText()``.
    ///
    /// - Returns: whether it is the subscriber's first record of this batch.
    func recordOperation() -> Bool {
        if let noted, noted.count > Subscriber.mostBytes { return recordValue() }
        return touch()
    }

    /// Records that the whole value must be sent.
    ///
    /// - Returns: whether it is the subscriber's first record of this batch.
    func recordValue() -> Bool {
        needsValue = true
        noted = nil
        return touch()
    }

    /// Records the changes that its window has collected.
    ///
    /// - Returns: whether it is the subscriber's first record of this batch.
    func recordWindow() -> Bool {
        needsWindow = true
        return touch()
    }

    private func touch() -> Bool {
        defer { isTouched = true }
        return !isTouched
    }

    /// Turns the batch's records into a pending update.
    package func collect() {
        if needsWindow, !needsValue { recordOperationsOfWindow() }
        switch update {
        case .value: break
        case _ where needsValue: update = .value
        case .none: if let noted { update = .operations(noted) }
        case .operations(let operations):
            guard let noted, noted.count > 0 else { break }
            if operations.count > 0 { operations.write(literal: ",") }
            operations.write(raw: noted.bytes)
            if operations.count > Subscriber.mostBytes { update = .value }
        }
        dropNoted()
    }

    private func recordOperationsOfWindow() {
        guard let window else { return }
        let operations = JSONWriter()
        window.changes.set.write(to: operations)
        if operations.count > Subscriber.mostBytes { needsValue = true } else { noted = operations }
    }

    /// Discards the records of a batch that was undone.
    func undoNoted() {
        dropNoted()
        window?.forgetShown()
    }

    /// Discards the batch's records.
    private func dropNoted() {
        noted = nil
        (needsValue, needsWindow, isTouched) = (false, false, false)
        window?.forgetChanges()
    }

    /// Returns the pending update, and clears it.
    package func removeUpdate() -> Update {
        defer { update = .none }
        return update
    }

    /// Records that operations were sent, and takes them back.
    package func recordSent(_ operations: JSONWriter, at revision: Int) {
        spare.put(operations)
        self.revision = revision
        sent = .changed
    }

    /// Requests the whole value as the next update.
    package func askForValue() { update = .value }
}

/// The members of a struct with subscriptions to them or their parts; other members are not inspected.
@usableFromInline
final class SubscribedMembers {
    @usableFromInline let all: [Member]

    @usableFromInline
    struct Member {
        /// The index of the struct's member.
        @usableFromInline let number: Int
        @usableFromInline let part: SubscriptionFilter
    }

    /// - Parameter keys: the keys of the struct's members, in order.
    @usableFromInline
    init(_ followed: SubscriptionTree, _ keys: [String]) {
        all = keys.enumerated().compactMap { number, key in
            followed[key].map { Member(number: number, part: SubscriptionFilter($0)) }
        }
    }
}
