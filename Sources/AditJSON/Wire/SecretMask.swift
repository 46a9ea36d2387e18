/// A mask for JSON texts of one type: it writes them with masks in place of the secrets, wherever the type's schema has
/// any. For texts that are not decoded, or not yet. Any thread.
package struct SecretMask: @unchecked Sendable {  // Schemas are values, and nothing changes them.
    private let schema: Schema
    private let types: [String: Schema]
    /// The names of the types that have secrets.
    private let secretive: Set<String>

    /// - Returns: nil if no value of the schema has secrets.
    package init?(_ schema: Schema?, in definitions: SchemaDefinitions) {
        guard let schema else { return nil }
        let types = Dictionary(definitions.all.map { ($0.name, $0.schema) }) { first, _ in first }
        var secretive: Set<String> = []
        var count = -1
        while count != secretive.count {
            count = secretive.count
            for (name, type) in types where type.hasSecrets(in: secretive) { secretive.insert(name) }
        }
        guard schema.hasSecrets(in: secretive) else { return nil }
        (self.schema, self.types, self.secretive) = (schema, types, secretive)
    }

    /// Writes a value.
    package func write(_ value: JSONReader, to writer: JSONWriter) { write(value, schema, writer) }

    /// Writes the value of a key of an object.
    package func write(_ value: JSONReader, of key: String, to writer: JSONWriter) {
        var type = schema
        while case .reference(let name) = type, let next = types[name] { type = next }
        let found: Schema?
        switch type {
        case .cases(let cases): found = SecretMask.schema(of: key, in: cases)
        case .members(let members): found = SecretMask.schema(of: key, in: members)
        default: return writeUnknown(value, writer)
        }
        write(value, found ?? .secret(.any, mask: #""***""#), writer)
    }

    private static func schema(of key: String, in cases: [Schema.Case]) -> Schema? {
        cases.first { $0.name.isSpelled(as: key) }?.schema
    }

    private static func schema(of key: String, in members: [Schema.Member]) -> Schema? {
        members.first { $0.name.isSpelled(as: key) }?.schema
    }

    private func write(_ value: JSONReader, _ schema: Schema, _ writer: JSONWriter) {
        guard schema.hasSecrets(in: secretive) else { return writer.write(value) }
        switch schema {
        case .secret(let secret, let mask) where secret.fits(value, types): writer.write(json: mask)
        // It is read as absent, whatever the type is: as nil, or as a default value.
        case _ where value.isNull: writer.writeNull()
        case .secret(let secret, _):
            // As invalid as the value, so that a replay fails at it, too.
            if secret.isText(in: types) { writer.write(literal: "{}") } else { writer.write("***") }
        case .optional(let wrapped): write(value, wrapped, writer)
        case .reference(let name):
            if let type = types[name] { write(value, type, writer) } else { writeUnknown(value, writer) }
        case .array(let element) where value.kind == .array:
            writer.write(literal: "[")
            value.forEachElement { part in
                writer.separate()
                write(part, element, writer)
            }
            writer.write(literal: "]")
        case .dictionary(_, let element) where value.isObject: writeObject(value, writer) { _ in element }
        case .members(let members) where value.isObject:
            writeObject(value, writer) { SecretMask.schema(of: $0, in: members) }
        case .cases(let cases) where value.isObject:
            writeObject(value, writer) { SecretMask.schema(of: $0, in: cases) }
        case .anyOf(let forms):
            guard let form = forms.first(where: { $0.fits(value, types) }) else { return writeUnknown(value, writer) }
            write(value, form, writer)
        default: writeUnknown(value, writer)
        }
    }

    /// - Parameter schema: returns the schema of a key's value; nil if the type has no such key.
    private func writeObject(_ value: JSONReader, _ writer: JSONWriter, _ schema: (String) -> Schema?) {
        writer.writeObject {
            value.forEachMember { (key, member) throws(Never) in
                writer.writeProperty(key) {
                    if let schema = schema(key) { write(member, schema, writer) } else { writeUnknown(member, writer) }
                }
            }
        }
    }

    /// Masks a value that does not match the schema, and so may have secrets anywhere. The parts that the error reports
    /// stay: its kind, and a number.
    private func writeUnknown(_ value: JSONReader, _ writer: JSONWriter) {
        switch value.kind {
        case .null, .bool, .integer, .real: writer.write(value)
        case .string: writer.write("***")
        case .array: writer.write(literal: "[]")
        case .object: writer.write(literal: "{}")
        }
    }
}

extension Schema {
    /// Whether a value may have secrets.
    ///
    /// - Parameter types: the names of the types that have.
    fileprivate func hasSecrets(in types: Set<String>) -> Bool {
        switch self {
        case .secret: true
        case .reference(let name): types.contains(name)
        case .optional(let schema), .array(let schema), .dictionary(_, let schema): schema.hasSecrets(in: types)
        case .members(let members): members.contains { $0.schema.hasSecrets(in: types) }
        case .cases(let cases):
            cases.contains { schemaCase in
                switch schemaCase.payload {
                case .none: false
                case .value(let schema, _): schema.hasSecrets(in: types)
                case .labelled(let members): members.contains { $0.schema.hasSecrets(in: types) }
                }
            }
        case .anyOf(let forms): forms.contains { $0.hasSecrets(in: types) }
        default: false
        }
    }

    /// Whether the values are texts.
    fileprivate func isText(in types: [String: Schema]) -> Bool {
        switch self {
        case .string, .uuid, .timestamp, .calendarDay, .decimal, .text, .texts: true
        case .reference(let name): types[name]?.isText(in: types) ?? false
        default: false
        }
    }

    /// Whether a value has the outer form of the schema: its kind and, for an object, its keys.
    fileprivate func fits(_ value: JSONReader, _ types: [String: Schema]) -> Bool {
        switch self {
        case .any, .secret: return true
        case .reference(let name): return types[name]?.fits(value, types) ?? false
        case .optional(let schema): return value.isNull || schema.fits(value, types)
        case .array: return value.kind == .array
        case .dictionary: return value.isObject
        case .members(let members):
            return value.isObject && value.keys.allSatisfy { key in members.contains { $0.name.isSpelled(as: key) } }
        case .cases(let cases):
            return value.isObject && value.keys.allSatisfy { key in cases.contains { $0.name.isSpelled(as: key) } }
        case .anyOf(let forms): return forms.contains { $0.fits(value, types) }
        case .boolean, .constant: return value.kind == .bool
        case .integer, .integers, .number, .singleNumber: return value.kind == .integer || value.kind == .real
        case .string, .uuid, .timestamp, .calendarDay, .decimal, .text, .texts: return value.kind == .string
        }
    }
}

extension JSONWriter {
    /// Notes that a secret follows.
    ///
    /// - Returns: whether its mask is to be written instead.
    func beginSecret() -> Bool {
        hasSecrets = true
        guard masksSecrets else { return false }
        maskPlaces?.append(count)
        return true
    }

    /// Writes masks in place of the secrets that `body` writes.
    package func masking<E: Error>(_ body: () throws(E) -> Void) throws(E) {
        let before = masksSecrets
        masksSecrets = true
        defer { masksSecrets = before }
        try body()
    }
}
