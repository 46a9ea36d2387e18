import AditJSON

extension Table: WireCodable where ID: LosslessStringConvertible & WireCodable, Element: WireCodable {
    @inlinable
    public init(reading reader: JSONReader) throws(CodingFailure) {
        if let stored = try Self.stored(reader) { self = stored } else { self = try Self(members: reader) }
    }

    /// Reads the ids and the elements.
    @usableFromInline
    init(members reader: JSONReader) throws(CodingFailure) {
        var ids: [String]?
        var entities: [ByteString: Element]?
        let (order, elements): ([String], [ByteString: Element])
        var members = try reader.members()
        do throws(CodingFailure) {
            repeat {
                try members.read(#""ids":"#, into: &ids)
                try members.read(#""entities":"#, into: &entities)
            } while try members.hasMore()
            order = try reader.required(ids, #""ids":"#)
            elements = try reader.required(entities, #""entities":"#)
        } catch {
            throw members.failure(error, "ids", "entities")
        }
        self = try Self(order, of: elements, ids: { ID(inTable: $0) })
    }

    /// Writes the ids and the elements in the table's order.
    public func write(to writer: JSONWriter) throws(CodingFailure) { try write(0..<count, to: writer) }

    public static func schema(in definitions: SchemaDefinitions) -> Schema {
        .members([
            Schema.Member("ids", "The ids, in order.", .array(ID.textSchema(in: definitions))),
            Schema.Member(
                "entities", "The elements, by id.", .dictionary(keys: nil, Element.schema(in: definitions))),
        ])
    }
}

// An element's id is a JSON key, and so a string, even if it is a number.
extension LosslessStringConvertible where Self: WireCodable {
    init?(inTable text: String) {
        if Self.self == String.self, SlowKey.isFound(in: text) { return nil }
        self.init(text)
        // Each number has one valid spelling; a UUID is read in either case of letters.
        if Self.self is any WireKey.Type, Self.self != UUID.self, !description.isSpelled(as: text) { return nil }
    }

    fileprivate static func textSchema(in definitions: SchemaDefinitions) -> Schema {
        // The others are texts already.
        guard Self.self != UUID.self, Self.self != CalendarDay.self, !(Self.self is any RawRepresentable.Type),
            let key = Self.self as? any WireKey.Type
        else { return schema(in: definitions) }
        return key.wirePattern.map { .text(pattern: $0, maxLength: nil) } ?? .string
    }
}
