import AditJSON

/// The stored members of a state, assembled to one text, in which a number stands for a table.
package final class StoredMembers {
    private enum Content {
        /// A value with members.
        case object
        case text([UInt8])
    }

    private var content: Content?
    private var members: [(key: String, value: StoredMembers)] = []
    /// The positions of the members.
    private var places: [ByteString: Int] = [:]

    package init() {}

    /// Adds a member.
    ///
    /// - Throws: ``CodingFailure`` if its value is not JSON, or its path is in use.
    package func add(_ value: RowText, at path: String) throws(CodingFailure) {
        let isObject = value.bytes.elementsEqual("{}".utf8)
        if !isObject {
            do throws(CodingFailure) { try JSONReader.read(value.bytes, as: "what is") { _ in } } catch {
                throw CodingFailure(path: path, reason: error.reason)
            }
        }
        try add(isObject ? .object : .text(Array(value.bytes)), at: path)
    }

    /// Adds a table, which is represented by its number.
    package func add(table number: Int, at path: String) throws(CodingFailure) {
        try add(.text(Array("\(number)".utf8)), at: path)
    }

    private func add(_ content: Content, at path: String) throws(CodingFailure) {
        guard let pointer = JSONPointer(path) else {
            throw CodingFailure(path: path, reason: "found a row of that name; a JSON Pointer is expected")
        }
        var place = self
        for key in pointer.tokens { place = place.member(key) }
        guard place.content == nil else {
            throw CodingFailure(path: path, reason: "found two rows of that name; one is expected")
        }
        place.content = content
    }

    private func member(_ key: String) -> StoredMembers {
        let key = ByteString(key)
        if let place = places[key] { return members[place].value }
        let value = StoredMembers()
        places[key] = members.count
        members.append((key.string, value))
        return value
    }

    /// Writes the assembled text.
    package func write(to writer: JSONWriter) throws(CodingFailure) {
        if case .text(let text)? = content {
            if let (key, _) = members.first {
                throw CodingFailure(path: key, reason: "found a row within one that is no object")
            }
            return text.withUnsafeBytes(writer.write(raw:))
        }
        writer.write(literal: "{")
        for (key, value) in members {
            writer.separate()
            writer.write(key)
            writer.write(literal: ":")
            do throws(CodingFailure) { try value.write(to: writer) } catch { throw error.within(key) }
        }
        writer.write(literal: "}")
    }
}
