/// Code that reads the values of an object's keys.
struct MemberReading {
    let values: [WireValue]
    /// The variable that holds the object.
    let object: String
    let locals: Locals

    /// Reads the members, each into a variable, in the order of their declaration; then `action`, which must leave the scope.
    func code(then action: String) -> String {
        let readings = values.enumerated().map { index, value in
            let defaultValue = value.defaultValue.map { ", default: \($0.trimmedDescription)" } ?? ""
            return value.located("\(value.declared(as: locals.value(index))) = \(read(index, defaultValue))")
        }
        if values.isEmpty { return "try \(object).readEmpty()\n\(action)" }
        return reading(readings + ["try \(locals.members).end()", action])
    }

    /// The arguments of a call with the values.
    var arguments: String {
        values.enumerated().map { ($1.name == nil ? "" : "\($1.label): ") + locals.value($0) }.joined(separator: ", ")
    }

    /// Reads the members, each into its property, in an initializer.
    var assignments: String {
        let assignments = values.enumerated().map { index, value in
            let assignment = "self.\(value.property) = \(value.typed(read(index, "")))"
            guard value.defaultValue != nil else { return value.located(assignment) }
            // The property already has its initial value.
            return value.located("try \(locals.members).read(\(value.member), into: &self.\(value.property))")
        }
        return values.isEmpty ? "try \(object).readEmpty()" : reading(assignments + ["try \(locals.members).end()"])
    }

    private func reading(_ statements: [String]) -> String {
        let names = values.map { ", \($0.key.literal)" }.joined()
        return """
            var \(locals.members) = try \(object).members()
            do throws(Adit.CodingFailure) {
            \(statements.joined(separator: "\n").indented())
            } catch {
                throw \(locals.members).failure(error\(names))
            }
            """
    }

    private func read(_ index: Int, _ defaultValue: String) -> String {
        "try \(locals.members).read(\(values[index].member)\(defaultValue))"
    }
}

extension WireValue {
    /// The key as JSON with its colon, as a literal.
    fileprivate var member: String { "\(key.json):".literal }
}
