import AditJSON

/// Two schemas, after resolving their references.
struct SchemaPair: Hashable {
    // The definitions retain the schemas as long as a comparison lasts.
    private let first: ObjectIdentifier
    private let second: ObjectIdentifier

    init(_ first: CatalogSchema, _ second: CatalogSchema) {
        (self.first, self.second) = (ObjectIdentifier(first.resolved), ObjectIdentifier(second.resolved))
    }
}

/// The answers whether a schema allows all that another one allows, each found once.
///
/// Types may contain themselves: a pair is taken for accepted while it is looked at, and what follows from that holds
/// unless a pair is rejected after all. Then everything is looked at again, with that pair known as rejected, until
/// nothing more is rejected: the greatest fixed point.
struct SchemaReading {
    private let budget: ComparisonBudget
    /// The way of the values: what the app always writes is there where a host reads it.
    private let way: SchemaComparison.Way
    private var rejected: Set<SchemaPair> = []
    private var accepted: Set<SchemaPair> = []
    /// The pairs that are taken for accepted in the present round.
    private var assumed: Set<SchemaPair> = []

    init(_ way: SchemaComparison.Way, _ budget: ComparisonBudget) { (self.way, self.budget) = (way, budget) }

    /// Returns whether a schema allows all that another one allows.
    ///
    /// - Throws: ``CodingFailure`` if that takes too much work.
    mutating func accepts(_ reader: CatalogSchema, _ writer: CatalogSchema) throws(CodingFailure) -> Bool {
        while true {
            let before = rejected.count
            assumed = []
            // A rejection is sure: it was found although more was taken for accepted.
            guard try holds(reader, writer) else { return false }
            if rejected.count == before {
                accepted.formUnion(assumed)
                return true
            }
        }
    }

    private mutating func holds(_ reader: CatalogSchema, _ writer: CatalogSchema) throws(CodingFailure) -> Bool {
        let pair = SchemaPair(reader, writer)
        if rejected.contains(pair) { return false }
        if accepted.contains(pair) || !assumed.insert(pair).inserted { return true }
        let (shape, other) = (reader.shape, writer.shape)
        let isRead = try budget.spend(shape.count + other.count) { () throws(CodingFailure) in
            try find(shape, other, reader, writer)
        }
        if !isRead { rejected.insert(pair) }
        return isRead
    }

    private mutating func find(
        _ shape: SchemaShape, _ other: SchemaShape, _ reader: CatalogSchema, _ writer: CatalogSchema
    ) throws(CodingFailure) -> Bool {
        switch (shape, other) {
        case (.any, _): return true
        case (_, .forms(let forms, let allowsNull)):
            var seen: Set<ObjectIdentifier> = []
            if allowsNull, !reader.allowsNull(&seen) { return false }
            for form in forms where try !holds(reader, form) { return false }
            return true
        case (.forms(let forms, _), _):
            for form in forms where try holds(form, writer) { return true }
            return false
        case (_, .any): return false
        case (.choices(_, let values), .choices(_, let others)): return others.isSubset(of: values)
        case (.plain(let type, _), .choices(let others, _)): return others.allSatisfy { $0.isOf(type) }
        case (.plain(let type, let keywords), .plain(let other, let others)):
            return PlainSchema(type, keywords).accepts(PlainSchema(other, others))
        case (.list(let element), .list(let other)): return try holds(element, other)
        case (.dictionary(let keys, let value), .dictionary(let others, let other)):
            guard keys == others else { return false }
            return try holds(value, other)
        case (.members(let members, let presence), .members(let others, let other)):
            guard presence.certain(way).isSubset(of: other.certain(way)) else { return false }
            return try hold(members, others)
        case (.cases(let cases, _), .cases(let others, _)): return try hold(cases, others)
        default: return false
        }
    }

    private mutating func hold(
        _ members: [ByteString: CatalogSchema], _ others: [ByteString: CatalogSchema]
    ) throws(CodingFailure) -> Bool {
        for (name, schema) in others {
            guard let member = members[name], try holds(member, schema) else { return false }
        }
        return true
    }
}

extension CatalogSchema {
    /// Whether null is one of its values, also by one of its forms.
    ///
    /// - Parameter seen: the schemas that are looked at: forms may lead back to them.
    fileprivate func allowsNull(_ seen: inout Set<ObjectIdentifier>) -> Bool {
        guard seen.insert(ObjectIdentifier(resolved)).inserted else { return false }
        switch shape {
        case .any, .forms(_, allowsNull: true): return true
        case .forms(let forms, _): return forms.contains { $0.allowsNull(&seen) }
        default: return false
        }
    }
}

extension JSON {
    /// Whether a value is of a type of JSON Schema.
    fileprivate func isOf(_ type: ByteString) -> Bool {
        switch self {
        case .string: type == "string"
        case .integer: type == "integer" || type == "number"
        case .number: type == "number"
        case .bool: type == "boolean"
        default: false
        }
    }
}
