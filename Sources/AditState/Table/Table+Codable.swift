import AditJSON

private enum TableKey: String, CodingKey { case ids, entities }

private struct EntityKey: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
}

extension Table: Encodable where ID: LosslessStringConvertible, Element: Encodable {
    /// Writes the ids and the elements in the table's order.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: TableKey.self)
        try container.encode(map(\.id.description), forKey: .ids)
        try container.encode(Entities(table: self), forKey: .entities)
    }

    private struct Entities: Encodable {
        let table: Table

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: EntityKey.self)
            for element in table {
                let key = EntityKey(stringValue: element.id.description)
                guard !key.stringValue.utf8.contains(0) else {
                    throw EncodingError.invalidValue(
                        element,
                        EncodingError.Context(
                            codingPath: encoder.codingPath,
                            debugDescription: "found a key with a NUL; one without is expected"))
                }
                try container.encode(element, forKey: key)
            }
        }
    }
}

extension Table: Decodable where ID: LosslessStringConvertible, Element: Decodable {
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: TableKey.self)
        let ids = try container.decode([String].self, forKey: .ids)
        let entities = try container.decode([String: Element].self, forKey: .entities)
        do throws(CodingFailure) {
            self = try Self(ids, of: entities, ids: { ID($0) })
        } catch {
            throw DecodingError.dataCorruptedError(
                forKey: error.path == "ids" ? .ids : .entities, in: container, debugDescription: error.reason)
        }
    }
}
