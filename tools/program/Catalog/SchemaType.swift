import AditClients
import AditLibrary

/// A part of a catalog, JSON Schema in a few words. A document says more than is read here; this is what a person wants to
/// see.
struct SchemaType {
    let json: JSONValue

    init(_ json: JSONValue?) { self.json = json ?? .null }

    /// The name of the type that it refers to; nil if it refers to none.
    var reference: String? { json["$ref"]?.string.flatMap(PointerToken.definition(of:)) }

    /// What the values are for; nil if that is not said.
    var doc: String? { json["description"]?.string }

    /// The keys of an object with their schemas, in order.
    var properties: JSONValue.Object { json["properties"]?.object ?? JSONValue.Object() }

    /// Whether the values are objects with one of several keys: an enum's.
    var hasCases: Bool { json["maxProperties"] != nil }

    /// Whether the values are objects whose keys are all known, and not an enum's.
    var hasMembers: Bool { json["properties"] != nil && !hasCases && properties["entities"] == nil }

    /// Whether the values are objects or arrays.
    var hasParts: Bool { ["object", "array"].contains(json["type"]?.string) || json["properties"] != nil }

    /// Whether a key may be absent from an object.
    func mayBeAbsent(_ key: String) -> Bool { !(json["required"]?.array ?? []).contains(.string(key)) }

    /// What a value is if it is not null; nil if it cannot be null.
    var optional: SchemaType? {
        guard let forms = json["anyOf"]?.array, forms.count == 2, forms[1]["type"]?.string == "null" else { return nil }
        return SchemaType(forms[0])
    }

    /// The schema of a table's elements; nil of other types.
    var elementsOfTable: SchemaType? {
        guard properties["ids"] != nil else { return nil }
        return properties["entities"]?["additionalProperties"].map { SchemaType($0) }
    }

    /// What the values are: `[TodoItem]`, `uuid`, `"light" | "dark"`.
    var text: String {
        if let reference { return reference }
        if let optional { return optional.text + "?" }
        if let value = json["const"] { return value.description }
        if json["properties"] != nil || json["propertyNames"] != nil { return objectText }
        for key in ["enum", "oneOf", "anyOf"] {
            guard let choices = json[key]?.array else { continue }
            return choices.map { choice in
                choice["const"]?.description ?? (choice.object == nil ? choice.description : SchemaType(choice).text)
            }.joined(separator: " | ")
        }
        if let items = json["items"] { return "[\(SchemaType(items).text)]" }
        let type = json["type"]?.string
        return type == "integer" ? integerText : json["format"]?.string ?? type ?? "any"
    }

    private var objectText: String {
        if let elementsOfTable { return "table of \(elementsOfTable.text)" }
        if json["properties"] == nil { return "{string: \(SchemaType(json["additionalProperties"]).text)}" }
        return (hasCases ? "one of {" : "{") + members + "}"
    }

    private var integerText: String {
        let (lowest, highest) = (json["minimum"]?.integer ?? 0, json["maximum"]?.integer ?? 0)
        return lowest == highest || highest == Int64.max ? "integer" : "\(lowest)…\(highest)"
    }

    /// The keys of an object with their types: `id: uuid, due?: date-time`.
    var members: String {
        properties.map { member in
            let (name, type) = self.member(member)
            return "\(name): \(type.text)"
        }.joined(separator: ", ")
    }

    /// The name of a member, with a question mark if it may be absent, and its type.
    func member(_ member: JSONValue.Object.Member) -> (name: String, type: SchemaType) {
        let type = SchemaType(member.value)
        guard !hasCases, mayBeAbsent(member.key) else { return (member.key, type) }
        return (member.key + "?", type.optional ?? type)
    }
}
