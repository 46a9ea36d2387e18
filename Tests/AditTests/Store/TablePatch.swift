import AditJSON
import AditState
import TestSupport
import Testing

/// JSON as a tree, to which changes are applied as RFC 6902 says, without thought of speed.
indirect enum PatchedJSON: Equatable {
    /// Keys are told apart by their bytes.
    case object([ByteString: PatchedJSON])
    case list([PatchedJSON])
    /// The text of anything else.
    case text(String)

    struct Refused: Error { let why: String }

    init(_ text: String) throws {
        self = try withJSON(text) { PatchedJSON($0) }
    }

    private init(_ value: JSONReader) {
        switch value.kind {
        case .object:
            var members: [ByteString: PatchedJSON] = [:]
            value.forEachMember { (key, member) throws(Never) in members[ByteString(key)] = PatchedJSON(member) }
            self = .object(members)
        case .array:
            self = .list(value.array.map { PatchedJSON($0) })
        default:
            let writer = JSONWriter()
            writer.write(value)
            self = .text(writer.text)
        }
    }

    mutating func apply(_ change: Change) throws {
        try apply(change.operation, change.path, from: change.from) { try PatchedJSON(change.value ?? "") }
    }

    /// Applies operations, as in a host's `@patch`.
    mutating func apply(operations text: String) throws {
        try withJSON("[\(text)]") { operations in
            for change in operations.array {
                guard let name = change["op"]?.string, let operation = Change.Operation(rawValue: name),
                    let path = change["path"]?.string
                else { throw Refused(why: "no operation: \(text)") }
                try apply(operation, path, from: change["from"]?.string) {
                    try PatchedJSON(#require(change["value"]))
                }
            }
        }
    }

    private mutating func apply(
        _ operation: Change.Operation, _ path: String, from: String?, _ value: () throws -> PatchedJSON
    ) throws {
        let path = try Self.keys(path)
        switch operation {
        case .add: try add(value(), path)
        case .remove: _ = try take(path)
        case .replace:
            // As RFC 6902 says: a remove, and an add at the same place.
            if !path.isEmpty { _ = try take(path) }
            try add(value(), path)
        case .move: try add(take(Self.keys(from ?? "")), path)
        }
    }

    private static func keys(_ path: String) throws -> ArraySlice<String> {
        guard let pointer = JSONPointer(path) else { throw Refused(why: "no pointer: \(path)") }
        return pointer.tokens[...]
    }

    private mutating func add(_ value: PatchedJSON, _ path: ArraySlice<String>) throws {
        guard let key = path.first else { return self = value }
        try change(path) { found in
            if case .object(var members) = found {
                members[ByteString(key)] = value
                found = .object(members)
            } else if case .list(var list) = found, let index = JSONPointer.index(key), index <= list.count {
                list.insert(value, at: index)
                found = .list(list)
            } else {
                throw Refused(why: "nothing can be added as \(key)")
            }
        } inside: {
            try $0.add(value, path.dropFirst())
        }
    }

    private mutating func take(_ path: ArraySlice<String>) throws -> PatchedJSON {
        guard let key = path.first else { throw Refused(why: "the whole cannot be removed") }
        var taken: PatchedJSON?
        try change(path) { found in
            if case .object(var members) = found {
                taken = members.removeValue(forKey: ByteString(key))
                found = .object(members)
            } else if case .list(var list) = found, let index = JSONPointer.index(key), list.indices.contains(index) {
                taken = list.remove(at: index)
                found = .list(list)
            }
        } inside: {
            taken = try $0.take(path.dropFirst())
        }
        guard let taken else { throw Refused(why: "there is no \(key) to be removed") }
        return taken
    }

    /// Calls `here` where one key is left, otherwise `inside` for what the first one leads to.
    private mutating func change(
        _ path: ArraySlice<String>, here: (inout PatchedJSON) throws -> Void, inside: (inout PatchedJSON) throws -> Void
    ) throws {
        guard let key = path.first, path.count > 1 else { return try here(&self) }
        if case .object(var members) = self, var member = members[ByteString(key)] {
            try inside(&member)
            members[ByteString(key)] = member
            self = .object(members)
        } else if case .list(var list) = self, let index = JSONPointer.index(key), list.indices.contains(index) {
            try inside(&list[index])
            self = .list(list)
        } else {
            throw Refused(why: "there is no \(key)")
        }
    }
}
