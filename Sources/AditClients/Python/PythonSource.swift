// SPDX-License-Identifier: Apache-2.0

/// A module of Python 3.10 or later: frozen dataclasses, and a client over the package `adit`.
struct PythonSource {
    let model: ClientModel
    let caseNames: CaseNames
    let writer = SourceWriter()

    static let fields = FieldNames(
        keywords: """
            False None True and as assert async await break class continue def del elif else except finally for from global if import \
            in is lambda nonlocal not or pass raise return try while with yield cls self to_json from_json
            """, spelling: Words.snake)

    private static let constants = FieldNames(keywords: "", spelling: Words.screaming)

    init(_ model: ClientModel) {
        self.model = model
        caseNames = CaseNames(model)
    }

    var text: String {
        write()
        return writer.text
    }

    private func write() {
        writer.line(
            #"""
            """Types and a client for the app \#(model.app), of its catalog \#(model.hash).

            Made by adit-generate; changes are lost.
            """
            """#)
        writer.line(PythonSource.runtime)
        for type in model.types { write(type) }
        writer.line(#"\#n\#n# \#("-- The client. --")"#)
        writer.line("\n\nAPP = \(PythonSource.literal(model.app))")
        writer.line(
            "HASH = \(PythonSource.literal(model.hash))\n\"\"\"The hash of the catalog of which this was made.\"\"\"")
        writeDirection("Sent", ClientModel.messageToCore, model.toCore)
        writeDirection("Received", ClientModel.messageToHost, model.toHost)
        writer.line(PythonSource.serving)
        writeClient()
    }

    private func write(_ type: TypeDeclaration) {
        switch type.kind {
        case .record(let members): writeRecord(type.name, type.doc, members)
        case .alternatives(let forms): writeRecord(type.name, type.doc, TypeDeclaration.merged(forms, in: model))
        case .table(let id, let element):
            writeRecord(
                type.name, type.doc,
                [
                    Member(key: "ids", doc: "The ids, in order.", shape: .list(id), isRequired: true),
                    Member(
                        key: "entities", doc: "The elements, by id.", shape: .dictionary(keys: nil, element),
                        isRequired: true),
                ])
        case .choices(let choices): writeChoices(type, choices)
        case .cases, .messages: writeCases(type)
        case .union(let shapes): writeUnion(type, shapes)
        case .alias(let shape):
            writer.line("\n\n\(type.name): TypeAlias = \"\(annotation(shape))\"")
            writer.line("\n\ndef \(decoder(of: type.name))(value: object, path: str = \"\") -> \(type.name):")
            writer.line("    return \(decode(shape))(value, path)")
        }
    }

    private func writeChoices(_ type: TypeDeclaration, _ choices: [Choice]) {
        let kind = choices.allSatisfy { $0.value.text != nil } ? "str" : "int"
        let names = PythonSource.constants.names(choices.map(\.words))
        writer.line("\n")
        writer.block("class \(type.name)(\(kind), Enum):", nil) { writer in
            writer.line(PythonSource.docstring(type.doc))
            if !type.doc.isEmpty { writer.line() }
            for (choice, name) in zip(choices, names) {
                writer.line(
                    "\(name) = \(PythonSource.literal(choice.value))\(PythonSource.docstring(choice.doc, after: "\n"))")
            }
            writer.line()
            writer.line("@classmethod")
            writer.block("def from_json(cls, value: object, path: str = \"\") -> \(type.name):", nil) {
                $0.line(
                    "return cls(_choice(value, path, [\(choices.map { PythonSource.literal($0.value) }.joined(separator: ", "))]))"
                )
            }
        }
    }

    private func writeUnion(_ type: TypeDeclaration, _ shapes: [Shape]) {
        writer.line(
            "\n\n\(type.name): TypeAlias = \"Union[\(shapes.map(annotation).joined(separator: ", "))]\"\(PythonSource.docstring(type.doc, after: "\n"))"
        )
        writer.line("\n")
        writer.block("def \(decoder(of: type.name))(value: object, path: str = \"\") -> \(type.name):", nil) { writer in
            for shape in shapes { writer.line("if \(test(shape)):\n    return \(decode(shape))(value, path)") }
            writer.line(
                "raise _expected(value, path, \(PythonSource.literal(shapes.map(words).joined(separator: " or "))))")
        }
    }

    private func writeRecord(_ name: String, _ doc: String, _ members: [Member], of key: String? = nil) {
        let names = PythonSource.fields.names(members.map(\.key))
        let fields = zip(members, names).filter(\.0.isRequired) + zip(members, names).filter { !$0.0.isRequired }
        let keys = PythonSource.tuple(members.map(\.key))
        writer.line("\n\n@dataclass(frozen=True)")
        writer.block("class \(name):", nil) { writer in
            writer.line(PythonSource.docstring(doc.isEmpty ? key.map { "The case `\($0)`." } ?? "" : doc))
            if !(doc.isEmpty && key == nil) { writer.line() }
            for (member, name) in fields {
                let type = annotation(member.shape.wrapped)
                writer.line(
                    "\(name): " + (member.isRequired ? type : "Optional[\(type)] = None")
                        + PythonSource.docstring(member.doc, after: "\n"))
            }
            if !fields.isEmpty { writer.line() }
            writer.line("@classmethod")
            writer.block("def from_json(cls, value: object, path: str = \"\") -> \(name):", nil) { writer in
                writer.line("\(members.isEmpty ? "" : "members = ")_members(value, path, \(keys))")
                writer.block("return cls(", ")") { writer in
                    for (member, name) in fields {
                        let reader = member.isRequired ? "_required" : "_optional"
                        writer.line(
                            "\(name)=\(reader)(members, \(PythonSource.literal(member.key)), path, \(decode(member.shape.wrapped))),"
                        )
                    }
                }
            }
            writer.line()
            writer.block("def to_json(self) -> dict[str, object]:", nil) { writer in
                func object(_ required: Bool) -> String {
                    let members = fields.filter { $0.0.isRequired == required }
                    return "{"
                        + members.map { "\(PythonSource.literal($0.0.key)): self.\($0.1)" }.joined(separator: ", ")
                        + "}"
                }
                let object = "_object(\(object(true)), \(object(false)))"
                writer.line("return " + (key.map { "{\(PythonSource.literal($0)): \(object)}" } ?? object))
            }
        }
    }

    /// A dataclass for each case, and their union.
    private func writeCases(_ type: TypeDeclaration) {
        for one in type.cases {
            let name = caseNames.name(type.name, one)
            switch one.payload {
            case .members(_, let members): writeRecord(name, one.doc, members, of: one.key)
            case .none: writeRecord(name, one.doc, [], of: one.key)
            case .value(let shape): writeValueCase(name, one, shape)
            }
        }
        let names = type.cases.map { caseNames.name(type.name, $0) }
        writer.line("\n")
        let union = names.isEmpty ? "NoReturn" : "\nUnion[\n" + names.map { "    \($0),\n" }.joined() + "]\n"
        writer.line("\(type.name): TypeAlias = \"\"\"\(union)\"\"\"\(PythonSource.docstring(type.doc, after: "\n"))")
        writer.line("\n")
        writer.block("def \(decoder(of: type.name))(value: object, path: str = \"\") -> \(type.name):", nil) { writer in
            let keys = PythonSource.tuple(type.cases.map(\.key))
            writer.line("case, payload, path = _case(value, path, \(keys))")
            for (one, name) in zip(type.cases, names) {
                writer.line("if case == \(PythonSource.literal(one.key)):\n    return \(name).from_json(payload, path)")
            }
            writer.line("raise _unknown(case, path, \(keys))")
        }
    }

    private func writeValueCase(_ name: String, _ one: Case, _ shape: Shape) {
        writer.line("\n\n@dataclass(frozen=True)")
        writer.block("class \(name):", nil) { writer in
            writer.line(PythonSource.docstring(one.doc.isEmpty ? "The case `\(one.key)`." : one.doc))
            writer.line("\nvalue: \(annotation(shape))\n\n@classmethod")
            writer.block("def from_json(cls, value: object, path: str = \"\") -> \(name):", nil) {
                $0.line("return cls(\(decode(shape))(value, path))")
            }
            writer.line()
            writer.block("def to_json(self) -> dict[str, object]:", nil) {
                $0.line("return {\(PythonSource.literal(one.key)): _json(self.value)}")
            }
        }
    }
}
