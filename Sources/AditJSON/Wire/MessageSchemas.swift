/// The schemas of the messages of one direction: for each type, the cases of that direction.
///
/// A type that also has other cases gets a second definition with the matching ones alone, such as
/// `Message.Todo@toCore`. One value describes one direction of one app.
package struct MessageSchemas {
    /// The second definitions.
    package private(set) var definitions: [SchemaDefinitions.Definition] = []

    private let types: [String: SchemaDefinitions.Definition]
    private let wanted: MessageDirection
    private let suffix: String
    private var names: [Part: String] = [:]

    /// A type with its position in a message.
    private struct Part: Hashable {
        let type: String
        /// The direction of the enclosing cases.
        let outer: CaseDirection
    }

    /// - Parameters:
    ///   - definitions: the types of the app.
    ///   - wanted: the direction.
    ///   - suffix: the suffix of the names of second definitions.
    package init(_ definitions: SchemaDefinitions, _ wanted: MessageDirection, suffix: String) {
        types = Dictionary(definitions.all.map { ($0.name, $0) }) { first, _ in first }
        self.wanted = wanted
        self.suffix = suffix
    }

    /// Returns the cases of the app's messages in that direction; nil if the schema is unknown.
    ///
    /// - Parameter message: the schema of all messages.
    package mutating func cases(of message: Schema?) -> [Schema.Case]? {
        guard let message, let all = cases(in: message) else { return nil }
        return all.compactMap { kept($0, .undecided) }
    }

    /// Returns the cases of an enum; nil for other types.
    private func cases(in schema: Schema) -> [Schema.Case]? {
        switch schema {
        case .cases(let cases): return cases
        case .reference(let name):
            guard case .cases(let cases)? = types[name]?.schema else { return nil }
            return cases
        default: return nil
        }
    }

    private func isWanted(_ part: CaseDirection) -> Bool {
        wanted == .incoming ? part.direction.isIncoming : part.direction.isOutgoing
    }

    /// Returns a case with the matching part of its values; nil if nothing matches.
    private mutating func kept(_ schemaCase: Schema.Case, _ outer: CaseDirection) -> Schema.Case? {
        let own = outer.within(schemaCase.mark)
        guard case .value(let schema, let hasDefault) = schemaCase.payload, continues(schema) else {
            return isWanted(own) ? schemaCase : nil
        }
        return kept(schema, own).map {
            Schema.Case(schemaCase.name, schemaCase.doc, .value($0, hasDefault: hasDefault), mark: schemaCase.mark)
        }
    }

    /// Returns whether the cases of a message continue in a value.
    private func continues(_ schema: Schema) -> Bool {
        if case .optional(let wrapped) = schema { return continues(wrapped) }
        return cases(in: schema) != nil
    }

    /// Returns the schema of an enum's or optional's values in that direction; nil if nothing matches.
    private mutating func kept(_ schema: Schema, _ outer: CaseDirection) -> Schema? {
        switch schema {
        case .optional(let wrapped):
            let inner = kept(wrapped, outer)
            guard isWanted(outer) else { return inner }
            // An enum without cases has no values: only null remains.
            return .optional(inner ?? .cases([]))
        case .cases(let cases):
            let some = cases.compactMap { kept($0, outer) }
            return some.isEmpty ? nil : .cases(some)
        case .reference(let name):
            let part = Part(type: name, outer: outer)
            var seen: Set<Part> = []
            guard find(part, &seen, keptIs: true) else { return nil }
            seen = []
            guard find(part, &seen, keptIs: false) else { return schema }
            return .reference(define(part))
        default: return isWanted(outer) ? schema : nil
        }
    }

    /// Defines the matching part of an enum unless it is defined already, and returns its name.
    private mutating func define(_ part: Part) -> String {
        if let name = names[part] { return name }
        let base = part.type + suffix
        let count = names.keys.count { $0.type == part.type }
        let name = count == 0 ? base : "\(base).\(count + 1)"
        names[part] = name
        guard let type = types[part.type], case .cases(let cases) = type.schema else { return name }
        let some = cases.compactMap { kept($0, part.outer) }
        definitions.append(SchemaDefinitions.Definition(name: name, doc: type.doc, schema: .cases(some)))
        return name
    }

    /// Returns whether an enum has a value in that direction (`keptIs`), or one in another.
    ///
    /// - Parameter seen: the enclosing enums: a reference back to one of them adds nothing.
    private func find(_ part: Part, _ seen: inout Set<Part>, keptIs: Bool) -> Bool {
        guard seen.insert(part).inserted, let cases = cases(in: .reference(part.type)) else { return false }
        return find(cases, part.outer, &seen, keptIs: keptIs)
    }

    private func find(
        _ cases: [Schema.Case], _ outer: CaseDirection, _ seen: inout Set<Part>, keptIs: Bool
    ) -> Bool {
        for schemaCase in cases {
            let own = outer.within(schemaCase.mark)
            guard case .value(let schema, _) = schemaCase.payload else {
                if isWanted(own) == keptIs { return true }
                continue
            }
            if find(schema, own, &seen, keptIs: keptIs) { return true }
        }
        return false
    }

    private func find(_ schema: Schema, _ outer: CaseDirection, _ seen: inout Set<Part>, keptIs: Bool) -> Bool {
        switch schema {
        case .cases(let cases): return find(cases, outer, &seen, keptIs: keptIs)
        case .reference(let name) where cases(in: schema) != nil:
            return find(Part(type: name, outer: outer), &seen, keptIs: keptIs)
        case .optional(let wrapped) where continues(wrapped):
            return isWanted(outer) == keptIs || find(wrapped, outer, &seen, keptIs: keptIs)
        default: return isWanted(outer) == keptIs
        }
    }
}
