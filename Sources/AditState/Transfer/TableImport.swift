import AditJSON

/// An import of a table from a text: its elements one by one, and then their order, for which it goes back to the ids.
/// So neither is held in memory, whichever comes first. The core's loop.
final class TableImport {
    private enum Place {
        case members
        case ids
        case entities
        /// The entities have been read; the ids are read from a second stream.
        case order(JSONStream)
        case end
    }

    private let stream: JSONStream
    private let makeStream: (_ offset: Int) -> JSONStream
    private let builder: any TableBuilder
    private var place = Place.members
    private var isFirst = true
    private var hasMembers = false
    /// The offset of the first id.
    private var ids: Int?
    private var hasEntities = false

    /// - Parameters:
    ///   - stream: the text's stream, positioned at the table.
    ///   - makeStream: makes another stream of the same text, from an offset on.
    init(_ stream: JSONStream, _ builder: any TableBuilder, _ makeStream: @escaping (Int) -> JSONStream) throws {
        self.stream = stream
        self.builder = builder
        self.makeStream = makeStream
        try stream.expect(UInt8(ascii: "{"), "a table, an object with ids and entities,")
    }

    /// Reads the next id or element.
    ///
    /// - Returns: the number of bytes read; nil if the table is complete.
    /// - Throws: ``CodingFailure`` with a path relative to the table, ``JSONSyntaxError``, and the errors of the
    ///   text's source.
    func step() throws -> Int? {
        let start = stream.offset
        switch place {
        case .members: try beginMember()
        case .ids:
            try CodingFailure.within(["ids"]) {
                guard try stream.nextElement(isFirst: isFirst) else { return place = .members }
                isFirst = false
                try stream.skipValue()
            }
        case .entities:
            try CodingFailure.within(["entities"]) {
                guard let key = try stream.nextKey(isFirst: isFirst) else { return place = .members }
                isFirst = false
                try CodingFailure.within([key]) {
                    try stream.readValue { _, value in try builder.append(value, key: key) }
                }
            }
        case .order(let ids):
            let start = ids.offset
            let id = try CodingFailure.within(["ids"]) { () -> String? in
                guard try ids.nextElement(isFirst: isFirst) else { return nil }
                return try ids.string()
            }
            isFirst = false
            if let id { try builder.place(id) } else { place = .end }
            return ids.offset - start
        case .end: return nil
        }
        return stream.offset - start
    }

    /// Returns the table, once it is complete.
    func finish() throws(CodingFailure) -> any TableParts { try builder.finish() }

    private func beginMember() throws {
        guard let key = try stream.nextKey(isFirst: !hasMembers) else { return try beginOrder() }
        hasMembers = true
        switch ByteString(key) {
        case "ids" where ids == nil:
            try CodingFailure.within([key]) { try stream.expect(UInt8(ascii: "["), "an array") }
            ids = stream.offset
            place = .ids
        case "entities" where !hasEntities:
            try CodingFailure.within([key]) { try stream.expect(UInt8(ascii: "{"), "an object") }
            hasEntities = true
            place = .entities
        case "ids", "entities": throw CodingFailure(path: key, reason: "found the key a second time; one is expected")
        default: throw CodingFailure(path: "", reason: ErrorSentences.unknownKey(key, ["ids", "entities"]))
        }
        isFirst = true
    }

    private func beginOrder() throws {
        guard let ids, hasEntities else {
            throw CodingFailure(
                path: "", reason: "missing key \"\(ids == nil ? "ids" : "entities")\"; a table has ids and entities")
        }
        place = .order(makeStream(ids))
        isFirst = true
    }
}
