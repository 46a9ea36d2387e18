import Adit
import AditJSON

// What a config's `clients` names: messages of the app, and parts of the state. A pattern names what its words are the
// beginning of; the word `*` is any one.

/// A pattern of messages of the app: `todo.request`, `todo.*.add`.
package struct CasePattern: WireCodable {
    fileprivate let words: [String]

    package init(reading reader: JSONReader) throws(CodingFailure) {
        let text = try String(reading: reader)
        words = text.split(separator: ".", omittingEmptySubsequences: false).map { String($0) }
        guard words.allSatisfy({ !$0.isEmpty }) else {
            throw CodingFailure(
                path: "",
                reason: "found \"\(text)\"; cases with points between them, such as todo.request.add, are expected")
        }
    }

    package func write(to writer: JSONWriter) { text.write(to: writer) }
    package static func schema(in _: SchemaDefinitions) -> Schema { .string }
    fileprivate var text: String { words.joined(separator: ".") }
}

/// A pattern of parts of the state: `/items`, `/rooms/*/name`; the empty one is the whole state.
package struct StatePattern: WireCodable {
    fileprivate let pointer: JSONPointer

    package init(reading reader: JSONReader) throws(CodingFailure) {
        let text = try String(reading: reader)
        guard let pointer = JSONPointer(text) else {
            throw CodingFailure(
                path: "", reason: "found \"\(text)\"; a JSON Pointer is expected, such as /items or /rooms/*/name")
        }
        self.pointer = pointer
    }

    package func write(to writer: JSONWriter) { pointer.description.write(to: writer) }
    package static func schema(in _: SchemaDefinitions) -> Schema { .string }
}

extension Envelope.Sender {
    /// Checks a message of the app, which has been decoded, against the patterns of cases.
    ///
    /// - Throws: ``HostError`` `denied`.
    func check(_ message: UnsafeRawBufferPointer, depth: Int) throws(HostError) {
        guard let patterns = permissions.cases else { return }
        let most = patterns.reduce(0) { max($0, $1.words.count) }
        let path: [String]
        do throws(JSONFailure) {
            path = try JSONReader.read(message, depth: depth) { (reader) throws(CodingFailure) in
                reader.casePath(most: most)
            }
        } catch {
            throw HostError(error)
        }
        guard !patterns.contains(where: { path.begins(with: $0.words) }) else { return }
        let expected = patterns.isEmpty ? "no message" : "one of \(patterns.map(\.text).joined(separator: ", "))"
        throw denial(of: path.isEmpty ? "a message" : path.joined(separator: "."), expected: expected)
    }

    /// Checks a part of the state against the patterns of its parts.
    ///
    /// - Throws: ``HostError`` `denied`.
    func check(_ path: JSONPointer, of key: String) throws(HostError) {
        guard let patterns = permissions.state,
            !patterns.contains(where: { path.tokens.begins(with: $0.pointer.tokens) })
        else {
            return
        }
        let expected =
            patterns.isEmpty ? "no part" : "one of \(patterns.map(\.pointer.description).joined(separator: ", "))"
        throw denial(of: "\(key).path", expected: "\(expected), or a part of it,")
    }

    private func denial(of what: String, expected: String) -> HostError {
        HostError(.denied, "\(what): found in a message of the client \"\(client)\"; \(expected) is expected")
    }
}

extension [String] {
    /// Whether a pattern's words are the beginning of these.
    fileprivate func begins(with pattern: [String]) -> Bool {
        count >= pattern.count && zip(self, pattern).allSatisfy { $1 == "*" || $0.isSpelled(as: $1) }
    }
}

extension JSONReader {
    /// The cases of a message, from the outside in: keys of objects with one member, and a case without values.
    fileprivate func casePath(most: Int) -> [String] {
        var path: [String] = []
        var value: JSONReader? = self
        while path.count < most, let reader = value {
            value = nil
            if let text = reader.string { path.append(text) }
            var (count, name) = (0, "")
            reader.forEachMember { (key, member) throws(Never) in
                // Keys of Adit stand beside a message.
                guard !path.isEmpty || key.utf8.first != UInt8(ascii: "@") else { return }
                count += 1
                if count == 1 { (name, value) = (key, member) }
            }
            if count == 1 { path.append(name) } else { value = nil }
        }
        return path
    }
}
