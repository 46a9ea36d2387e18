// SPDX-License-Identifier: Apache-2.0

extension TypeScriptSource {
    static let fields = FieldNames(keywords: "", spelling: { $0 })

    static let types = ShapeTypes(
        any: "Json", bool: "boolean", number: "number", text: "string", constant: { $0.json },
        integer: { $0 >= -(1 << 53) && $1 <= 1 << 53 ? "number" : "Integer" },
        list: { "readonly " + ($0.contains(" ") ? "(\($0))" : $0) + "[]" },
        dictionary: { "{ readonly [key: string]: \($0) }" }, optional: { "\($0) | null" })

    /// The check of a value, as an expression.
    func check(_ shape: Shape) -> String {
        switch shape {
        case .any: "any"
        case .bool: "bool"
        case .constant(let value): "choice([\(value.json)])"
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
            "record({ ids: [\(check(.list(id))), true], entities: [\(check(.dictionary(keys: nil, element))), true] })"
        case .choices(let choices): "choice([\(choices.map(\.value.json).joined(separator: ", "))])"
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
                + members.map { "\(key($0.key)): [\(check($0.shape.wrapped)), \($0.isRequired)]" }.joined(
                    separator: ", ") + " }"
    }

    private func kind(_ shape: Shape) -> String {
        switch shape {
        case .bool: "boolean"
        case .integer: "integer"
        case .text: "string"
        case .list: "array"
        default: "object"
        }
    }

    func key(_ key: String) -> String {
        let isName = key.utf8.allSatisfy {
            $0 == UInt8(ascii: "_") || $0 < 128 && Character(Unicode.Scalar($0)).isLetter
                || Character(Unicode.Scalar($0)).isNumber
        }
        return isName && key != "__proto__" && key.first?.isNumber == false ? key : literal(key)
    }
}
