// SPDX-License-Identifier: Apache-2.0

/// A module of TypeScript: the types are those of the wire, told apart by `in`; a table checks what is read. Of the
/// package `adit`, it needs the declarations only.
struct TypeScriptSource {
    let model: ClientModel
    let writer = SourceWriter(indent: "  ")

    init(_ model: ClientModel) { self.model = model }

    var text: String {
        writer.line(
            "// Types and a client for the app \(model.app), of its catalog \(model.hash).\n// Made by adit-generate; changes are lost.\n"
        )
        writer.line("// SPDX-License-Identifier: Apache-2.0\n")
        writer.line("import type * as adit from \"adit\";\n")
        writer.line(TypeScriptSource.types)
        for type in model.types { write(type) }
        writer.line(
            "\nexport const APP = \(literal(model.app));\n/** The hash of the catalog of which this was made. */\nexport const HASH = \(literal(model.hash));\n"
        )
        writer.line(TypeScriptSource.runtime)
        // An unused function is an error in many projects.
        let checks = model.types.map(check).joined()
        if checks.contains("nullable(") { writer.line(TypeScriptSource.nullable) }
        if checks.contains("float64") { writer.line(TypeScriptSource.real) }
        writer.block("\nconst checks: { readonly [name: string]: Check } = {", "};") { writer in
            for type in model.types { writer.line("\(type.name): \(check(type)),") }
        }
        writeClient()
        return writer.text
    }

    private func write(_ type: TypeDeclaration) {
        writer.line()
        doc(type.doc)
        switch type.kind {
        case .record(let members): writeRecord(type.name, members)
        case .alternatives(let forms):
            writer.line("export type \(type.name) =" + (forms.isEmpty ? " never;" : ""))
            for (index, form) in forms.enumerated() {
                writer.line("  | \(form.name)\(index == forms.count - 1 ? ";" : "")")
            }
            for form in forms {
                writer.line()
                doc(form.doc)
                writeRecord(form.name, form.members)
            }
        case .table(let id, let element):
            writer.line(
                "export interface \(type.name) {\n  /** The ids, in order. */\n  readonly ids: \(self.type(.list(id)));"
            )
            writer.line(
                "  /** The elements, by id. */\n  readonly entities: \(self.type(.dictionary(keys: nil, element)));\n}")
        case .choices(let choices):
            writer.line("export type \(type.name) =" + alternatives(choices.map { ($0.doc, $0.value.json) }))
        case .union(let shapes):
            writer.line("export type \(type.name) = \(shapes.map(self.type).joined(separator: " | "));")
        case .alias(let shape): writer.line("export type \(type.name) = \(self.type(shape));")
        case .cases(let cases): writeCases(type.name, cases)
        case .messages(let messages):
            let own = messages.cases.filter { !$0.key.hasPrefix("@") },
                controls = messages.cases.filter { $0.key.hasPrefix("@") }
            writer.line(
                "export type \(type.name) = (\(type.name)OfApp & \(type.name)BesideApp) | (\(type.name)OfAdit & \(type.name)Beside);"
            )
            writer.line("\n/** The messages of the app. */")
            writeCases(type.name + "OfApp", own)
            writer.line("\n/** Adit's own messages. */")
            writeCases(type.name + "OfAdit", controls)
            writer.line("\n/** What may stand beside Adit's own messages. */")
            writeRecord(type.name + "Beside", messages.beside)
            writer.line("\n/** What may stand beside the messages of the app. */")
            writeRecord(type.name + "BesideApp", messages.all)
        }
    }

    private func writeRecord(_ name: String, _ members: [Member]) {
        writer.block("export interface \(name) {") { writer in
            for member in members {
                doc(member.doc)
                writer.line(
                    "readonly \(key(member.key))\(member.isRequired ? "" : "?"): \(type(member.shape.wrapped));")
            }
        }
    }

    private func writeCases(_ name: String, _ cases: [Case]) {
        writer.line(
            "export type \(name) ="
                + alternatives(cases.map { ($0.doc, "{ readonly \(key($0.key)): \(payload($0)) }") }))
        for one in cases {
            if case .members(let name, let members) = one.payload {
                writer.line()
                writeRecord(name, members)
            }
        }
    }

    private func payload(_ one: Case) -> String {
        switch one.payload {
        case .none: "Empty"
        case .value(let shape): type(shape)
        case .members(let name, _): name
        }
    }

    /// The forms of a union, each on a line of its own.
    private func alternatives(_ forms: [(doc: String, text: String)]) -> String {
        if forms.isEmpty { return " never;" }
        return forms.map {
            "\n  " + ($0.doc.isEmpty ? "" : comment($0.doc).split(separator: "\n").joined(separator: "\n  ") + "\n  ")
                + "| " + $0.text
        }.joined() + ";"
    }

    func doc(_ text: String) {
        if !text.isEmpty { writer.line(comment(text)) }
    }

    private func comment(_ text: String) -> String {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
            line.split(separator: "*/", omittingEmptySubsequences: false).joined(separator: "* /")
        }
        return lines.count == 1 ? "/** \(lines[0]) */" : "/**\n" + lines.map { " * \($0)\n" }.joined() + " */"
    }

    func type(_ shape: Shape) -> String {
        switch shape {
        case .any: return "Json"
        case .bool: return "boolean"
        case .constant(let value): return value.json
        case .integer(let least, let most): return least >= -(1 << 53) && most <= 1 << 53 ? "number" : "Integer"
        case .number: return "number"
        case .text(let schema):
            switch Shape.format(of: schema) {
            case .plain: return "string"
            case .uuid: return "Uuid"
            case .timestamp: return "Timestamp"
            case .day: return "Day"
            }
        case .list(let element):
            let type = type(element)
            return "readonly " + (type.contains(" ") ? "(\(type))" : type) + "[]"
        case .dictionary(_, let value): return "{ readonly [key: string]: \(type(value)) }"
        case .optional(let shape): return "\(type(shape)) | null"
        case .named(let name): return name
        }
    }

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

    func literal(_ text: String) -> String { SchemaNode.string(text).json }

    func key(_ key: String) -> String {
        let isName = key.utf8.allSatisfy {
            $0 == UInt8(ascii: "_") || $0 < 128 && Character(Unicode.Scalar($0)).isLetter
                || Character(Unicode.Scalar($0)).isNumber
        }
        return isName && key != "__proto__" && key.first?.isNumber == false ? key : literal(key)
    }
}
