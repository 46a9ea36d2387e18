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
        var own: [ChangeRecord] = []
        // A path is a prefix of another one if its bytes are, up to the end of a key.
        func leads(_ way: Substring.UTF8View, to other: Substring.UTF8View) -> Bool {
            other.starts(with: way)
                && (other.count == way.count || other.dropFirst(way.count).first == UInt8(ascii: "/"))
        }
        for record in records {
            let path = text(record.path)
            let (way, whole) = (path[...].utf8, pointer[...].utf8)
            if path.utf8.count < length, leads(way, to: whole) {
                own.append(ChangeRecord(operation: .replace, path: 0..<0, from: nil, value: nil))
            } else if leads(whole, to: way) {
                own.append(
                    ChangeRecord(
                        operation: record.operation, path: record.path.dropFirst(length),
                        from: record.from?.dropFirst(length), value: record.value))
            }
        }
        return ChangeSet(records: own, texts: texts)
    }

    private func text(_ range: Range<Int>) -> String { String(decoding: bytes(range), as: UTF8.self) }

    private func bytes(_ range: Range<Int>) -> UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(rebasing: texts.bytes[range])
    }

    /// Writes changes as operations of RFC 6902, after those that were written before.
    ///
    /// - Parameter depth: the number of leading keys to omit from the paths.
    func write(all changes: some Sequence<Int>, within depth: Int, to operations: JSONWriter) {
        for change in changes {
            if operations.count > 0 { operations.write(literal: ",") }
            write(change, within: depth, to: operations)
        }
    }

    /// Writes a change as an operation of RFC 6902.
    ///
    /// - Parameter depth: the number of leading keys to omit from the paths.
    func write(_ position: Int, within depth: Int, to writer: JSONWriter) {
        let record = records[position]
        writer.write(literal: #"{"op":""#)
        writer.write(json: record.operation.rawValue)
        if let from = record.from {
            writer.write(literal: #"","from":"#)
            write(from, within: depth, to: writer)
            writer.write(literal: #","path":"#)
        } else {
            writer.write(literal: #"","path":"#)
        }
        write(record.path, within: depth, to: writer)
        if let value = record.value {
            writer.write(literal: #","value":"#)
            writer.write(raw: bytes(value))
        }
        writer.write(literal: "}")
    }

    /// Writes a path without its leading keys.
    private func write(_ path: Range<Int>, within depth: Int, to writer: JSONWriter) {
        var rest = bytes(path)[...]
        for _ in 0..<depth { rest = rest.dropFirst().drop { $0 != UInt8(ascii: "/") } }
        writer.write(utf8: UnsafeRawBufferPointer(rebasing: rest).assumingMemoryBound(to: UInt8.self))
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
