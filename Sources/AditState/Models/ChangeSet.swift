import AditJSON

/// The changes of a state in one batch: operations in the order that leads from the old value to the new one.
///
/// Its size is proportional to the change. The core's loop, during the call that receives it.
public struct ChangeSet: RandomAccessCollection {
    let records: [ChangeRecord]
    /// The paths and values of the records, concatenated.
    let texts: JSONWriter

    public var startIndex: Int { 0 }
    public var endIndex: Int { records.count }

    public subscript(position: Int) -> Change {
        let record = records[position]
        return Change(
            operation: record.operation, path: text(record.path), from: record.from.map(text),
            value: record.value.map(text))
    }

    /// Returns the changes below a pointer, with paths relative to it. A replaced ancestor becomes a replacement with
    /// an unknown value.
    package func within(_ pointer: String) -> ChangeSet {
        let length = pointer.utf8.count
        // A path leads to another one if its bytes are the beginning of it, up to the end of a key.
        func leads(_ path: some Collection<UInt8>, to other: some Collection<UInt8>) -> Bool {
            other.starts(with: path) && (other.dropFirst(path.count).first ?? UInt8(ascii: "/")) == UInt8(ascii: "/")
        }
        let own = records.compactMap { record -> ChangeRecord? in
            let path = texts.bytes(record.path)
            if leads(pointer.utf8, to: path) {
                return ChangeRecord(
                    operation: record.operation, path: record.path.dropFirst(length),
                    from: record.from?.dropFirst(length), value: record.value)
            }
            return leads(path, to: pointer.utf8)
                ? ChangeRecord(operation: .replace, path: 0..<0, from: nil, value: nil) : nil
        }
        return ChangeSet(records: own, texts: texts)
    }

    private func text(_ range: Range<Int>) -> String { String(decoding: texts.bytes(range), as: UTF8.self) }

    /// Writes the changes as operations of RFC 6902, after those that were written before.
    func write(to operations: JSONWriter) {
        for record in records { operations.write(operation: record, of: texts) }
    }
}

/// A change of a state.
public struct Change: Equatable, Sendable {
    /// The kind of the change.
    public let operation: Operation
    /// The location: a JSON Pointer (RFC 6901).
    public let path: String
    /// The previous location of a moved element; nil for other operations.
    public let from: String?
    /// The new value as JSON; nil for a removal or a move, or if the state has no coding.
    public let value: String?

    /// The operation, one of RFC 6902.
    public enum Operation: String, Sendable {
        /// The value was added; to a list, at the position in the path.
        case add
        /// The value was removed.
        case remove
        /// The value was replaced.
        case replace
        /// The value was moved from another location.
        case move
    }
}

/// A change whose texts are ranges of its set's buffer.
struct ChangeRecord {
    let operation: Change.Operation
    let path: Range<Int>
    let from: Range<Int>?
    let value: Range<Int>?
}

extension JSONWriter {
    /// Returns the written bytes in a range. Valid until the next write.
    func bytes(_ range: Range<Int>) -> UnsafeRawBufferPointer { UnsafeRawBufferPointer(rebasing: bytes[range]) }

    /// Begins an operation of RFC 6902 after those that were written before. Its path follows; of a move, first the
    /// former path as a member.
    func begin(_ operation: Change.Operation) {
        if count > 0 { write(literal: ",") }
        switch operation {
        case .add: write(literal: #"{"op":"add","path":"#)
        case .remove: write(literal: #"{"op":"remove","path":"#)
        case .replace: write(literal: #"{"op":"replace","path":"#)
        case .move: write(literal: #"{"op":"move","from":"#)
        }
    }

    /// Writes a pointer as a JSON string, without its first `length` bytes.
    func write(pointer: UnsafeRawBufferPointer, without length: Int = 0) {
        let rest = UnsafeRawBufferPointer(rebasing: pointer[length...])
        write(utf8: rest.assumingMemoryBound(to: UInt8.self))
    }

    /// Writes a change as an operation of RFC 6902, after those that were written before.
    ///
    /// - Parameter texts: the buffer of the record's texts.
    fileprivate func write(operation record: ChangeRecord, of texts: JSONWriter) {
        begin(record.operation)
        if let from = record.from {
            write(pointer: texts.bytes(from))
            write(literal: #","path":"#)
        }
        write(pointer: texts.bytes(record.path))
        if let value = record.value {
            write(literal: #","value":"#)
            write(raw: texts.bytes(value))
        }
        write(literal: "}")
    }
}
