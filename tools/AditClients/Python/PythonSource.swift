/// A module of Python 3.10 or later: frozen dataclasses, and a client over the module `adit.typed`.
///
/// The annotations of the dataclasses are all that `adit.typed` has to know to read them.
struct PythonSource: LanguageSource {
    let model: ClientModel
    let caseNames: CaseNames
    let writer = SourceWriter()
    let isOwn: Bool
    let declared: [TypeDeclaration]

    static let fields = FieldNames(
        keywords: """
            False None True and as assert async await break class continue def del elif else except finally for from global if import \
            in is lambda nonlocal not or pass raise return try while with yield cls self to_json from_json
            """, reserved: "bool field float int mro object str typed", spelling: Words.snake)

    private static let constants = FieldNames(keywords: "", spelling: Words.screaming)

    init(_ model: ClientModel, isOwn: Bool = false) {
        self.model = model
        self.isOwn = isOwn
        declared = isOwn ? model.operations.own : model.operations.types
        caseNames = CaseNames(model, declared)
    }

    var text: String {
        writeTypes(declared.filter { type in if case .cases = type.kind { true } else { !type.isAlias } })
        writer.line()
        for type in aliases {
            if case .cases(let cases) = type.kind { writeUnion(of: type, cases) } else { writeTypes([type]) }
        }
        if isOwn { writeExported() } else { writeClient() }
        return head + writer.text
    }

    /// The names that `adit.typed` has as well.
    private func writeExported() {
        let cases = declared.flatMap { type in type.cases.map { caseNames.name(type.name, $0) } }
        writer.line()
        writer.block("__all__ = [", "]") { writer in
            for name in Set(declared.map(\.name) + cases).sorted() { writer.line(literal(name) + ",") }
        }
    }

    private var head: String {
        let code = writer.text.codeAlone(comment: "#")
        let head = SourceWriter()
        head.line("# \(Self.mark)")
        head.line(
            PythonSource.docstring(title, indented: 0))
        head.line("\nfrom __future__ import annotations\n")
        func names(_ module: String, _ names: [String]) {
            let used = names.filter { code.hasWord($0) }
            if !used.isEmpty { head.line("from \(module) import \(used.joined(separator: ", "))") }
        }
        names("collections.abc", ["AsyncIterator", "Awaitable", "Callable", "Mapping", "Sequence"])
        let field = code.contains(" = field(") ? ["field"] : []
        head.line("from dataclasses import \((["dataclass"] + field).joined(separator: ", "))")
        names("enum", ["Enum"])
        names("typing", ["Annotated", "Literal", "NoReturn", "TypeAlias"])
        if isOwn {
            head.line("\nfrom . import _coding as typed")
        } else {
            let core = code.hasWord("aio") ? "aio, " : ""
            head.line("\nfrom adit import \(core)typed\n\nAPP = \(literal(model.app))\nHASH = \(literal(model.hash))")
            head.line("\"\"\"The hash of the catalog of which this was made.\"\"\"")
        }
        return head.text
    }

    /// The types that are other names of a shape or a union of cases, each after those that it needs at once.
    private var aliases: [TypeDeclaration] {
        let aliases = declared.filter(\.isAlias)
        let byName = aliases.byName
        var ordered: [TypeDeclaration] = [], seen: Set<String> = []
        func add(_ type: TypeDeclaration) {
            guard seen.insert(type.name).inserted else { return }
            for name in type.directNames { if let other = byName[name] { add(other) } }
            ordered.append(type)
        }
        for type in aliases { add(type) }
        return ordered
    }

    func writeAlias(_ type: TypeDeclaration, _ shape: Shape) { writeAlias(type, [self.quoted(shape)]) }

    func writeTable(_ type: TypeDeclaration, _ id: Shape, _ element: Shape) {
        writeAlias(type, ["typed.Table[\(quoted(id, below: true)), \(quoted(element, below: true))]"])
    }

    func writeUnion(_ type: TypeDeclaration, _ shapes: [Shape]) { writeAlias(type, shapes.map { quoted($0) }) }

    /// Declares the name of one of several types.
    private func writeAlias(_ type: TypeDeclaration, _ names: [String]) { writeAlias(type.name, type.doc, names) }

    func writeAlias(_ name: String, _ doc: String, _ names: [String]) {
        let line = "\(name): TypeAlias = \(names.joined(separator: " | "))"
        // As ruff has it.
        if names.count == 1 || line.utf8.count < 120 {
            writer.line("\n" + line)
        } else {
            writer.block("\n\(name): TypeAlias = (", ")") { writer in
                let all = names.joined(separator: " | ")
                if all.utf8.count < 116 { return writer.line(all) }
                for (index, name) in names.enumerated() { writer.line((index == 0 ? "" : "| ") + name) }
            }
        }
        if !doc.isEmpty { writer.line(PythonSource.docstring(doc, indented: 0)) }
    }

    /// The argument of a class that has the keys of the members that are named otherwise.
    func keys(_ names: [(name: String, key: String)]) -> [String] {
        let keys = names.filter { $0.name != $0.key }.map { "\(literal($0.name)): \(literal($0.key))" }
        if keys.isEmpty { return [] }
        let one = "keys={\(keys.joined(separator: ", "))}"
        return [one.utf8.count < 90 ? one : "keys={\n" + keys.map { "    \($0),\n" }.joined() + "}"]
    }

    func writeChoices(_ type: TypeDeclaration, _ choices: [Choice]) {
        let kind = choices.areTexts ? "str" : "int"
        // In a class, the name of the class is that of its member.
        let names = PythonSource.constants.names(choices.map(\.words), beside: [type.name])
        writer.line("\n")
        writer.block("class \(type.name)(\(kind), Enum):", nil) { writer in
            if !type.doc.isEmpty { writer.line(PythonSource.docstring(type.doc) + "\n") }
            for (choice, name) in zip(choices, names) {
                writer.line("\(name) = \(literal(choice.value))")
                if !choice.doc.isEmpty { writer.line(PythonSource.docstring(choice.doc)) }
            }
        }
    }

    func writeRecord(_ name: String, _ doc: String, _ members: [Member]) {
        writeRecord(name, doc, members, base: "typed.Record", arguments: [])
    }

    private func writeRecord(_ name: String, _ doc: String, _ members: [Member], base: String, arguments: [String]) {
        let fields = namedInOrder(members)
        writer.line("\n\n@dataclass(frozen=True)")
        let bases = [base] + arguments + keys(fields.map { ($0.1, $0.0.key) })
        writer.call("class \(name)(", bases, "):")
        writer.indented { writer in
            if !doc.isEmpty { writer.line(PythonSource.docstring(doc) + (fields.isEmpty ? "" : "\n")) }
            if doc.isEmpty && fields.isEmpty { writer.line("pass") }
            for (member, name) in fields {
                let type = self.type(member.shape.wrapped)
                let value =
                    switch (member.isRequired, member.isSecret) {
                    case (true, false): type
                    case (true, true): "\(type) = field(repr=False)"
                    case (false, false): "\(PythonSource.optional(type)) = None"
                    case (false, true): "\(PythonSource.optional(type)) = field(default=None, repr=False)"
                    }
                writer.line("\(name): \(value)")
                if !member.doc.isEmpty { writer.line(PythonSource.docstring(member.doc)) }
            }
        }
    }

    /// A dataclass for each case; their union is an alias, which is written behind all classes.
    func writeCases(_ type: TypeDeclaration, _ cases: [Case]) {
        for one in cases {
            let name = caseNames.name(type.name, one), key = "case=\(literal(one.key))"
            guard case .value(let shape) = one.payload else {
                writeRecord(name, one.doc, one.members ?? [], base: "typed.Case", arguments: [key])
                continue
            }
            // A value that may be null is there all the same.
            writer.line("\n\n@dataclass(frozen=True)")
            writer.call("class \(name)(", ["typed.ValueCase", key], "):")
            writer.indented { writer in
                if !one.doc.isEmpty { writer.line(PythonSource.docstring(one.doc) + "\n") }
                writer.line("value: \(self.type(shape))\(one.isSecret ? " = field(repr=False)" : "")")
            }
        }
    }

    private func writeUnion(of type: TypeDeclaration, _ cases: [Case]) {
        writeAlias(type, cases.isEmpty ? ["NoReturn"] : cases.map { caseNames.name(type.name, $0) })
    }
}
