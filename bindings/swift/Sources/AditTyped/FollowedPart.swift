/// A part of the core's state, kept up to date by the messages of a subscription.
///
/// The transport passes on one message at a time, so its thread alone changes a part, and has the only reference to the value:
/// a patch costs what it changes.
final class FollowedPart: @unchecked Sendable {
    let path: String
    /// The first position and the number of elements of a window; nil for the whole.
    let window: (from: Int, limit: Int)?
    /// The part; nil if the path leads nowhere at present.
    private(set) var value: JSONValue?
    private(set) var from = 0
    /// Of a window, the number of elements of the whole list.
    private(set) var count = 0
    private var revision: Int64?

    init(_ path: String, window: (from: Int, limit: Int)?) { (self.path, self.window) = (path, window) }

    func subscribe(as name: String) -> JSONValue {
        var members: [String: JSONValue] = ["subscription": .text(name), "path": .text(path)]
        if let window {
            members["from"] = .integer(Int64(window.from))
            members["limit"] = .integer(Int64(window.limit))
        }
        return .object(["@subscribe": .object(members)])
    }

    /// Takes a whole value.
    func replace(by update: JSONValue) {
        value = update["value"]
        note(update)
    }

    /// Applies a patch.
    ///
    /// - Throws: ``MessageError`` if it does not follow the last update, or cannot be applied.
    func apply(_ patch: JSONValue) throws {
        guard revision != nil, patch["from"]?.integer == revision, case .list(let operations)? = patch["ops"] else {
            let found = patch["from"]?.integer.map { "\($0)" } ?? "none"
            throw MessageError("\(path): found a patch from revision \(found); another one is expected")
        }
        var changed = value.take() ?? .null
        defer { value = changed }
        for operation in operations { try changed.apply(operation, to: path) }
        note(patch)
    }

    private func note(_ update: JSONValue) {
        revision = update["revision"]?.integer
        if window == nil { return }
        // The `from` of a patch is a revision.
        if update["ops"] == nil, let from = update["from"]?.integer { self.from = Int(from) }
        if let count = update["count"]?.integer { self.count = Int(count) }
    }
}

// JSON Patch (RFC 6902), the operations that a core writes.
extension JSONValue {
    fileprivate mutating func apply(_ operation: JSONValue, to part: String) throws {
        guard let name = operation["op"]?.text, let path = operation["path"]?.text else {
            throw MessageError("\(part): found an operation of a patch without op or path")
        }
        let tokens = JSONValue.tokens(path)
        var isDone = false
        switch (name, operation["value"]) {
        case ("add", let value?): isDone = change(tokens) { $0.insert(value, at: $1) } ?? become(value)
        case ("replace", let value?): isDone = change(tokens) { $0.set(value, at: $1) } ?? become(value)
        case ("remove", _): isDone = change(tokens) { $0.remove(at: $1) != nil } ?? false
        case ("move", _):
            var moved: JSONValue?
            _ = change(JSONValue.tokens(operation["from"]?.text ?? "")) {
                moved = $0.remove(at: $1)
                return moved != nil
            }
            if let moved { isDone = change(tokens) { $0.insert(moved, at: $1) } ?? false }
        default: break
        }
        guard isDone else { throw MessageError("\(part): \(name) at \"\(path)\" could not be applied") }
    }

    private mutating func become(_ value: JSONValue) -> Bool {
        self = value
        return true
    }

    private static func tokens(_ path: String) -> ArraySlice<String> {
        path.split(separator: "/", omittingEmptySubsequences: false).dropFirst().map { token in
            token.split(separator: "~1", omittingEmptySubsequences: false).joined(separator: "/")
                .split(separator: "~0", omittingEmptySubsequences: false).joined(separator: "~")
        }[...]
    }

    /// Changes the list or object that a path leads into.
    ///
    /// - Returns: what the change returned; nil for the empty path, which leads to the whole.
    private mutating func change(
        _ tokens: ArraySlice<String>, by change: (inout JSONValue, String) -> Bool
    ) -> Bool? {
        guard let first = tokens.first else { return nil }
        if tokens.count == 1 { return change(&self, first) }
        let rest = tokens.dropFirst()
        switch self {
        case .object(var members):
            guard var value = members.removeValue(forKey: first) else { return false }
            // Without another reference, the value changes in its place.
            self = .null
            let isDone = value.change(rest, by: change)
            members[first] = value
            self = .object(members)
            return isDone
        case .list(var elements):
            guard let index = Int(first), elements.indices.contains(index) else { return false }
            self = .null
            let isDone = elements[index].change(rest, by: change)
            self = .list(elements)
            return isDone
        default: return false
        }
    }

    private mutating func insert(_ value: JSONValue, at token: String) -> Bool {
        switch self {
        case .object(var members):
            self = .null
            members[token] = value
            self = .object(members)
            return true
        case .list(var elements):
            let index = token == "-" ? elements.count : Int(token) ?? -1
            guard index >= 0, index <= elements.count else { return false }
            self = .null
            elements.insert(value, at: index)
            self = .list(elements)
            return true
        default: return false
        }
    }

    private mutating func set(_ value: JSONValue, at token: String) -> Bool {
        switch self {
        case .object(let members) where members[token] != nil: return insert(value, at: token)
        case .list(var elements):
            guard let index = Int(token), elements.indices.contains(index) else { return false }
            self = .null
            elements[index] = value
            self = .list(elements)
            return true
        default: return false
        }
    }

    private mutating func remove(at token: String) -> JSONValue? {
        switch self {
        case .object(var members):
            self = .null
            let value = members.removeValue(forKey: token)
            self = .object(members)
            return value
        case .list(var elements):
            guard let index = Int(token), elements.indices.contains(index) else { return nil }
            self = .null
            let value = elements.remove(at: index)
            self = .list(elements)
            return value
        default: return nil
        }
    }
}
