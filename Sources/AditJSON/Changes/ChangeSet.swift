/// What one batch has changed in a state: operations in the order in which they lead from what was to what is.
///
/// Its size is that of the change. The core's loop, during the call that it was given to.
public struct ChangeSet: RandomAccessCollection {
    let records: [ChangeRecord]
    /// The paths and values of the records, one after the other.
    let texts: JSONWriter

    public var startIndex: Int { 0 }
    public var endIndex: Int { records.count }

    public subscript(position: Int) -> Change {
        let record = records[position]
        return Change(
            operation: record.operation, path: text(record.path), from: record.from.map(text),
            value: record.value.map(text))
    }

    /// What of it is at a pointer, with the paths from there on. Where what is around that was replaced, nobody knows by
    /// what this was.
    package func within(_ pointer: String) -> ChangeSet {
        let length = pointer.utf8.count
        var own: [ChangeRecord] = []
        // Of two ways, one begins with the other if its bytes do, up to the end of a key.
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

    /// Writes a change as an operation of RFC 6902.
    ///
    /// - Parameter depth: how many keys of the paths lead to the part that the operation is for.
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

    /// Writes what is left of a path behind some of its keys.
    private func write(_ path: Range<Int>, within depth: Int, to writer: JSONWriter) {
        var rest = bytes(path)[...]
        for _ in 0..<depth { rest = rest.dropFirst().drop { $0 != UInt8(ascii: "/") } }
        writer.write(utf8: UnsafeRawBufferPointer(rebasing: rest).assumingMemoryBound(to: UInt8.self))
    }
}

/// One change of a state.
public struct Change: Equatable, Sendable {
    public let operation: Operation
    /// Where it was made: a JSON Pointer (RFC 6901).
    public let path: String
    /// Where an element was moved from; nil unless it was moved.
    public let from: String?
    /// The new value as JSON; nil where something was removed or moved, or where the state has no coding.
    public let value: String?

    /// What was done: these are operations of RFC 6902.
    public enum Operation: String, Sendable { case add, remove, replace, move }
}

/// A change, whose texts are in its set.
struct ChangeRecord {
    let operation: Change.Operation
    let path: Range<Int>
    let from: Range<Int>?
    let value: Range<Int>?
}
