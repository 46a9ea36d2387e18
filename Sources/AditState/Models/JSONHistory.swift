import AditJSON
import CJansson

/// A part of a state, as JSON, at another revision: the changes of a journal are undone or redone on it.
///
/// ```swift
/// let pointer = JSONPointer("/items/ids/0")!
/// let history = try JSONHistory(pointer, base: text)  // of what JSONHistory.base(of: pointer) leads to
/// try history.undo(batch)  // the newest first
/// history.write(to: writer)
/// ```
///
/// Changes elsewhere are ignored, and changes that overlap the part alter only what they changed. One thread at a time.
package final class JSONHistory {
    /// The path of the edited part: the requested part, or one around it.
    private let base: ArraySlice<String>
    /// The path from there to the requested part.
    private let rest: ArraySlice<String>
    private let window: ListWindow?
    /// The present value of the base; nil if absent. This object holds a reference, and is the only one to change it.
    private var part: UnsafeMutablePointer<json_t>?

    /// - Parameters:
    ///   - pointer: the path of the part.
    ///   - window: the requested elements, if the part is a list.
    ///   - base: the present JSON at ``base(of:window:)``; nil if absent.
    /// - Throws: ``JSONSyntaxError`` if that is not JSON.
    package init(
        _ pointer: JSONPointer, window: ListWindow? = nil, base text: UnsafeRawBufferPointer?
    ) throws(JSONSyntaxError) {
        let depth = JSONHistory.depth(of: pointer, window)
        base = pointer.tokens.prefix(depth)
        rest = pointer.tokens.dropFirst(depth)
        self.window = window
        part = nil
        guard let text else { return }
        let document = try JSONDocument(parsing: text, depth: 2048, marksRounded: false)
        part = document.withRoot { json_incref($0.node) }
    }

    deinit { if let part { json_decref(part) } }

    /// Returns the path of the present value that is needed to reconstruct a part: usually the part itself. For a
    /// position in a list it is the list, as positions shift; the order of a table's elements is that of its ids.
    package static func base(of pointer: JSONPointer, window: ListWindow? = nil) -> JSONPointer {
        JSONPointer(pointer.tokens.prefix(depth(of: pointer, window)))
    }

    private static func depth(of pointer: JSONPointer, _ window: ListWindow?) -> Int {
        let tokens = pointer.tokens
        // The only lists with changes by position in a journal are the ids of tables.
        for index in tokens.indices.dropLast()
        where tokens[index].isSpelled(as: "ids") && JSONPointer.index(tokens[index + 1]) != nil {
            return index + 1
        }
        return window != nil && tokens.last?.isSpelled(as: "entities") == true ? tokens.count - 1 : tokens.count
    }

    /// Undoes the changes of a batch.
    ///
    /// - Parameter changes: an array.
    /// - Throws: ``CodingFailure`` if they do not lead to the present value, or if a previous value is unknown.
    package func undo(_ changes: JSONValue) throws(CodingFailure) {
        for index in (0..<changes.count).reversed() {
            if let change = changes[index] { try apply(JournalChange(change), backwards: true) }
        }
    }

    /// Redoes the changes of a batch.
    ///
    /// - Parameter changes: an array.
    /// - Throws: ``CodingFailure`` if they do not start from the present value.
    package func redo(_ changes: JSONValue) throws(CodingFailure) {
        for index in 0..<changes.count {
            if let change = changes[index] { try apply(JournalChange(change), backwards: false) }
        }
    }

    private func apply(_ change: JournalChange, backwards: Bool) throws(CodingFailure) {
        let path = change.path[...]
        switch (change.operation, backwards) {
        case (.replace, _): try set(change.value(backwards ? "old" : "value"), at: path, inserting: false)
        case (.add, false), (.remove, true):
            try set(change.value(backwards ? "old" : "value"), at: path, inserting: true)
        case (.add, true), (.remove, false): if let taken = try take(at: path) { json_decref(taken) }
        case (.move, _):
            guard let from = change.from?[...] else { throw change.refusal("one with from") }
            // Elements move within lists: either both places are within the base, or neither is.
            guard let moved = try take(at: backwards ? path : from) else { return }
            defer { json_decref(moved) }
            try set(JSONValue(moved), at: backwards ? from : path, inserting: true)
        }
    }
}

// MARK: - Edits

extension JSONHistory {
    /// Inserts or replaces a value.
    private func set(_ value: JSONValue, at path: ArraySlice<String>, inserting: Bool) throws(CodingFailure) {
        if base.starts(with: path, by: { $0.isSpelled(as: $1) }) {
            if let part { json_decref(part) }
            part = value[keys: base.dropFirst(path.count)].flatMap { $0.copied() }
            return
        }
        guard let (parent, key) = try parent(of: path) else { return }
        let copy = value.copied()
        let outcome: Int32
        if parent.isObject {
            outcome = withKey(key) { json_object_setn_new_nocheck(parent.node, $0, $1, copy) }
        } else if let index = JSONPointer.index(key) {
            outcome =
                inserting
                ? json_array_insert_new(parent.node, index, copy) : json_array_set_new(parent.node, index, copy)
        } else {
            json_decref(copy)
            outcome = -1
        }
        if outcome != 0 { throw refusal(of: path) }
    }

    /// Removes a value.
    ///
    /// - Returns: the value if it is within the base, with a reference for the caller.
    private func take(at path: ArraySlice<String>) throws(CodingFailure) -> UnsafeMutablePointer<json_t>? {
        if base.starts(with: path, by: { $0.isSpelled(as: $1) }) {
            if let part { json_decref(part) }
            part = nil
            return nil
        }
        guard let (parent, key) = try parent(of: path) else { return nil }
        let index = parent.isObject ? nil : JSONPointer.index(key)
        guard let value = index.map({ parent[$0] }) ?? parent[key], let held = json_incref(value.node) else {
            throw refusal(of: path)
        }
        if let index {
            json_array_remove(parent.node, index)
        } else {
            _ = withKey(key) { json_object_deln(parent.node, $0, $1) }
        }
        return held
    }

    /// Returns the container of a place within the base, and its key there; nil if the place is elsewhere.
    private func parent(of path: ArraySlice<String>) throws(CodingFailure) -> (parent: JSONValue, key: String)? {
        guard path.starts(with: base, by: { $0.isSpelled(as: $1) }), let key = path.last else { return nil }
        guard let part, let parent = JSONValue(part)[keys: path.dropFirst(base.count).dropLast()] else {
            throw refusal(of: path)
        }
        return (parent, key)
    }

    private func withKey(_ key: String, _ body: (UnsafePointer<CChar>, Int) -> Int32) -> Int32 {
        var key = key
        return key.withUTF8 { bytes in
            guard let start = UnsafeRawPointer(bytes.baseAddress) else { return -1 }
            return body(start.assumingMemoryBound(to: CChar.self), bytes.count)
        }
    }

    private func refusal(of path: ArraySlice<String>) -> CodingFailure {
        let path = path.map { "/" + JSONPointer.escape($0) }.joined()
        return CodingFailure(
            path: path, reason: "found a change of what is not there; the journal does not belong to the state")
    }
}

// MARK: - Writing

extension JSONHistory {
    /// Writes the part in its present form.
    ///
    /// - Returns: ``WrittenPart/nothing``, with nothing written, if it is absent.
    /// - Throws: ``CodingFailure`` if a part of a list is requested of another value.
    package func write(to writer: JSONWriter) throws(CodingFailure) -> WrittenPart {
        guard let part, let value = JSONValue(part)[keys: rest] else { return .nothing }
        guard let window else {
            writer.write(value)
            return .value
        }
        if value.kind == .array {
            writer.write(value, in: window.range(in: value.count))
            return .slice(of: value.count)
        }
        let table = rest.last?.isSpelled(as: "entities") == true ? JSONValue(part)[keys: rest.dropLast()] : value
        guard let table, let ids = table["ids"], let entities = table["entities"], table.count == 2, ids.kind == .array,
            entities.isObject
        else {
            let pointer = JSONPointer(base + rest)
            throw CodingFailure(
                path: pointer.description,
                reason: "found \(value.description); a list is expected where from or limit is given")
        }
        let range = window.range(in: ids.count)
        if rest.isEmpty {
            writer.write(literal: #"{"ids":"#)
            writer.write(ids, in: range)
            writer.write(literal: #","entities":"#)
        }
        writer.write(literal: "{")
        for index in range {
            guard let id = ids[index]?.string, let element = entities[id] else { continue }
            writer.separate()
            writer.write(id)
            writer.write(literal: ":")
            writer.write(element)
        }
        writer.write(literal: "}")
        if rest.isEmpty { writer.write(literal: "}") }
        return .slice(of: ids.count)
    }
}

extension JSONWriter {
    fileprivate func write(_ array: JSONValue, in range: Range<Int>) {
        write(literal: "[")
        for index in range {
            separate()
            if let element = array[index] { write(element) }
        }
        write(literal: "]")
    }
}

extension JSONValue {
    /// Returns a deep copy. The value must be jansson's.
    fileprivate func copied() -> UnsafeMutablePointer<json_t>? {
        assert(!isTaped, "a value of a JSONDocument is expected")
        return json_deep_copy(node)
    }
}
