import AditJSON

/// A part of a state, as JSON, at another revision: the changes of a journal are undone or redone on it.
///
/// ```swift
/// let pointer = JSONPointer("/items/ids/0")!
/// let history = try JSONHistory(pointer, base: text)  // of what JSONHistory.base(of: pointer) leads to
/// try history.undo(batch)  // the newest first
/// history.write(to: writer)
/// ```
///
/// Changes elsewhere are ignored, and changes that overlap the part alter only the values that they changed. One thread
/// at a time.
package final class JSONHistory {
    /// The path of the edited part: the requested part, or one around it.
    private let base: ArraySlice<String>
    /// The path from there to the requested part.
    private let rest: ArraySlice<String>
    private let window: ListWindow?
    /// The present value of the base; nil if absent.
    private var part: JSONTree?

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
        part = try text.map { (text) throws(JSONSyntaxError) in try JSONTree(parsing: text) }
    }

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
    package func undo(_ changes: JSONReader) throws(CodingFailure) {
        for change in changes.array.reversed() { try apply(PartEdit(JournalChange(change), backwards: true)) }
    }

    /// Redoes the changes of a batch.
    ///
    /// - Parameter changes: an array.
    /// - Throws: ``CodingFailure`` if they do not start from the present value.
    package func redo(_ changes: JSONReader) throws(CodingFailure) {
        for change in changes.array { try apply(PartEdit(JournalChange(change), backwards: false)) }
    }

    private func apply(_ edit: PartEdit) throws(CodingFailure) {
        let path = edit.path[...]
        switch edit.operation {
        case .replace(let value): try set(value, at: path, inserting: false)
        case .insert(let value): try set(value, at: path, inserting: true)
        case .remove: _ = try remove(at: path)
        case .move(let from):
            // Elements move within lists: either both places are within the base, or neither is.
            guard let moved = try remove(at: from[...]) else { return }
            try set(moved, at: path, inserting: true)
        }
    }
}

// MARK: - Edits

extension JSONHistory {
    /// Inserts or replaces a value.
    private func set(_ value: JSONReader, at path: ArraySlice<String>, inserting: Bool) throws(CodingFailure) {
        if base.starts(with: path, by: { $0.isSpelled(as: $1) }) {
            part = try value[keys: base.dropFirst(path.count)].map(tree)
        } else if try parent(of: path) != nil {
            try set(tree(value), at: path, inserting: inserting)
        }
    }

    /// Inserts or replaces a value within the base.
    private func set(_ value: JSONTree, at path: ArraySlice<String>, inserting: Bool) throws(CodingFailure) {
        guard let part, let (parent, key) = try parent(of: path) else { return }
        guard part.set(value, at: key, of: parent, inserting: inserting) else { throw PartEdit.refusal(of: path) }
    }

    private func tree(_ value: JSONReader) throws(CodingFailure) -> JSONTree {
        guard let text = value.raw else { throw CodingFailure(path: "", reason: "found a value that is no JSON") }
        do { return try JSONTree(parsing: text) } catch { throw CodingFailure(error) }
    }

    /// Removes a value.
    ///
    /// - Returns: the value if it is within the base.
    private func remove(at path: ArraySlice<String>) throws(CodingFailure) -> JSONTree? {
        if base.starts(with: path, by: { $0.isSpelled(as: $1) }) {
            part = nil
            return nil
        }
        guard let part, let (parent, key) = try parent(of: path) else { return nil }
        guard let taken = part.remove(key, of: parent) else { throw PartEdit.refusal(of: path) }
        return taken
    }

    /// Returns the container of a place within the base, and its key there; nil if the place is elsewhere.
    private func parent(of path: ArraySlice<String>) throws(CodingFailure) -> (parent: JSONValue, key: String)? {
        guard path.starts(with: base, by: { $0.isSpelled(as: $1) }), let key = path.last else { return nil }
        guard let parent = part?.root[keys: path.dropFirst(base.count).dropLast()] else {
            throw PartEdit.refusal(of: path)
        }
        return (parent, key)
    }
}

// MARK: - Writing

extension JSONHistory {
    /// Writes the part in its present form.
    ///
    /// - Returns: ``WrittenPart/nothing``, with nothing written, if it is absent.
    /// - Throws: ``CodingFailure`` if a part of a list is requested of another value.
    package func write(to writer: JSONWriter) throws(CodingFailure) -> WrittenPart {
        guard let part, let value = part.root[keys: rest] else { return .nothing }
        guard let window else {
            writer.write(value)
            return .value
        }
        if value.kind == .array {
            writer.write(value, in: window.range(in: value.count))
            return .slice(of: value.count)
        }
        let table = rest.last?.isSpelled(as: "entities") == true ? part.root[keys: rest.dropLast()] : value
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

/// Buffers of sent patches, for the next ones: an allocation takes as long as writing an operation (`benchmarks/run`).
/// The core's loop.
package final class SpareTexts {
    @exclusivity(unchecked) private var texts: [JSONWriter] = []

    package init() {}

    /// Returns an empty text.
    func removeText() -> JSONWriter { texts.popLast() ?? JSONWriter() }

    /// Keeps a text that is no longer needed, unless there are many.
    func put(_ text: JSONWriter) {
        guard texts.count < 16 else { return }
        text.removeAll(keepingUpTo: 1 << 12)
        texts.append(text)
    }
}
