/// A module of TypeScript: the types are those of the wire, told apart by `in`; a table checks what is read. Of the
/// package `adit`, it needs the declarations only.
struct TypeScriptSource: LanguageSource {
    let model: ClientModel
    let writer = SourceWriter(indent: "  ")

    init(_ model: ClientModel) { self.model = model }

    var text: String {
        writer.line("// \(title)\n// Made by adit generate; changes are lost.\n")
        writer.line("import type * as adit from \"adit\";\n")
        writer.line(TypeScriptSource.head)
        writeTypes()
        writer.line(
            "\nexport const APP = \(literal(model.app));\n/** The hash of the catalog of which this was made. */\nexport const HASH = \(literal(model.hash));\n"
        )
        writer.line(TypeScriptSource.runtime)
        // An unused function is an error in many projects.
        let checks = (model.types.map(check) + model.gateways.map { check($0.request) }).joined(separator: " ")
        if checks.contains("nullable(") { writer.line(TypeScriptSource.nullable) }
        if checks.contains("float64") { writer.line(TypeScriptSource.real) }
        writer.block("\nconst checks: { readonly [name: string]: Check } = {", "};") { writer in
            for type in model.types { writer.line("\(type.name): \(check(type)),") }
        }
        writeClient()
        return writer.text
    }

    func writeRecord(_ name: String, _ doc: String, _ members: [Member]) {
        begin(doc)
        writer.block("export interface \(name) {") { writer in
            for member in members {
                self.doc(member.doc)
                writer.line(
                    "readonly \(key(member.key))\(member.isRequired ? "" : "?"): \(type(member.shape.wrapped));")
            }
        }
    }

    func writeAlternatives(_ type: TypeDeclaration, _ forms: [TypeDeclaration.Form]) {
        begin(type.doc)
        writer.line("export type \(type.name) =" + (forms.isEmpty ? " never;" : ""))
        for (index, form) in forms.enumerated() {
            writer.line("  | \(form.name)\(index == forms.count - 1 ? ";" : "")")
        }
        for form in forms { writeRecord(form.name, form.doc, form.members) }
    }

    func writeChoices(_ type: TypeDeclaration, _ choices: [Choice]) {
        begin(type.doc)
        writer.line("export type \(type.name) =" + alternatives(choices.map { ($0.doc, literal($0)) }))
    }

    func writeUnion(_ type: TypeDeclaration, _ shapes: [Shape]) {
        begin(type.doc)
        writer.line("export type \(type.name) = \(shapes.map(self.type).joined(separator: " | "));")
    }

    func writeAlias(_ type: TypeDeclaration, _ shape: Shape) {
        begin(type.doc)
        writer.line("export type \(type.name) = \(self.type(shape));")
    }

    func writeCases(_ type: TypeDeclaration, _ cases: [Case]) { writeCases(type.name, type.doc, cases) }

    func writeMessages(_ type: TypeDeclaration, _ messages: Messages) {
        let own = messages.cases.filter { !$0.key.hasPrefix("@") }
        let controls = messages.cases.filter { $0.key.hasPrefix("@") }
        let name = type.name
        begin(type.doc)
        writer.line(
            "export type \(name) = (\(name)OfApp & \(name)BesideApp) | (\(name)OfAdit & \(name)Beside);")
        writeCases(name + "OfApp", "The messages of the app.", own)
        writeCases(name + "OfAdit", "Adit's own messages.", controls)
        writeRecord(name + "Beside", "What may stand beside Adit's own messages.", messages.beside)
        writeRecord(name + "BesideApp", "What may stand beside the messages of the app.", messages.all)
    }

    private func writeCases(_ name: String, _ doc: String, _ cases: [Case]) {
        begin(doc)
        writer.line(
            "export type \(name) ="
                + alternatives(cases.map { ($0.doc, "{ readonly \(key($0.key)): \(payload($0)) }") }))
        for one in cases {
            if case .members(let name, let members) = one.payload {
                writeRecord(name, "", members)
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
        return forms.map { form in
            let comment = form.doc.isEmpty ? [] : SourceWriter.block(form.doc).split(separator: "\n")
            return "\n  " + comment.map { $0 + "\n  " }.joined() + "| " + form.text
        }.joined() + ";"
    }

    func doc(_ text: String) { writer.documentationBlock(text) }

    private func begin(_ doc: String) {
        writer.line()
        self.doc(doc)
    }
}
