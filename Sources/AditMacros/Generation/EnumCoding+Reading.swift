extension EnumCoding {
    var reading: [String] {
        // Without cases, the call of a function that reads one would cause a warning.
        if shape.cases.isEmpty { return [context.initializer("throw try reader.onlyMember().unknown()")] }
        return [context.initializer("self = try Self.reading(reader)"), function]
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
        let decision = NameDecision.code("\(locals.member).key", shape.cases.map { ($0.key, read($0)) })
        return """
            let \(locals.member) = try \(locals.reader).onlyMember()
            do throws(Adit.CodingFailure) {
            \(decision.indented())
            } catch {
                throw \(locals.member).failure(error)
            }
            throw \(locals.member).unknown(\(expectedCases.map(\.key.literal).joined(separator: ", ")))
            """
    }

    /// The cases that the error of an unknown one names: those that a host may send. If it may send none, they are read from
    /// a recording or by a host in Swift, and all are named.
    private var expectedCases: [WireCase] {
        let refused: [DirectionMark?] = [.marked("internal"), .marked("outgoing")]
        let sendable = shape.cases.filter { !refused.contains(shape.mark(of: $0)) }
        return sendable.isEmpty ? shape.cases : sendable
    }

    private func read(_ wireCase: WireCase) -> String {
        let value = "\(locals.member).value"
        let end = "try \(locals.member).end()\nreturn .\(wireCase.name)"
        switch wireCase.payload {
        case .none: return "try \(value).readEmpty()\n\(end)"
        case .value(let only) where emptyTypes.contains(only.type?.trimmedDescription ?? ""):
            // The compiler would warn that code after such a value is never executed.
            return "throw try \(value).onlyMember().unknown()"
        case .value(let only):
            let defaultValue = only.defaultValue.map { "default: \($0.trimmedDescription)" } ?? ""
            let declaration = only.declared(as: locals.value(0))
            return "\(declaration) = try \(value).read(\(defaultValue))\n\(end)(\(locals.value(0)))"
        case .labelled:
            let members = MemberReading(values: wireCase.values, object: value, locals: locals)
            // In a function, as in a debug build each of its variables takes a part of the stack: a value nests as deep
            // as `limits.depth`, and a level takes the stack of the largest case instead of that of all cases.
            return """
                func \(locals.read)() throws(Adit.CodingFailure) -> Self {
                \(members.code(then: "\(end)(\(members.arguments))").indented())
                }
                return try \(locals.read)()
                """
        }
    }
}
