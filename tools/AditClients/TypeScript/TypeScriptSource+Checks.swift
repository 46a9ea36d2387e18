extension TypeScriptSource {
    static let fields = FieldNames(keywords: "", spelling: { $0 })

    static let types = ShapeTypes(
        any: "Json", bool: "boolean", number: "number", text: "string", constant: { $0.text.map(literal) ?? $0.json },
        integer: { $0 >= -(1 << 53) && $1 <= 1 << 53 ? "number" : "Integer" },
        list: { "readonly " + ($0.contains(" ") ? "(\($0))" : $0) + "[]" },
        dictionary: { "{ readonly [key: string]: \($0) }" }, optional: { "\($0) | null" })

    /// The check of a value, as an expression.
    func check(_ shape: Shape) -> String {
        switch shape {
        case .any: "any"
        case .bool: "bool"
        case .constant(let value): "choice([\(value.text.map(literal) ?? value.json)])"
        case .integer(let least, let most): "integer(\(big(least)), \(big(most)))"
        case .number: "float64"
        case .text: "text"
        case .list(let element): "list(\(check(element)))"
        case .dictionary(_, let value): "dictionary(\(check(value)))"
        case .optional(let shape): "nullable(\(check(shape)))"
        case .named(let name): "of(\(literal(name)))"
        }
    }

    private func big(_ number: Int64) -> String { number == .min ? "-(2n ** 63n)" : "\(number)n" }

    func check(_ type: TypeDeclaration) -> String {
        switch type.kind {
        case .record(let members): record(members)
        case .alternatives(let forms): record(TypeDeclaration.merged(forms, in: model))
        case .table(let id, let element):
            "record({ ids: need(\(check(.list(id)))), entities: need(\(check(.dictionary(keys: nil, element)))) })"
        case .choices(let choices): "choice([\(choices.map { literal($0) }.joined(separator: ", "))])"
        case .union(let shapes):
            "union([" + shapes.map { "[\(literal(kind($0))), \(check($0))]" }.joined(separator: ", ") + "])"
        case .alias(let shape): "(value, path) => \(check(shape))(value, path)"
        case .cases(let cases): "cases({ \(self.cases(cases)) })"
        case .messages(let messages):
            "messages({ \(cases(messages.cases)) }, \(table(messages.beside)), \(table(messages.besideOwn)))"
        }
    }

    private func cases(_ cases: [Case]) -> String {
        cases.map { one in
            switch one.payload {
            case .none: "\(key(one.key)): record({})"
            case .value(let shape): "\(key(one.key)): \(check(shape))"
            case .members(_, let members): "\(key(one.key)): \(record(members))"
            }
        }.joined(separator: ", ")
    }

    private func record(_ members: [Member]) -> String { "record(\(table(members)))" }

    private func table(_ members: [Member]) -> String {
        members.isEmpty
            ? "{}"
            : "{ "
                + members.map { "\(key($0.key)): \($0.isRequired ? "need" : "may")(\(check($0.shape.wrapped)))" }
                .joined(
                    separator: ", ") + " }"
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
