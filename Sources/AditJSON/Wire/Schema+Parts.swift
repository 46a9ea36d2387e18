extension Schema {
    /// Returns why a pointer matches no part of any value of this schema; nil if it may match one.
    ///
    /// Keys of dictionaries, positions in lists, cases of enums and optional members may be present at another time. A
    /// member that the type does not have never is.
    package func failure(at pointer: JSONPointer, in definitions: SchemaDefinitions) -> CodingFailure? {
        failure(pointer.tokens[...], definitions, pointer)
    }

    private func failure(
        _ tokens: ArraySlice<String>, _ definitions: SchemaDefinitions, _ pointer: JSONPointer
    ) -> CodingFailure? {
        guard let token = tokens.first else { return nil }
        let rest = tokens.dropFirst()
        func fail(_ reason: String) -> CodingFailure {
            CodingFailure(path: JSONPointer(pointer.tokens[..<rest.startIndex]).description, reason: reason)
        }
        switch self {
        case .any: return nil
        case .secret(let schema, _): return schema.failure(tokens, definitions, pointer)
        case .optional(let schema), .dictionary(_, let schema):
            let inner = if case .optional = self { tokens } else { rest }
            return schema.failure(inner, definitions, pointer)
        case .reference(let name):
            return definitions.schema(named: name)?.failure(tokens, definitions, pointer)
        case .array(let schema):
            guard token.isSpelled(as: "-") || JSONPointer.isIndex(token) else {
                return fail("found \"\(token)\"; a position in a list is expected")
            }
            return schema.failure(rest, definitions, pointer)
        case .members(let members):
            guard let member = members.first(where: { $0.name.isSpelled(as: token) }) else {
                let names = members.map(\.name)
                return fail(
                    "no member \"\(token)\"; \(names.isEmpty ? "none is expected" : ErrorSentences.choice(token, names))"
                )
            }
            return member.schema.failure(rest, definitions, pointer)
        case .cases(let cases):
            guard let found = cases.first(where: { $0.name.isSpelled(as: token) }) else {
                return fail(ErrorSentences.unknownCase(token, cases.map(\.name)))
            }
            return found.schema.failure(rest, definitions, pointer)
        case .anyOf(let schemas):
            let failures = schemas.map { $0.failure(tokens, definitions, pointer) }
            return failures.contains { $0 == nil } ? nil : failures.last ?? nil
        case .boolean, .integer, .number, .singleNumber, .string, .uuid, .timestamp, .calendarDay, .decimal, .text,
            .texts, .integers, .constant:
            return fail("found \"\(token)\" behind a value that has no parts")
        }
    }
}

extension Schema {
    /// Returns the schema with one more member; any JSON if it is not a schema of objects.
    package func adding(_ member: Member, _ definitions: SchemaDefinitions) -> Schema {
        switch self {
        case .members(let members): .members(members + [member])
        case .reference(let name): definitions.schema(named: name)?.adding(member, definitions) ?? self
        default: .any
        }
    }
}
