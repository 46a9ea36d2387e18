import AditJSON

/// RFC 6902 and RFC 6901, as plainly as they can be had, and with nothing of what is tested.
package enum JSONPatch {
    package struct Failure: Error, CustomStringConvertible {
        package let description: String
    }

    /// A document after some operations, one after the other.
    package static func apply(_ operations: [JSON], to document: JSON?) throws -> JSON? {
        try operations.reduce(document) { try apply($1, to: $0) }
    }

    /// What a pointer leads to; nil where that is nothing.
    package static func value(at pointer: String, in document: JSON) -> JSON? {
        try? keys(pointer).reduce(document) { try member($1, of: $0) }
    }

    private static func apply(_ operation: JSON, to document: JSON?) throws -> JSON? {
        guard case .object(let members) = operation, case .string(let name)? = members["op"],
            case .string(let path)? = members["path"], let document
        else { throw Failure(description: "no operation: \(operation)") }
        switch (name, members["from"], members["value"]) {
        case ("add", nil, let value?): return try add(value, at: keys(path), to: document)
        case ("replace", nil, let value?):
            if path.isEmpty { return value }
            return try add(value, at: keys(path), to: remove(keys(path), from: document))
        case ("remove", nil, nil): return try remove(keys(path), from: document)
        case ("move", .string(let from)?, nil):
            guard let value = value(at: from, in: document) else { throw Failure(description: "nothing at \(from)") }
            return try add(value, at: keys(path), to: remove(keys(from), from: document))
        default: throw Failure(description: "no such operation: \(operation)")
        }
    }

    private static func keys(_ pointer: String) throws -> [String] {
        if pointer.isEmpty { return [] }
        guard pointer.hasPrefix("/") else { throw Failure(description: "no pointer: \(pointer)") }
        return pointer.dropFirst().split(separator: "/", omittingEmptySubsequences: false).map {
            String($0).replacing("~1", with: "/").replacing("~0", with: "~")
        }
    }

    private static func member(_ key: String, of value: JSON) throws -> JSON {
        switch value {
        case .array(let elements):
            guard let index = Int(key), "\(index)" == key, elements.indices.contains(index) else {
                throw Failure(description: "no element \(key)")
            }
            return elements[index]
        case .object(let members):
            guard let member = members[key] else { throw Failure(description: "no member \(key)") }
            return member
        default: throw Failure(description: "nothing to find \(key) in")
        }
    }

    private static func add(_ value: JSON, at keys: [String], to target: JSON) throws -> JSON {
        try change(keys, in: target, replaced: { try add(value, at: $0, to: $1) }) { key, parent in
            switch parent {
            case .object(var members):
                members[key] = value
                return .object(members)
            case .array(var elements):
                guard let index = Int(key), "\(index)" == key, 0...elements.count ~= index else {
                    throw Failure(description: "no place \(key)")
                }
                elements.insert(value, at: index)
                return .array(elements)
            default: throw Failure(description: "nothing to add \(key) to")
            }
        }
    }

    private static func remove(_ keys: [String], from target: JSON) throws -> JSON {
        try change(keys, in: target, replaced: { try remove($0, from: $1) }) { key, parent in
            _ = try member(key, of: parent)
            switch parent {
            case .object(var members):
                members[key] = nil
                return .object(members)
            case .array(var elements):
                elements.remove(at: Int(key) ?? 0)
                return .array(elements)
            default: return parent
            }
        }
    }

    /// Changes what the last of some keys is to the one before.
    private static func change(
        _ keys: [String], in target: JSON, replaced: ([String], JSON) throws -> JSON,
        _ last: (String, JSON) throws -> JSON
    ) throws -> JSON {
        guard let key = keys.first else { throw Failure(description: "an operation for the whole that is no replace") }
        if keys.count == 1 { return try last(key, target) }
        let changed = try replaced(Array(keys.dropFirst()), member(key, of: target))
        switch target {
        case .object(var members):
            members[key] = changed
            return .object(members)
        case .array(var elements):
            elements[Int(key) ?? 0] = changed
            return .array(elements)
        default: return target
        }
    }
}

extension JSON {
    /// What a text is.
    package init?(text: String) {
        var text = text
        guard let value = text.withUTF8({ JSON(UnsafeRawBufferPointer($0)) }) else { return nil }
        self = value
    }

    /// What a value is on the wire.
    package init(_ value: some WireCodable) throws {
        guard let json = JSON(text: try encoded(value)) else { throw JSONPatch.Failure(description: "no JSON") }
        self = json
    }

    /// The pointers to all that is in it, with itself.
    package var pointers: [String] {
        let below: [(String, JSON)] =
            switch self {
            case .array(let elements): elements.enumerated().map { ("\($0)", $1) }
            case .object(let members): members.sorted { $0.key < $1.key }
            default: []
            }
        return [""]
            + below.flatMap { key, value in
                let token = key.replacing("~", with: "~0").replacing("/", with: "~1")
                return value.pointers.map { "/\(token)\($0)" }
            }
    }
}
