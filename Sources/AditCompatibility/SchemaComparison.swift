import AditJSON

/// The comparison of two schemas of values that one side writes and the other one reads.
struct SchemaComparison {
    /// The writer of the values: the host with the old schema, or the app with the new one.
    enum Way {
        /// The host, or an old store: all that the old schema allows has to be read by the new one.
        case sent
        /// The app: additions of the new schema are ignored, and parts that it lacks are missed.
        case heard
    }

    struct Found {
        let path: String
        let was: String
        let present: String
        let isBreaking: Bool
    }

    /// The differences, up to ``most`` of them.
    private(set) var found: [Found] = []
    /// How many more there are, and whether one of those breaks anything.
    private(set) var omitted = (count: 0, isBreaking: false)
    private let way: Way
    private let budget: ComparisonBudget
    /// The pairs that have been compared: types may contain themselves.
    private var known: Set<Known> = []
    private var reading: SchemaReading

    private static let most = 1000

    private struct Known: Hashable {
        let pair: SchemaPair
        let isMessage: Bool
    }

    init(_ way: Way, _ budget: ComparisonBudget) {
        (self.way, self.budget) = (way, budget)
        reading = SchemaReading(way, budget)
    }

    /// Compares two schemas.
    ///
    /// - Parameter isMessage: whether only cases of messages are above them: a host ignores messages that it does not
    ///   know, and misses those that are gone.
    /// - Throws: ``CodingFailure`` if that takes too much work.
    mutating func compare(
        _ before: CatalogSchema, _ after: CatalogSchema, at path: [String], isMessage: Bool
    ) throws(CodingFailure) {
        let shapes = (before.shape, after.shape)
        let pair = SchemaPair(before, after)
        guard known.insert(Known(pair: pair, isMessage: isMessage && shapes.0.isCases)).inserted else { return }
        try budget.spend(shapes.0.count + shapes.1.count) { () throws(CodingFailure) in
            switch shapes {
            case (.cases(let cases, let beside), .cases(let others, let besides)):
                try compare(cases: cases, others, at: path, isMessage: isMessage)
                try compare(members: beside, SchemaPresence([:]), besides, SchemaPresence([:]), at: path)
            case (.members(let members, let presence), .members(let others, let present)):
                try compare(members: members, presence, others, present, at: path)
            case (.list(let element), .list(let other)):
                try compare(element, other, at: path + ["*"], isMessage: false)
            case (.dictionary(let keys, let value), .dictionary(let others, let other)):
                if keys != others { report(path, "keys that match \(keys)", "keys that match \(others)") }
                try compare(value, other, at: path + ["*"], isMessage: false)
            case (let shape, let other): try compare(shape, other, before, after, at: path, isMessage: isMessage)
            }
        }
    }

    private mutating func compare(
        cases: [ByteString: CatalogSchema], _ others: [ByteString: CatalogSchema], at path: [String], isMessage: Bool
    ) throws(CodingFailure) {
        for (name, before) in cases.sorted(by: { $0.key < $1.key }) {
            let path = path + [name.string]
            if let after = others[name] {
                try compare(before, after, at: path, isMessage: isMessage)
            } else {
                report(path, "a case", "absent", isBreaking: way == .sent || isMessage)
            }
        }
        for name in others.keys.sorted() where cases[name] == nil {
            report(path + [name.string], "absent", "a case", isBreaking: way == .heard && !isMessage)
        }
    }

    private mutating func compare(
        members: [ByteString: CatalogSchema], _ presence: SchemaPresence,
        _ others: [ByteString: CatalogSchema], _ present: SchemaPresence, at path: [String]
    ) throws(CodingFailure) {
        let (certain, needed) = (presence.certain(way), present.certain(way))
        for (name, before) in members.sorted(by: { $0.key < $1.key }) {
            let path = path + [name.string]
            guard let after = others[name] else {
                // A member with a default may be absent when sent, but is always present when received.
                report(path, before.words, "absent")
                continue
            }
            if certain.contains(name) != needed.contains(name) {
                // A host misses what it relies on; the app refuses what it needs.
                let (was, isNow) = (presence.words(name, way), present.words(name, way))
                report(path, was, isNow, isBreaking: certain.contains(name) == (way == .heard))
            }
            try compare(withoutNull(before), withoutNull(after), at: path, isMessage: false)
        }
        for (name, after) in others.sorted(by: { $0.key < $1.key }) where members[name] == nil {
            let isRequired = needed.contains(name)
            report(
                path + [name.string], "absent", isRequired ? "required: \(after.words)" : after.words,
                isBreaking: way == .sent && isRequired)
        }
    }

    /// Returns a member's schema without the null that only says that the member may be absent.
    private func withoutNull(_ schema: CatalogSchema) -> CatalogSchema {
        if !schema.isReference, case .forms(let forms, true) = schema.shape, forms.count == 1 { return forms[0] }
        return schema
    }

    /// Compares values that are not objects or lists of the same kind.
    private mutating func compare(
        _ shape: SchemaShape, _ other: SchemaShape, _ before: CatalogSchema, _ after: CatalogSchema,
        at path: [String], isMessage: Bool
    ) throws(CodingFailure) {
        switch (shape, other) {
        case (.forms(let forms, let allowsNull), .forms(let others, let allowsOther))
        where forms.count == 1 && others.count == 1:
            if allowsNull != allowsOther {
                report(
                    path, allowsNull ? "null as well" : "no null", allowsOther ? "null as well" : "no null",
                    isBreaking: way == .sent ? allowsNull : allowsOther)
            }
            try compare(forms[0], others[0], at: path, isMessage: false)
        default:
            let (reader, writer) = way == .sent ? (after, before) : (before, after)
            if try !reading.accepts(reader, writer) {
                report(path, before.words, after.words)
            } else if try !reading.accepts(writer, reader) {
                report(path, before.words, after.words, isBreaking: false)
            }
        }
    }

    private mutating func report(
        _ path: [String], _ was: @autoclosure () -> String, _ present: @autoclosure () -> String,
        isBreaking: Bool = true
    ) {
        guard found.count < SchemaComparison.most else {
            omitted = (omitted.count + 1, omitted.isBreaking || isBreaking)
            return
        }
        let pointer = path.map { "/" + JSONPointer.escape($0) }.joined()
        found.append(Found(path: pointer, was: was(), present: present(), isBreaking: isBreaking))
    }
}

extension SchemaShape {
    fileprivate var isCases: Bool { if case .cases = self { true } else { false } }
}
