import Adit

/// A JSON value whose objects keep the order of the text, as the catalog's do: generated code has the order of the app.
package indirect enum SchemaNode: Hashable, Sendable {
    case null
    case bool(Bool)
    case integer(Int64)
    case number(Double)
    case string(String)
    case array([SchemaNode])
    case object([SchemaMember])

    /// Names in a catalog are those of a program's source. What is longer is no name, and would be repeated in every name below it.
    static let longestKey = 500

    /// Copies a value.
    ///
    /// - Throws: ``CatalogError`` if a key cannot be a name.
    init(_ value: JSONReader, at place: CatalogPlace = .root) throws(CatalogError) {
        switch value.kind {
        case .null: self = .null
        case .bool: self = .bool(value.bool ?? false)
        case .integer: self = .integer(value.integer ?? 0)
        case .real: self = .number(value.number ?? 0)
        case .string: self = .string(value.string ?? "")
        case .array:
            var elements: [SchemaNode] = []
            try value.forEachElement { (element) throws(CatalogError) in
                elements.append(try SchemaNode(element, at: place / "\(elements.count)"))
            }
            self = .array(elements)
        case .object:
            var members: [SchemaMember] = []
            var keys: Set<String> = []
            try value.forEachMember { (key, member) throws(CatalogError) in
                if key.utf8.count > SchemaNode.longestKey {
                    throw CatalogError(
                        at: place,
                        "found a key of \(key.utf8.count) bytes, \"\(key.prefix(40))\"...; one of at most \(SchemaNode.longestKey) is expected"
                    )
                }
                // Swift takes two spellings of a letter for the same text.
                if !keys.insert(key).inserted {
                    throw CatalogError(
                        at: place, "found the key \"\(key)\" in two spellings of Unicode; one is expected")
                }
                members.append(SchemaMember(key, try SchemaNode(member, at: place / key)))
            }
            self = .object(members)
        }
    }

    /// The member of an object; nil of another value.
    subscript(key: String) -> SchemaNode? { members.first { $0.key == key }?.value }

    var members: [SchemaMember] { if case .object(let members) = self { members } else { [] } }
    var elements: [SchemaNode]? { if case .array(let elements) = self { elements } else { nil } }
    var text: String? { if case .string(let text) = self { text } else { nil } }
    var integer: Int64? { if case .integer(let number) = self { number } else { nil } }

    /// The members that a schema of objects has.
    var properties: [SchemaMember] { self["properties"]?.members ?? [] }

    /// The texts of a list that is a member of an object.
    func texts(_ key: String) -> [String] { self[key]?.elements?.compactMap(\.text) ?? [] }

    /// Whether the values of a schema are secrets, or lists or dictionaries of secrets.
    var isSecret: Bool {
        self["x-secret"] == .bool(true) || self["items"]?.isSecret == true
            || self["additionalProperties"]?.isSecret == true
            || self["anyOf"]?.elements?.contains(where: \.isSecret) == true
    }

    /// The doc comment of a schema.
    var doc: String { self["description"]?.text ?? "" }

    /// The schema without its doc comment.
    var undocumented: SchemaNode {
        if case .object(let members) = self { .object(members.filter { $0.key != "description" }) } else { self }
    }

    package func write(to writer: JSONWriter) {
        switch self {
        case .null: writer.writeNull()
        case .bool(let value): writer.write(value)
        case .integer(let value): writer.write(value)
        case .number(let value): _ = writer.write(value)
        case .string(let value): writer.write(value)
        case .array(let elements):
            writer.write(literal: "[")
            for (index, element) in elements.enumerated() {
                if index > 0 { writer.write(literal: ",") }
                element.write(to: writer)
            }
            writer.write(literal: "]")
        case .object(let members):
            writer.write(literal: "{")
            for (index, member) in members.enumerated() {
                if index > 0 { writer.write(literal: ",") }
                writer.write(member.key)
                writer.write(literal: ":")
                member.value.write(to: writer)
            }
            writer.write(literal: "}")
        }
    }

    /// The value as JSON.
    package var json: String {
        let writer = JSONWriter()
        write(to: writer)
        return writer.text
    }
}
