import AditJSON

extension Table: WireModel where ID: LosslessStringConvertible & WireCodable, Element: WireCodable {
    public static func writePart(of table: Table, at path: PartPath, to writer: JSONWriter) throws(CodingFailure)
        -> WrittenPart
    {
        let range = path.window?.range(in: table.count) ?? 0..<table.count
        let written = path.window == nil ? WrittenPart.value : .slice(of: table.count)
        switch path.key {
        case nil:
            try table.write(range, to: writer)
            if let window = path.shown { table.show(in: window) }
            return written
        case "ids":
            guard let key = path.rest.key else {
                table.write(ids: range, to: writer)
                return written
            }
            guard let index = JSONPointer.index(key.string), index < table.count else { return .nothing }
            return try writer.write(partOfText: path.rest.rest) { (writer) in writer.write(table[index].id.description)
            }
        case "entities":
            guard let key = path.rest.key else {
                try table.write(entities: range, to: writer)
                return written
            }
            guard let element = table.element(spelled: key) else { return .nothing }
            return try writer.write(part: path.rest.rest, of: element)
        default:
            return .nothing
        }
    }

    private func element(spelled key: ByteString) -> Element? {
        // A long id is slow to hash, and rare.
        if ID.self == String.self, key.string.utf8.count > 64 {
            return first { ByteString($0.id.description) == key }
        }
        guard let id = ID(key.string), let element = self[id: id], ByteString(element.id.description) == key else {
            return nil
        }
        return element
    }

    /// Writes a range of the table, in the form of ``write(to:)``.
    func write(_ range: Range<Int>, to writer: JSONWriter) throws(CodingFailure) {
        writer.write(literal: #"{"ids":"#)
        write(ids: range, to: writer)
        writer.write(literal: #","entities":"#)
        try write(entities: range, to: writer)
        writer.write(literal: "}")
    }

    private func write(ids range: Range<Int>, to writer: JSONWriter) {
        writer.write(literal: "[")
        for element in self[range] {
            writer.separate()
            writer.write(element.id.description)
        }
        writer.write(literal: "]")
    }

    private func write(entities range: Range<Int>, to writer: JSONWriter) throws(CodingFailure) {
        writer.write(literal: "{")
        for element in self[range] {
            let key = try key(of: element)
            writer.separate()
            writer.write(key)
            writer.write(literal: ":")
            try element.write(to: writer)
        }
        writer.write(literal: "}")
    }
}
