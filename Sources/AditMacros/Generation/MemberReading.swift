/// Code that reads the values of an object's keys.
struct MemberReading {
    let values: [WireValue]
    /// The variable that holds the object.
    let object: String
    let locals: Locals

    /// Finds the members, each in a separate variable, and refuses unknown keys.
    var search: String {
        if values.isEmpty { return "try \(object).readEmpty()" }
        let names = values.map(\.key.literal).joined(separator: ", ")
        let choices = values.enumerated().map { index, value in
            (name: value.key, action: "\(locals.member(index)) = \(locals.member); continue")
        }
        let variables = values.indices.map { "var \(locals.member($0)): Adit.JSONReader?\n" }.joined()
        return """
            var \(locals.members) = try \(object).members()
            \(variables)while let (\(locals.key), \(locals.member)) = \(locals.members).next() {
            \(NameDecision.code(locals.key, choices).indented())
                throw \(object).unknownKey(\(locals.key), \(names))
            }
            """
    }

    /// Finds the members and reads each into a variable.
    var code: String {
        let readings = values.enumerated().map { index, value in
            let defaultValue = value.defaultValue.map { ", default: \($0.trimmedDescription)" } ?? ""
            return value.located("\(value.declared(as: locals.value(index))) = \(read(index, defaultValue))")
        }
        return ([search] + readings).joined(separator: "\n")
    }

    /// The arguments of a call with the values.
    var arguments: String {
        values.enumerated().map { ($1.name == nil ? "" : "\($1.label): ") + locals.value($0) }.joined(separator: ", ")
    }

    /// Finds the members and reads each into its property, in an initializer.
    var assignments: String {
        let assignments = values.enumerated().map { index, value in
            let assignment = "self.\(value.property) = \(value.typed(read(index, "")))"
            // The property already has its initial value.
            let isPresent = "let \(locals.member(index)), !\(locals.member(index)).isNull"
            return value.located(value.defaultValue == nil ? assignment : "if \(isPresent) { \(assignment) }")
        }
        return ([search] + assignments).joined(separator: "\n")
    }

    private func read(_ index: Int, _ defaultValue: String) -> String {
        "try \(object).read(\(locals.member(index)), \(values[index].key.literal)\(defaultValue))"
    }
}
