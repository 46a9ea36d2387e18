/// Code that reads the values of an object's keys: each into a variable, in any order.
struct MemberReading {
    let values: [WireValue]
    /// The variable that holds the object.
    let object: String
    let locals: Locals

    /// Reads the members; then `action`, which must leave the scope.
    func code(then action: String) -> String {
        values.isEmpty ? "try \(object).readEmpty()\n\(action)" : reading([action])
    }

    /// The arguments of a call with the values. Those that are absent are evaluated in the order of their declaration.
    var arguments: String {
        values.enumerated().map { index, value in
            let argument = value.defaultValue.map { "\(locals.value(index)) ?? (\($0.trimmedDescription))" }
            return (value.name == nil ? "" : "\(value.label): ") + (argument ?? required(index))
        }.joined(separator: ", ")
    }

    /// Reads the members, each into its property, in an initializer.
    var assignments: String {
        let assignments = values.enumerated().map { index, value in
            guard value.defaultValue != nil else { return "self.\(value.property) = \(required(index))" }
            // The property already has its initial value.
            return "if let \(locals.value(index)) { self.\(value.property) = \(locals.value(index)) }"
        }
        return values.isEmpty ? "try \(object).readEmpty()" : reading(assignments)
    }

    private func reading(_ statements: [String]) -> String {
        let variables = values.enumerated().map { index, value in value.located(value.variable(locals.value(index))) }
        let readings = values.enumerated().map { index, value in
            value.located("try \(locals.members).read(\(value.member), into: &\(locals.value(index)))")
        }
        let names = values.map { ", \($0.key.literal)" }.joined()
        return """
            \(variables.joined(separator: "\n"))
            var \(locals.members) = try \(object).members()
            do throws(Adit.CodingFailure) {
                repeat {
            \(readings.joined(separator: "\n").indented(2))
                } while try \(locals.members).hasMore()
            \(statements.joined(separator: "\n").indented())
            } catch {
                throw \(locals.members).failure(error\(names))
            }
            """
    }

    private func required(_ index: Int) -> String {
        "try \(object).required(\(locals.value(index)), \(values[index].member))"
    }
}

extension WireValue {
    /// The key as JSON with its colon, as a literal.
    fileprivate var member: String { "\(key.json):".literal }
}
