import AditJSON

/// The comparison of two schemas of values that one side writes and the other one reads.
struct SchemaComparison {
    /// Who writes the values: the host with the old schema, or the app with the new one.
    enum Way {
        /// The host, or an old store: all that the old schema allows has to be read by the new one.
        case sent
        /// The app: what the new schema has beside the old one is ignored, and what it lacks is missed.
        case heard
    }

    struct Found {
        let path: String
        let was: String
        let present: String
        let isBreaking: Bool
    }

    private(set) var found: [Found] = []
    private let old: JSONObject
    private let new: JSONObject
    private let way: Way
    /// The pairs of definitions that have been compared: types may contain themselves.
    private var known: Set<String> = []

    /// - Parameters:
    ///   - old: the definitions of the old catalog.
    ///   - new: those of the new one.
    init(_ old: JSONObject, _ new: JSONObject, _ way: Way) {
        (self.old, self.new, self.way) = (old, new, way)
    }

    /// Compares two schemas.
    ///
    /// - Parameter isMessage: whether only cases of messages are above them: a host ignores messages that it does not
    ///   know, and misses those that are gone.
    mutating func compare(_ before: JSON, _ after: JSON, at path: [String], isMessage: Bool) {
        let names = (before["$ref"]?.text, after["$ref"]?.text)
        let (before, after) = (resolve(before, old), resolve(after, new))
        let shapes = (SchemaShape(before), SchemaShape(after))
        if let name = names.0, let other = names.1 {
            guard known.insert("\(name) \(other) \(isMessage && shapes.0.isCases)").inserted else { return }
        }
        switch shapes {
        case (.cases(let cases, let beside), .cases(let others, let besides)):
            compare(cases: cases, others, at: path, isMessage: isMessage)
            compare(members: beside, [], besides, [], at: path)
        case (.members(let members, let required), .members(let others, let needed)):
            compare(members: members, required, others, needed, at: path)
        case (.list(let element), .list(let other)): compare(element, other, at: path + ["*"], isMessage: false)
        case (.dictionary(let keys, let value), .dictionary(let others, let other)):
            if keys != others { tell(path, "keys that match \(keys)", "keys that match \(others)") }
            compare(value, other, at: path + ["*"], isMessage: false)
        case (let shape, let other): compare(shape, other, before, after, at: path, isMessage: isMessage)
        }
    }

    private mutating func compare(
        cases: [String: JSON], _ others: [String: JSON], at path: [String], isMessage: Bool
    ) {
        for (name, before) in cases.sorted(by: { $0.key < $1.key }) {
            if let after = others[name] {
                compare(before, after, at: path + [name], isMessage: isMessage)
            } else {
                tell(path + [name], "a case", "absent", isBreaking: way == .sent || isMessage)
            }
        }
        for name in others.keys.sorted() where cases[name] == nil {
            tell(path + [name], "absent", "a case", isBreaking: way == .heard && !isMessage)
        }
    }

    private mutating func compare(
        members: [String: JSON], _ required: Set<String>, _ others: [String: JSON], _ needed: Set<String>,
        at path: [String]
    ) {
        for (name, before) in members.sorted(by: { $0.key < $1.key }) {
            let path = path + [name]
            guard let after = others[name] else {
                // One with a default may be absent, and never is where it is heard.
                tell(path, words(before), "absent")
                continue
            }
            switch (required.contains(name), needed.contains(name)) {
            case (true, false): tell(path, "required", "optional", isBreaking: way == .heard)
            case (false, true): tell(path, "optional", "required", isBreaking: way == .sent)
            default: break
            }
            compare(optional: before, after, at: path)
        }
        for (name, after) in others.sorted(by: { $0.key < $1.key }) where members[name] == nil {
            let isRequired = needed.contains(name)
            tell(
                path + [name], "absent", isRequired ? "required: \(words(after))" : words(after),
                isBreaking: way == .sent && isRequired)
        }
    }

    /// Compares members without the null that only says that they may be absent.
    private mutating func compare(optional before: JSON, _ after: JSON, at path: [String]) {
        compare(withoutNull(before), withoutNull(after), at: path, isMessage: false)
    }

    private func withoutNull(_ schema: JSON) -> JSON {
        if case .forms(let forms, true) = SchemaShape(schema), forms.count == 1 { return forms[0] }
        return schema
    }

    /// Compares values that are no objects or lists of the same kind.
    private mutating func compare(
        _ shape: SchemaShape, _ other: SchemaShape, _ before: JSON, _ after: JSON, at path: [String], isMessage: Bool
    ) {
        switch (shape, other) {
        case (.forms(let forms, let allowsNull), .forms(let others, let allowsOther))
        where forms.count == 1 && others.count == 1:
            if allowsNull != allowsOther {
                tell(
                    path, allowsNull ? "null as well" : "no null", allowsOther ? "null as well" : "no null",
                    isBreaking: way == .sent ? allowsNull : allowsOther)
            }
            compare(forms[0], others[0], at: path, isMessage: false)
        default:
            let isRead = way == .sent ? accepts(after, before, new, old) : accepts(before, after, old, new)
            if !isRead {
                tell(path, words(before), words(after))
            } else if way == .sent ? !accepts(before, after, old, new) : !accepts(after, before, new, old) {
                tell(path, words(before), words(after), isBreaking: false)
            }
        }
    }

    /// Returns whether a schema allows all that another one allows.
    ///
    /// - Parameters:
    ///   - reader: the schema that has to allow it, and its definitions.
    ///   - writer: the other one, and its definitions.
    private func accepts(
        _ reader: JSON, _ writer: JSON, _ readers: JSONObject, _ writers: JSONObject, depth: Int = 0
    ) -> Bool {
        // A type that contains itself is compared where it is met first.
        guard depth < 32 else { return true }
        func inner(_ reader: JSON, _ writer: JSON) -> Bool {
            accepts(reader, writer, readers, writers, depth: depth + 1)
        }
        switch (SchemaShape(resolve(reader, readers)), SchemaShape(resolve(writer, writers))) {
        case (.any, _): return true
        case (_, .any): return false
        case (let shape, .forms(let forms, let allowsNull)):
            if allowsNull, !shape.allowsNull { return false }
            return forms.allSatisfy { inner(reader, $0) }
        case (.forms(let forms, _), _): return forms.contains { inner($0, writer) }
        case (.choices(let values), .choices(let others)): return others.allSatisfy(values.contains)
        case (.plain(let type, _), .choices(let others)): return others.allSatisfy { $0.isOf(type) }
        case (.plain(let type, let keywords), .plain(let other, let others)):
            return PlainSchema(type, keywords).accepts(PlainSchema(other, others))
        case (.list(let element), .list(let other)): return inner(element, other)
        case (.dictionary(let keys, let value), .dictionary(let others, let other)):
            return keys == others && inner(value, other)
        case (.members(let members, let required), .members(let others, let needed)):
            return required.isSubset(of: needed)
                && others.allSatisfy { name, schema in members[name].map { inner($0, schema) } ?? false }
        case (.cases(let cases, _), .cases(let others, _)):
            return others.allSatisfy { name, schema in cases[name].map { inner($0, schema) } ?? false }
        default: return false
        }
    }

    private func resolve(_ schema: JSON, _ definitions: JSONObject) -> JSON {
        var schema = schema
        // A definition may be a reference itself.
        for _ in 0..<8 {
            guard let reference = schema["$ref"]?.text else { return schema }
            schema = definitions[name(in: reference)] ?? .bool(true)
        }
        return schema
    }

    /// The name at the end of a reference, whose URI has escapes.
    private func name(in reference: String) -> String {
        let escaped = Array(reference.utf8.dropFirst("#/$defs/".utf8.count))
        var (bytes, index): ([UInt8], Int) = ([], 0)
        while index < escaped.count {
            if escaped[index] == UInt8(ascii: "%"), index + 2 < escaped.count,
                let byte = UInt8(String(decoding: escaped[index + 1...index + 2], as: UTF8.self), radix: 16)
            {
                bytes.append(byte)
                index += 3
            } else {
                bytes.append(escaped[index])
                index += 1
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    private func words(_ schema: JSON) -> String { SchemaShape.words(of: schema) }

    private mutating func tell(_ path: [String], _ was: String, _ present: String, isBreaking: Bool = true) {
        let pointer = path.map { "/" + JSONPointer.escape($0) }.joined()
        found.append(Found(path: pointer, was: was, present: present, isBreaking: isBreaking))
    }
}

extension SchemaShape {
    fileprivate var isCases: Bool { if case .cases = self { true } else { false } }

    fileprivate var allowsNull: Bool {
        switch self {
        case .any, .forms(_, allowsNull: true): true
        default: false
        }
    }
}

extension JSON {
    /// Whether a value is of a type of JSON Schema.
    fileprivate func isOf(_ type: String) -> Bool {
        switch self {
        case .string: type == "string"
        case .integer: type == "integer" || type == "number"
        case .number: type == "number"
        case .bool: type == "boolean"
        default: false
        }
    }
}
