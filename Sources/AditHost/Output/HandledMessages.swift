import Adit
import AditJSON
import AditState

/// The messages with an `@id` that were handled, and their output: one that is sent again is answered again, and not
/// handled. The core's loop.
///
/// Each is a record, `@once/NUMBER`, in the transaction of its batch. A failed message is not remembered.
final class HandledMessages: BatchParticipant {
    private struct Key: Hashable {
        let id: ByteString
        let client: ByteString?

        init?(_ cause: Cause) {
            switch cause.id {
            case nil: return nil
            case .number(let number): id = ByteString("\(number)")
            // Differs from a number.
            case .text(let text): id = ByteString("\"" + text)
            }
            client = cause.client.map { ByteString($0) }
        }
    }

    private final class Entry {
        let key: Key
        let cause: Cause
        let digest: UInt64
        let number: Int
        /// The time at which it was handled, in seconds since 1970.
        let time: Int
        /// Its output: messages, separated by commas.
        var output: [UInt8] = []
        /// Whether it, or a message that it caused, was put out.
        var hasOutput = false
        var hasFailed = false

        init(_ key: Key, _ cause: Cause, _ digest: UInt64, number: Int, time: Int) {
            self.key = key
            self.cause = cause
            self.digest = digest
            self.number = number
            self.time = time
        }

        var name: String { recordName("@once/", number) }
    }

    /// The answer to a message with an `@id`.
    enum Answer {
        /// It is to be handled.
        case new
        /// It was handled, and its output was written again.
        case again
        /// Another message with that id was handled.
        case other
    }

    private let records: CoreRecords
    private let most: Int
    private let seconds: Int?
    /// Returns the time in seconds since 1970.
    private let now: () -> Int
    private var entries: [Key: Entry] = [:]
    /// The entries by their age, the oldest first.
    private var order: ArraySlice<Entry> = []
    /// The entries of the batch, and those that the batch forgets, the oldest first.
    private var fresh: [Entry] = []
    private var forgotten: [Entry] = []
    private var last = 0
    /// The message that is being handled; nil if it has no id.
    private var present: Entry?

    /// - Parameters:
    ///   - most: the maximum number of messages.
    ///   - seconds: their maximum age; nil for no limit.
    /// - Throws: ``StorageFailure`` if a record is not one of a message.
    init(_ records: CoreRecords, most: Int, seconds: Int?, now: @escaping () -> Int) throws(StorageFailure) {
        self.records = records
        self.most = most
        self.seconds = seconds
        self.now = now
        for (name, text) in records.all("@once/") {
            guard let number = Int(name.dropFirst("@once/".count)), StoredRecord.range.contains(number),
                name == recordName("@once/", number), let entry = read(text, number)
            else {
                throw .record(name, "a message with its id and output, and a number up to \(StoredRecord.largest)")
            }
            entries[entry.key] = entry
            order.append(entry)
            last = number
        }
    }

    /// Begins to handle a message, or answers it again.
    ///
    /// - Parameter cause: its id and client.
    func begin(_ cause: Cause, _ buffer: MessageBuffer) -> Answer {
        guard let key = Key(cause), let digest = cause.digest else { return .new }
        forgetOld()
        guard let entry = entries[key] else {
            last += 1
            present = Entry(key, cause, digest, number: last, time: now())
            return .new
        }
        guard entry.digest == digest else { return .other }
        forEachMessage(of: entry) { message in
            try? buffer.add { writer in
                writer.write(raw: message)
                writer.addMember(#""@again":"#) { $0.write(true) }
            }
        }
        return .again
    }

    /// Ends a message: it is kept with the batch unless it has failed.
    func end() {
        guard let entry = present else { return }
        present = nil
        guard !entry.hasFailed else { return }
        entries[entry.key] = entry
        order.append(entry)
        fresh.append(entry)
    }

    /// Adds the last message of the buffer to the output of its cause, if that is being handled.
    func add(_ buffer: MessageBuffer, of cause: Cause?) {
        guard let present, present.cause === cause else { return }
        if !present.output.isEmpty { present.output.append(UInt8(ascii: ",")) }
        buffer.withLast { present.output.append(contentsOf: $0) }
    }

    /// Notes that a message was put out, whether the host receives it or not.
    func recordOutput() { present?.hasOutput = true }

    /// Notes a failure. The message itself has failed if it has put out nothing.
    func recordFailure() {
        if let present, !present.hasOutput { present.hasFailed = true }
    }

    // MARK: Batches

    func prepareBatch(isWritten _: Bool) {
        forgetOld()
        for entry in forgotten { records.remove(entry.name) }
        for entry in fresh {
            if entries[entry.key] === entry { records.put(text(of: entry), entry.name) }
        }
    }

    func commitBatch() {
        fresh.removeAll(keepingCapacity: true)
        forgotten.removeAll(keepingCapacity: true)
    }

    /// Forgets the messages of the batch, which could not be written, and restores those that were forgotten for them.
    func rollBackBatch(_: any Error) {
        for entry in fresh where entries[entry.key] === entry { entries[entry.key] = nil }
        let lost = Set(fresh.map(ObjectIdentifier.init))
        let stored = forgotten.filter { !lost.contains(ObjectIdentifier($0)) }
        order = ArraySlice(stored + order.filter { !lost.contains(ObjectIdentifier($0)) })
        for entry in stored { entries[entry.key] = entry }
        commitBatch()
    }

    /// Forgets messages that are too old, and those beyond the limit.
    private func forgetOld() {
        guard let oldest = order.first else { return }
        let end = seconds.map { now() - $0 } ?? .min
        guard order.count > most || oldest.time < end else { return }
        while let oldest = order.first, order.count > most || oldest.time < end {
            order.removeFirst()
            if entries[oldest.key] === oldest { entries[oldest.key] = nil }
            forgotten.append(oldest)
        }
    }

    // MARK: Records

    private func text(of entry: Entry) -> [UInt8] {
        let writer = JSONWriter()
        writer.writeObject {
            writer.writeProperty("id") { writer.write(entry.key.id.string) }
            if let client = entry.key.client { writer.writeProperty("client") { writer.write(client.string) } }
            writer.writeProperty("digest") { writer.write(Int(bitPattern: UInt(entry.digest))) }
            writer.writeProperty("time") { writer.write(entry.time) }
            writer.writeProperty("output") {
                writer.write(literal: "[")
                entry.output.withUnsafeBytes(writer.write(raw:))
                writer.write(literal: "]")
            }
        }
        return Array(writer.bytes)
    }

    private func read(_ text: [UInt8], _ number: Int) -> Entry? {
        text.withUnsafeBytes { text in
            try? JSONReader.read(text, as: "a record that is") { root -> Entry? in
                guard let id = root["id"]?.string, let digest = root["digest"]?.integer,
                    let time = root["time"]?.integer, let output = root["output"]
                else { return nil }
                let client = root["client"]?.string
                // By scalars: a combining mark at the beginning of an id makes one character of the quote and itself.
                let isText = id.unicodeScalars.first == "\""
                let cause = Cause(
                    id: isText ? .text(String(id.unicodeScalars.dropFirst())) : Int64(id).map { .number($0) },
                    client: client)
                guard let key = Key(cause) else { return nil }
                let entry = Entry(key, cause, UInt64(bitPattern: digest), number: number, time: Int(time))
                output.forEachElement { message in
                    let writer = JSONWriter()
                    writer.write(message)
                    if !entry.output.isEmpty { entry.output.append(UInt8(ascii: ",")) }
                    entry.output.append(contentsOf: writer.bytes)
                }
                return entry
            }
        }
    }

    private func forEachMessage(of entry: Entry, _ body: (UnsafeRawBufferPointer) -> Void) {
        let text = JSONWriter()
        text.write(literal: "[")
        entry.output.withUnsafeBytes(text.write(raw:))
        text.write(literal: "]")
        try? JSONReader.read(text.bytes, as: "output that is") { root in
            root.forEachElement { message in
                let writer = JSONWriter()
                writer.write(message)
                body(writer.bytes)
            }
        }
    }
}
