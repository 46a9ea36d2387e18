/// A module of Python 3.10 or later: frozen dataclasses, and a client over the package `adit`.
struct PythonSource: LanguageSource {
    let model: ClientModel
    let caseNames: CaseNames
    let writer = SourceWriter()

    static let fields = FieldNames(
        keywords: """
            False None True and as assert async await break class continue def del elif else except finally for from global if import \
            in is lambda nonlocal not or pass raise return try while with yield cls self to_json from_json
            """, reserved: "adit bool classmethod dict float int object str", spelling: Words.snake)

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
        writer.line(PythonSource.docstring("\(title)\n\nMade by adit generate; changes are lost.\n"))
        let dataclass = "from dataclasses import dataclass\n"
        let field = model.types.contains(where: \.hasSecrets) ? "from dataclasses import field as _field\n" : ""
        writer.line(PythonSource.runtime.replacing(dataclass, with: dataclass + field))
        writeTypes()
        writer.line(#"\#n\#n# \#("-- The client. --")"#)
        writer.line("\n\nAPP = \(literal(model.app))")
        writer.line(
            "HASH = \(literal(model.hash))\n\"\"\"The hash of the catalog of which this was made.\"\"\"")
        writeDirection("Sent", ClientModel.messageToCore, model.toCore)
        writeDirection("Received", ClientModel.messageToHost, model.toHost)
        writer.line(PythonSource.serving)
        writeClient()
    }

    func writeAlias(_ type: TypeDeclaration, _ shape: Shape) {
        writer.line("\n\n\(type.name): TypeAlias = \(literal(self.type(shape)))")
        writer.line("\n")
        writer.block("def \(decoder(of: type.name))(value: object, path: str = \"\") -> \(type.name):", nil) {
            $0.line(reading(shape))
        }
    }

    func writeChoices(_ type: TypeDeclaration, _ choices: [Choice]) {
        let kind = choices.allSatisfy { $0.value.text != nil } ? "str" : "int"
        // In a class, the name of the class is that of its member.
        let names = PythonSource.constants.names(choices.map(\.words), beside: [type.name])
        writer.line("\n")
        writer.block("class \(type.name)(\(kind), Enum):", nil) { writer in
            writer.line(PythonSource.docstring(type.doc))
            if !type.doc.isEmpty { writer.line() }
            for (choice, name) in zip(choices, names) {
                writer.line(
                    "\(name) = \(literal(choice.value))\(PythonSource.docstring(choice.doc, after: "\n"))")
            }
            writer.line()
            writer.line("@classmethod")
            writer.block("def from_json(cls, value: object, path: str = \"\") -> \(type.name):", nil) {
                $0.line(
                    "return cls(_choice(value, path, [\(choices.map { literal($0.value) }.joined(separator: ", "))]))"
                )
            }
        }
    }

    func writeUnion(_ type: TypeDeclaration, _ shapes: [Shape]) {
        writer.line(
            "\n\n\(type.name): TypeAlias = \(literal("Union[\(shapes.map(self.type).joined(separator: ", "))]"))\(PythonSource.docstring(type.doc, after: "\n"))"
        )
        writer.line("\n")
        writer.block("def \(decoder(of: type.name))(value: object, path: str = \"\") -> \(type.name):", nil) { writer in
            for shape in shapes {
                writer.block("if \(test(shape)):", nil) { $0.line(reading(shape)) }
            }
            writer.line(
                "raise _expected(value, path, \(literal(shapes.map(words).joined(separator: " or "))))")
        }
    }

    func writeRecord(_ name: String, _ doc: String, _ members: [Member]) { writeRecord(name, doc, members, of: nil) }

    private func writeRecord(_ name: String, _ doc: String, _ members: [Member], of key: String?) {
        let fields = namedInOrder(members)
        let keys = PythonSource.tuple(members.map(\.key))
        writer.line("\n\n@dataclass(frozen=True)")
        writer.block("class \(name):", nil) { writer in
            writer.line(PythonSource.docstring(doc.isEmpty ? key.map { "The case `\($0)`." } ?? "" : doc))
            if !(doc.isEmpty && key == nil) { writer.line() }
            for (member, name) in fields {
                let type = self.type(member.shape.wrapped)
                let value =
                    switch (member.isRequired, member.isSecret) {
                    case (true, false): type
                    case (true, true): "\(type) = _field(repr=False)"
                    case (false, false): "Optional[\(type)] = None"
                    case (false, true): "Optional[\(type)] = _field(default=None, repr=False)"
                    }
                writer.line("\(name): \(value)" + PythonSource.docstring(member.doc, after: "\n"))
            }
            if !fields.isEmpty { writer.line() }
            writer.line("@classmethod")
            writer.block("def from_json(cls, value: object, path: str = \"\") -> \(name):", nil) { writer in
                writer.line("\(members.isEmpty ? "" : "members = ")_members(value, path, \(keys))")
                writer.block("return cls(", ")") { writer in
                    for (member, name) in fields {
                        let reader = member.isRequired ? "_required" : "_optional"
                        writer.line(
                            "\(name)=\(reader)(members, \(literal(member.key)), path, \(decode(member.shape.wrapped))),"
                        )
                    }
                }
            }
            writer.line()
            writer.block("def to_json(self) -> dict[str, object]:", nil) { writer in
                func object(_ required: Bool) -> String {
                    let members = fields.filter { $0.0.isRequired == required }
                    return "{"
                        + members.map { "\(literal($0.0.key)): self.\($0.1)" }.joined(separator: ", ")
                        + "}"
                }
                let object = "_object(\(object(true)), \(object(false)))"
                writer.line("return " + (key.map { "{\(literal($0)): \(object)}" } ?? object))
            }
        }
    }

    /// A dataclass for each case, and their union.
    func writeCases(_ type: TypeDeclaration, _ cases: [Case]) {
        for one in cases {
            let name = caseNames.name(type.name, one)
            switch one.payload {
            case .members(_, let members): writeRecord(name, one.doc, members, of: one.key)
            case .none: writeRecord(name, one.doc, [], of: one.key)
            case .value(let shape): writeValueCase(name, one, shape)
            }
        }
        let names = cases.map { caseNames.name(type.name, $0) }
        writer.line("\n")
        let union = names.isEmpty ? "NoReturn" : "\nUnion[\n" + names.map { "    \($0),\n" }.joined() + "]\n"
        writer.line("\(type.name): TypeAlias = \"\"\"\(union)\"\"\"\(PythonSource.docstring(type.doc, after: "\n"))")
        writer.line("\n")
        writer.block("def \(decoder(of: type.name))(value: object, path: str = \"\") -> \(type.name):", nil) { writer in
            let keys = PythonSource.tuple(cases.map(\.key))
            writer.line("case, payload, path = _case(value, path, \(keys))")
            for (one, name) in zip(cases, names) {
                writer.line("if case == \(literal(one.key)):\n    return \(name).from_json(payload, path)")
            }
            writer.line("raise _unknown(case, path, \(keys))")
        }
    }

    private func writeValueCase(_ name: String, _ one: Case, _ shape: Shape) {
        writer.line("\n\n@dataclass(frozen=True)")
        writer.block("class \(name):", nil) { writer in
            writer.line(PythonSource.docstring(one.doc.isEmpty ? "The case `\(one.key)`." : one.doc))
            writer.line("\nvalue: \(self.type(shape))\(one.isSecret ? " = _field(repr=False)" : "")\n\n@classmethod")
            writer.block("def from_json(cls, value: object, path: str = \"\") -> \(name):", nil) {
                $0.line("return cls(\(decode(shape))(value, path))")
            }
            writer.line()
            writer.block("def to_json(self) -> dict[str, object]:", nil) {
                $0.line("return {\(literal(one.key)): _json(self.value)}")
            }
        }
    }
}
