import Adit
import AditJSON
import AditState

/// The output that the host has not acknowledged: messages with cursors, which the store keeps with the batch that put
/// them out. A reopened core delivers them again. The core's loop.
///
/// Records: `@outbox/CURSOR`, the messages of a batch as an array; `@heard`, the last acknowledged cursor; `@gap`, the
/// cursors of messages that were dropped because the limit was exceeded.
final class KeptOutput: BatchParticipant {
    /// The messages of a batch.
    private struct Batch {
        let first: Int
        let last: Int
        let bytes: Int

        var name: String { recordName("@outbox/", first) }
    }

    private let records: CoreRecords
    private let buffer: MessageBuffer
    private let limit: Int
    /// Whether a message is acknowledged by being delivered.
    let isAutomatic: Bool
    /// The cursor of the last message.
    private(set) var last = 0
    /// The cursor of the last acknowledged message, and of the one that is stored.
    private(set) var heard = 0
    private var storedHeard = 0
    private var batches: ArraySlice<Batch> = []
    private var bytes = 0
    /// The cursors of dropped messages that were not yet reported to the host.
    private var gap: ClosedRange<Int>?
    private var isGapStored = false
    /// The records to remove with the next batch.
    private var removals: [String] = []
    /// The batches that were dropped for the batch that is being written, and the gap before.
    private var dropped: [Batch] = []
    private var gapBefore: ClosedRange<Int>?
    /// Whether the batch has the acknowledgements until now.
    private var acknowledgementIsPut = false
    /// Whether the output of earlier openings is in the buffer.
    private var earlierIsDelivered = false
    /// The messages of the present batch, separated by commas, and the cursor before them.
    private let present = JSONWriter()
    private var start = 0
    /// The batch that is being written.
    private var written: Batch?
    /// The positions and cursors of messages in the buffer, if being delivered acknowledges them.
    private var undelivered: ArraySlice<(position: Int, cursor: Int)> = []

    /// - Parameters:
    ///   - records: the records of the core.
    ///   - limit: the maximum size of the kept messages in bytes.
    /// - Throws: ``StorageFailure`` if the records are not valid.
    init(
        _ records: CoreRecords, _ buffer: MessageBuffer, limit: Int, isAutomatic: Bool
    ) throws(StorageFailure) {
        self.records = records
        self.buffer = buffer
        self.limit = limit
        self.isAutomatic = isAutomatic
        for (name, text) in records.all("@outbox/") {
            let cursors = cursors(of: text)
            guard let first = cursors.first, let last = cursors.last, first > (batches.last?.last ?? 0),
                zip(cursors, cursors.dropFirst()).allSatisfy({ $0 < .max && $1 == $0 + 1 }),
                StoredRecord.range.contains(last), name == recordName("@outbox/", first)
            else {
                throw .record(name, "a list of messages with consecutive cursors up to \(StoredRecord.largest)")
            }
            batches.append(Batch(first: first, last: last, bytes: text.count))
            bytes += text.count
        }
        if let text = records.all("@heard").first?.text {
            guard let number = number(text), StoredRecord.range.contains(number) else {
                throw .record("@heard", "a cursor up to \(StoredRecord.largest)")
            }
            heard = number
        }
        storedHeard = heard
        if let text = records.all("@gap").first?.text {
            guard let range = range(text), StoredRecord.range.contains(range.upperBound), range.lowerBound > 0 else {
                throw .record("@gap", "a list of two cursors up to \(StoredRecord.largest), in their order,")
            }
            gap = range
        }
        isGapStored = gap != nil
        last = max(heard, batches.last?.last ?? 0, gap?.upperBound ?? 0)
        start = last
        earlierIsDelivered = !hasEarlier
    }

    /// Whether there is output of an earlier opening to deliver.
    var hasEarlier: Bool { !batches.isEmpty || gap != nil }

    /// Puts the output of earlier openings in the buffer, each message with `"@again": true`.
    ///
    /// - Parameter tellGap: writes the message about dropped messages.
    func deliverEarlier(tellGap: (ClosedRange<Int>) -> Void) {
        earlierIsDelivered = true
        if let gap { tellGap(gap) }
        for batch in batches {
            guard let text = records.text(batch.name) else { continue }
            forEachMessage(in: text) { message, cursor in
                guard cursor > heard else { return }
                try? buffer.add { writer in
                    writer.write(raw: message)
                    writer.addMember(#""@again":"#) { $0.write(true) }
                }
                recordDelivery(of: cursor)
            }
        }
    }

    // MARK: The present batch

    /// Adds the last message of the buffer, and its cursor to it.
    func add() {
        last += 1
        buffer.extendLast { writer in writer.addMember(#""@cursor":"#) { $0.write(last) } }
        if present.count > 0 { present.write(literal: ",") }
        buffer.withLast { present.write(raw: $0) }
        recordDelivery(of: last)
    }

    func prepareBatch(isWritten: Bool) {
        guard present.count > 0 || isWritten else { return }
        if present.count > 0 {
            let text = JSONWriter()
            text.write(literal: "[")
            text.write(raw: present.bytes)
            text.write(literal: "]")
            let batch = Batch(first: start + 1, last: last, bytes: text.count)
            written = batch
            records.put(Array(text.bytes), batch.name)
            makeRoom(for: text.count)
        }
        putAcknowledgement()
    }

    /// Puts the acknowledgements since the last batch.
    func putAcknowledgement() {
        acknowledgementIsPut = true
        for name in removals { records.remove(name) }
        if heard != storedHeard { records.put(Array("\(heard)".utf8), "@heard") }
        if let gap {
            records.put(Array("[\(gap.lowerBound),\(gap.upperBound)]".utf8), "@gap")
        } else if isGapStored {
            records.remove("@gap")
        }
    }

    func commitBatch() {
        if let written {
            batches.append(written)
            bytes += written.bytes
        }
        written = nil
        dropped.removeAll()
        start = last
        present.truncate(to: 0)
        present.shrink(to: 1 << 16)
        guard acknowledgementIsPut else { return }
        acknowledgementIsPut = false
        removals.removeAll(keepingCapacity: true)
        storedHeard = heard
        isGapStored = gap != nil
    }

    /// Discards the messages of the batch, which could not be written, and restores those that were dropped for them.
    func rollBackBatch(_: any Error) {
        if !dropped.isEmpty {
            batches.insert(contentsOf: dropped, at: batches.startIndex)
            bytes += dropped.reduce(0) { $0 + $1.bytes }
            removals.removeLast(dropped.count)
            dropped.removeAll()
            gap = gapBefore
        }
        written = nil
        acknowledgementIsPut = false
        last = start
        // One that the host had acknowledged beforehand is put out anew.
        heard = min(heard, start)
        present.truncate(to: 0)
        while let message = undelivered.last, message.cursor > start { undelivered.removeLast() }
    }

    /// Drops the oldest messages until another batch has room.
    private func makeRoom(for more: Int) {
        gapBefore = gap
        while bytes + more > limit, let oldest = batches.first {
            remove(oldest)
            dropped.append(oldest)
            guard oldest.last > heard else { continue }
            gap = min(gap?.lowerBound ?? .max, max(oldest.first, heard + 1))...oldest.last
        }
    }

    private func remove(_ oldest: Batch) {
        batches.removeFirst()
        bytes -= oldest.bytes
        removals.append(oldest.name)
    }

    // MARK: Acknowledgement

    /// Acknowledges the messages up to a cursor.
    ///
    /// - Returns: false if there is no such message yet.
    func acknowledge(through cursor: Int) -> Bool {
        guard cursor <= last else { return false }
        guard cursor > heard else { return true }
        heard = cursor
        while let oldest = batches.first, oldest.last <= cursor { remove(oldest) }
        if let gap, gap.upperBound <= cursor { self.gap = nil }
        return true
    }

    /// Acknowledges the messages that were delivered: those that are not in the buffer any more.
    func acknowledgeDelivered() {
        guard isAutomatic, earlierIsDelivered else { return }
        while let message = undelivered.first, message.position < buffer.delivered { undelivered.removeFirst() }
        _ = acknowledge(through: undelivered.first.map { $0.cursor - 1 } ?? start)
    }

    /// Notes that the messages from a position of the buffer on were handed to a call.
    func recordCall(from count: Int) {
        let end = buffer.handedOver + count
        while let message = undelivered.last, message.position >= end { undelivered.removeLast() }
    }

    private func recordDelivery(of cursor: Int) {
        if isAutomatic { undelivered.append((buffer.handedOver + buffer.count - 1, cursor)) }
    }
}

/// Returns the name of a record whose kind is ordered by a number.
func recordName(_ kind: String, _ number: Int) -> String {
    let digits = String(number)
    return kind + String(repeating: "0", count: max(0, 19 - digits.utf8.count)) + digits
}

extension JSONWriter {
    /// Adds a member to the object that was written last.
    func addMember(_ key: StaticString, _ write: (JSONWriter) -> Void) {
        truncate(to: count - 1)
        self.write(literal: ",")
        self.write(literal: key)
        write(self)
        self.write(literal: "}")
    }
}

/// Passes each message of an array, and its cursor, to `body`.
private func forEachMessage(in text: [UInt8], _ body: (UnsafeRawBufferPointer, Int) -> Void) {
    text.withUnsafeBytes { text in
        try? JSONReader.read(text, as: "output that is") { root in
            root.forEachElement { message in
                let writer = JSONWriter()
                writer.write(message)
                body(writer.bytes, message["@cursor"]?.integer.map { Int($0) } ?? 0)
            }
        }
    }
}

private func cursors(of text: [UInt8]) -> [Int] {
    var cursors: [Int] = []
    forEachMessage(in: text) { cursors.append($1) }
    return cursors
}

private func number(_ text: [UInt8]) -> Int? { Int(String(decoding: text, as: UTF8.self)) }

private func range(_ text: [UInt8]) -> ClosedRange<Int>? {
    let numbers = String(decoding: text, as: UTF8.self).dropFirst().dropLast().split(separator: ",").compactMap {
        Int($0)
    }
    guard numbers.count == 2, numbers[0] <= numbers[1] else { return nil }
    return numbers[0]...numbers[1]
}
