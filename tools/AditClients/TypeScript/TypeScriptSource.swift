/// A module of TypeScript: the types are those of the wire, told apart by `in`; checks of the module `adit/typed` read them.
struct TypeScriptSource: LanguageSource {
    let model: ClientModel
    let writer = SourceWriter(indent: "  ")
    let isOwn: Bool

    init(_ model: ClientModel, isOwn: Bool = false) { (self.model, self.isOwn) = (model, isOwn) }

    var declared: [TypeDeclaration] { isOwn ? model.operations.own : model.operations.types }

    var text: String {
        writer.line("// \(Self.mark)\n// \(title)")
        writer.line(declared.isEmpty && model.parts.isEmpty ? "" : "import type * as adit from \"adit\";")
        writer.line("import * as typed from \"adit/typed\";\n")
        writer.line("export const APP = \(literal(model.app));")
        writer.line(
            "/** The hash of the catalog of which this was made. */\nexport const HASH = \(literal(model.hash));")
        writeTypes(declared)
        writer.line()
        writeChecks("const checks = typed.checksOf((of) => (", "));")
        writeClient()
        return writer.text
    }

    /// The declarations of Adit's own types.
    var ownTypes: String {
        writer.line("// \(Self.mark)\n// \(title)")
        writer.line("import type * as typed from './typed.js';")
        writeTypes(declared)
        return writer.text
    }

    /// Their checks.
    var ownChecks: String {
        writer.line("// \(Self.mark)")
        writer.line("import * as typed from './typed.js';\n")
        writer.line("// What `typed.checksOf` makes checks of.")
        writeChecks("export const checks = (of) => (", ");")
        return writer.text
    }

    /// - Parameters:
    ///   - head: what stands before the object of the checks.
    ///   - tail: what stands behind it.
    private func writeChecks(_ head: String, _ tail: String) {
        writer.block(head + "{", "}" + tail) { writer in
            for type in declared { write(type) }
        }
    }

    func writeRecord(_ name: String, _ doc: String, _ members: [Member]) {
        begin(doc)
        if members.isEmpty { return writer.line("export type \(name) = typed.Empty;") }
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

    func writeTable(_ type: TypeDeclaration, _ id: Shape, _ element: Shape) {
        begin(type.doc)
        writer.line("export type \(type.name) = typed.Table<\(self.type(element)), \(self.type(id))>;")
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

    func writeCases(_ type: TypeDeclaration, _ cases: [Case]) {
        begin(type.doc)
        writer.line(
            "export type \(type.name) ="
                + alternatives(cases.map { ($0.doc, "{ readonly \(key($0.key)): \(payload($0)) }") }))
        for one in cases {
            if case .members(let name, let members) = one.payload { writeRecord(name, "", members) }
        }
    }

    private func payload(_ one: Case) -> String {
        switch one.payload {
        case .none: "typed.Empty"
        case .value(let shape): type(shape)
        case .members(let name, _): name
        }
    }

    /// The forms of a union, each on a line of its own.
    func alternatives(_ forms: [(doc: String, text: String)]) -> String {
        if forms.isEmpty { return " never;" }
        return forms.map { form in
            let comment = form.doc.isEmpty ? [] : SourceWriter.block(form.doc).split(separator: "\n")
            return "\n  " + comment.map { $0 + "\n  " }.joined() + "| " + form.text
        }.joined() + ";"
    }
}
