extension EnumCoding {
    var reading: [String] {
        // Without cases, the call of a function that reads one would cause a warning.
        if shape.cases.isEmpty { return [initializer("throw reader.unknownCase(try reader.onlyMember().key)")] }
        return [initializer("self = try Self.reading(reader)"), function]
    }

    private func initializer(_ body: String) -> String {
        """
        \(context.access)init(reading reader: Adit.JSONReader) throws(Adit.CodingFailure)\(context.whereClause) {
            \(body)
        }
        """
    }

    /// The function that reads a case. It is static because default values may name static members.
    private var function: String {
        """
        \(context.reading(locals)) {
        \(body.indented())
        }
        """
    }

    private var body: String {
        let decision = NameDecision.code(locals.key, shape.cases.map { ($0.key, read($0)) })
        return """
            let (\(locals.key), \(locals.value)) = try \(locals.reader).onlyMember()
            do throws(Adit.CodingFailure) {
            \(decision.indented())
            } catch {
                throw error.within(\(locals.key))
            }
            throw \(locals.reader).unknownCase(\(locals.key), \(shape.cases.map(\.key.literal).joined(separator: ", ")))
            """
    }

    private func read(_ wireCase: WireCase) -> String {
        switch wireCase.payload {
        case .none:
            return "try \(locals.value).readEmpty()\nreturn .\(wireCase.name)"
        case .value(let value) where emptyTypes.contains(value.type?.trimmedDescription ?? ""):
            // The compiler would warn that code after such a value is never executed.
            return "throw \(locals.value).unknownCase(try \(locals.value).onlyMember().key)"
        case .value(let value):
            let defaultValue = value.defaultValue.map { "default: \($0.trimmedDescription)" } ?? ""
            return "return .\(wireCase.name)(\(value.typed("try \(locals.value).read(\(defaultValue))")))"
        case .labelled:
            let members = MemberReading(values: wireCase.values, object: locals.value, locals: locals)
            return "\(members.code)\nreturn .\(wireCase.name)(\(members.arguments))"
        }
    }
}
