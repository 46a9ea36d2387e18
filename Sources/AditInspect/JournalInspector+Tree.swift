import AditJSON
import AditState

// The state as a tree, level by level.

extension JournalInspector {
    func writeChildren(
        of pointer: JSONPointer, at revision: Int, _ from: Int, _ limit: Int, to writer: JSONWriter
    ) throws {
        writer.write(literal: #"{"revision":"#)
        writer.write(revision)
        if let (table, rest) = split(pointer), rest.isEmpty {
            let order = order(of: table, at: revision)
            let range = min(max(0, from), order.count)..<min(max(0, from) + limit, order.count)
            head("table", order.count, range.lowerBound, writer)
            writer.writeArray(order[range]) { number in
                let id = id(of: number, in: table)
                write(
                    key: id, path: "\(table)/entities/\(JSONPointer.escape(id))",
                    try? elementText(id, of: table, at: revision), to: writer)
            }
            return writer.write(literal: "}")
        }
        if pointer.tokens.isEmpty {
            var children: [(String, [UInt8]?)] = []
            for key in try memberKeys() {
                let path = "/\(JSONPointer.escape(key))"
                if index.tables.contains(where: path.isSpelled) {
                    children.append((key, nil))
                } else if let text = try text(of: JSONPointer([key]), at: revision) {
                    children.append((key, text))
                }
            }
            head("object", children.count, 0, writer)
            writer.writeArray(children) { key, text in
                let path = "/\(JSONPointer.escape(key))"
                if text == nil {
                    return write(key: key, path: path, "table", order(of: path, at: revision).count, to: writer)
                }
                write(key: key, path: path, text, to: writer)
            }
            return writer.write(literal: "}")
        }
        guard let text = try text(of: pointer, at: revision) else {
            head("absent", 0, 0, writer)
            return writer.write(literal: "[]}")
        }
        try text.withUnsafeBytes { text in
            try JSONReader.read(text, as: "a part that is") { (value) throws(CodingFailure) in
                head(value.kindName, value.count, from, writer)
                writer.write(literal: "[")
                var place = -1
                func child(_ key: String, _ value: JSONReader) {
                    place += 1
                    guard place >= from, place < from + limit else { return }
                    writer.separate()
                    let path = JSONPointer(pointer.tokens + [key]).description
                    write(key: key, path: path, value.raw.map { Array($0) }, to: writer)
                }
                if value.isObject {
                    value.forEachMember { (key, value) throws(Never) in child(key, value) }
                } else if value.isArray {
                    value.forEachElement { (value) throws(Never) in child("\(place + 1)", value) }
                }
                writer.write(literal: "]")
            }
        }
        writer.write(literal: "}")
    }

    private func head(_ kind: String, _ count: Int, _ from: Int, _ writer: JSONWriter) {
        writer.write(literal: #","kind":"#)
        writer.write(kind)
        writer.write(literal: #","count":"#)
        writer.write(count)
        writer.write(literal: #","from":"#)
        writer.write(from)
        writer.write(literal: #","children":"#)
    }

    private func write(key: String, path: String, _ kind: String, _ count: Int, to writer: JSONWriter) {
        writer.writeObject {
            writer.writeProperty("key") { writer.write(key) }
            writer.writeProperty("path") { writer.write(path) }
            writer.writeProperty("kind") { writer.write(kind) }
            writer.writeProperty("count") { writer.write(count) }
        }
    }

    /// Writes a child, with its value unless that is long.
    private func write(key: String, path: String, _ value: [UInt8]?, to writer: JSONWriter) {
        guard let value, let pointer = JSONPointer(path) else {
            return write(key: key, path: path, "absent", 0, to: writer)
        }
        let text = shown(value, at: pointer)
        writer.writeObject {
            writer.writeProperty("key") { writer.write(key) }
            writer.writeProperty("path") { writer.write(path) }
            let (kind, count) =
                text.withUnsafeBytes { text in
                    try? JSONReader.read(text, as: "a part that is") { (value) throws(CodingFailure) in
                        (value.kindName, value.count)
                    }
                } ?? ("null", 0)
            writer.writeProperty("kind") { writer.write(kind) }
            writer.writeProperty("count") { writer.write(count) }
            if text.count <= 4000 {
                writer.writeProperty("value") { text.withUnsafeBytes(writer.write(raw:)) }
            } else {
                writer.writeProperty("bytes") { writer.write(text.count) }
            }
        }
    }
}

extension JSONReader {
    var kindName: String {
        switch kind {
        case .object: "object"
        case .array: "array"
        case .string: "string"
        case .integer, .real: "number"
        case .bool: "boolean"
        case .null: "null"
        }
    }
}
