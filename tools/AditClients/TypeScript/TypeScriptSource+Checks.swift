extension TypeScriptSource {
    /// The names of parameters.
    static let fields = FieldNames(
        keywords: """
            arguments await break case catch class const continue debugger default delete do else enum eval export extends false finally \
            for function if implements import in instanceof interface let new null package private protected public return static super \
            switch this throw true try typeof undefined var void while with yield
            """, reserved: "adit typed", spelling: Words.camel)

    static let types = ShapeTypes(
        any: "typed.Json", bool: "boolean", number: "number", text: "string", uuid: "typed.Uuid",
        timestamp: "typed.Timestamp", day: "typed.Day", constant: { $0.text.map(literal) ?? $0.json },
        integer: { $0 >= -(1 << 53) && $1 <= 1 << 53 ? "number" : "typed.Integer" },
        list: { "readonly " + ($0.contains(" ") ? "(\($0))" : $0) + "[]" },
        dictionary: { "{ readonly [key: string]: \($0) }" }, optional: { "\($0) | null" })

    /// The check of a value, as an expression.
    ///
    /// - Parameter isOutside: whether it stands outside of the function that makes the checks.
    func check(_ shape: Shape, isOutside: Bool = false) -> String {
        switch shape {
        case .any: "typed.any"
        case .bool: "typed.bool"
        case .constant(let value): "typed.choice([\(value.text.map(literal) ?? value.json)])"
        case .integer(.min, .max): "typed.int64"
        case .integer(let least, let most): "typed.integer(\(big(least)), \(big(most)))"
        case .number: "typed.float64"
        case .text: "typed.text"
        case .list(let element): "typed.list(\(check(element, isOutside: isOutside)))"
        case .dictionary(_, let value): "typed.dictionary(\(check(value, isOutside: isOutside)))"
        case .optional(let shape): "typed.nullable(\(check(shape, isOutside: isOutside)))"
        case .named(let name): isOutside ? "checks.\(name)" : "of(\(literal(name)))"
        }
    }

    private func big(_ number: Int64) -> String { number == .min ? "-(2n ** 63n)" : "\(number)n" }

    /// Writes the check of a type.
    func write(_ type: TypeDeclaration) {
        let name = type.name + ": "
        switch type.kind {
        case .record(let members): write(name, members)
        case .alternatives(let forms): write(name, TypeDeclaration.merged(forms, in: model))
        case .table(let id, let element): writer.line("\(name)typed.table(\(check(id)), \(check(element))),")
        case .choices(let choices): writer.call(name + "typed.choice([", choices.map { literal($0) }, "]),")
        case .union(let shapes):
            writer.call(name + "typed.union([", shapes.map { "[\(literal(kind($0))), \(check($0))]" }, "]),")
        case .alias(let shape): writer.line("\(name)\(check(shape)),")
        case .cases(let cases): write(name, cases)
        case .messages(let messages): write(name, messages.cases)
        }
    }

    private func write(_ head: String, _ cases: [Case]) {
        if cases.isEmpty { return writer.line(head + "typed.cases({}),") }
        writer.block(head + "typed.cases({", "}),") { _ in
            for one in cases { write(one) }
        }
    }

    /// Writes the check of the values of a case.
    func write(_ one: Case, isOutside: Bool = false) {
        switch one.payload {
        case .none: writer.line("\(key(one.key)): typed.record({}),")
        case .value(let shape): writer.line("\(key(one.key)): \(check(shape, isOutside: isOutside)),")
        case .members(_, let members): write("\(key(one.key)): ", members, isOutside)
        }
    }

    private func write(_ head: String, _ members: [Member], _ isOutside: Bool = false) {
        let checks = members.map {
            let check = check($0.shape.wrapped, isOutside: isOutside)
            return "\(key($0.key)): typed.\($0.isRequired ? "need" : "may")(\(check))"
        }
        if checks.isEmpty { return writer.line(head + "typed.record({}),") }
        writer.call(head + "typed.record({ ", checks, " }),")
    }

    private func kind(_ shape: Shape) -> String {
        switch shape {
        case .bool, .constant(.bool): "boolean"
        case .integer: "integer"
        case .text, .constant(.string): "string"
        case .list: "array"
        default: "object"
        }
    }

    /// A key of an object or of a type. That of the prototype is none, unless it is computed.
    func key(_ key: String) -> String {
        if key == "__proto__" { return "[\(literal(key))]" }
        let isName = key.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"),
                UInt8(ascii: "_"):
                true
            default: false
            }
        }
        return isName && key.first.map { !$0.isNumber } == true ? key : literal(key)
    }
}
