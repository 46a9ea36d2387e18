/// A package of Go 1.19 or later: structs, and a client over the module `adit`. An enum is an interface, with a struct for each case; the
/// package `adit/typed` reads values by the tags of fields.
struct GoSource: LanguageSource {
    let model: ClientModel
    private let package: String
    let writer = SourceWriter(indent: "\t")
    let isOwn: Bool
    let declared: [TypeDeclaration]
    let caseNames: CaseNames
    private let messages: Set<String>

    static let fields = FieldNames(keywords: "", reserved: "Format ToCore", spelling: GoSource.exported)
    private static let packages = FieldNames(
        keywords: """
            break case chan const continue default defer else fallthrough for func go goto if import interface main map package range \
            return select struct switch type var
            """, spelling: Words.joined)
    private let constants: [String: [String]]
    private static let initialisms = ["Id": "ID", "Url": "URL", "Uuid": "UUID", "Json": "JSON"]

    init(_ model: ClientModel, package: String?, isOwn: Bool = false) {
        self.model = model
        self.isOwn = isOwn
        self.package = isOwn ? "typed" : package ?? GoSource.packages.names([model.app])[0]
        declared = isOwn ? model.operations.own : model.operations.types
        caseNames = CaseNames(model, declared)
        messages = model.typesToCore(isOwn: isOwn)
        var table = model.names
        for type in declared { for one in type.cases { _ = table.claim(caseNames.name(type.name, one)) } }
        var constants: [String: [String]] = [:]
        for type in declared {
            guard case .choices(let choices) = type.kind else { continue }
            constants[type.name] = GoSource.fields.names(choices.map(\.words)).map { table.claim(type.name + $0) }
        }
        self.constants = constants
    }

    /// `ID`, `AlterDate`
    static func exported(_ key: String) -> String {
        let words = Words.split(key).map(Words.capitalized).map { initialisms[$0] ?? $0 }.joined()
        return words.first.map { !$0.isNumber } == true ? words : "Value" + words
    }

    /// What stands before a name of the package `adit/typed`.
    var typed: String { isOwn ? "" : "typed." }

    var text: String {
        writeTypes(declared)
        writeRegistration()
        if !isOwn { writeClient() }
        let body = writer.text
        let head = SourceWriter(indent: "\t")
        head.line("// \(Self.mark)\n")
        if !isOwn { head.line("// Package \(package): \(title)") }
        head.line("package \(package)")
        let module = "adit.example/adit"
        // Go takes no import that is not used.
        let code = body.codeAlone()
        let standard = ["context", "fmt"].filter { code.contains($0 + ".") }
        let names = ["adit": module, "typed": module + "/typed"].filter { code.contains($0.key + ".") }
        let others = isOwn ? [] : names.values.sorted()
        if !standard.isEmpty || !others.isEmpty {
            head.block("\nimport (", ")") { head in
                for name in standard { head.line(literal(name)) }
                if !standard.isEmpty && !others.isEmpty { head.line() }
                for name in others { head.line(literal(name)) }
            }
        }
        return head.text + body
    }

    func writeAlias(_ type: TypeDeclaration, _ shape: Shape) {
        begin(type.name, type.doc)
        writer.line("type \(type.name) = \(self.type(shape))")
    }

    func writeTable(_ type: TypeDeclaration, _ id: Shape, _ element: Shape) {
        begin(type.name, type.doc)
        writer.line("type \(type.name) = \(typed)Table[\(self.type(id)), \(self.type(element))]")
    }

    func doc(_ name: String, _ text: String) {
        if !text.isEmpty { doc("\(name): \(text)") }
    }

    func begin(_ name: String, _ text: String) {
        writer.line()
        doc(name, text)
    }

    /// Writes a comment. gofmt takes doubled marks for quotation marks, so that ``Blob`` of Swift's comments would be “Blob“.
    func doc(_ text: String) {
        writer.documentation(text.replacing("``", with: "`").replacing("''", with: "'"), mark: "//")
    }

    func writeRecord(_ name: String, _ text: String, _ members: [Member]) {
        begin(name, text)
        let fields = named(members).map { member, field in
            let type = type(member.shape.wrapped)
            return (
                doc: member.doc,
                cells: [
                    field, member.isRequired || isNilable(member.shape.wrapped) ? type : "*" + type,
                    GoSource.tag(member.key, isOptional: !member.isRequired, isSecret: member.isSecret),
                ]
            )
        }
        writeStruct("type \(name) struct", fields)
        if members.contains(where: \.isSecret) { writePrinting(name) }
    }

    /// Writes a struct, with its fields in columns as `gofmt` has them.
    private func writeStruct(_ head: String, _ fields: [(doc: String, cells: [String])]) {
        if fields.isEmpty { return writer.line(head + "{}") }
        writer.block(head + " {") { _ in writeAligned(fields) }
    }

    /// Writes lines in columns; a comment begins new ones.
    private func writeAligned(_ rows: [(doc: String, cells: [String])]) {
        var rest = rows[...]
        while !rest.isEmpty {
            let end = rest.dropFirst().firstIndex { !$0.doc.isEmpty } ?? rest.endIndex
            let group = rest[..<end]
            rest = rest[end...]
            let count = group.map(\.cells.count).max() ?? 0
            let widths = (0..<count).map { column in
                group.map { column < $0.cells.count ? $0.cells[column].unicodeScalars.count : 0 }.max() ?? 0
            }
            for row in group {
                if !row.doc.isEmpty { doc(row.doc) }
                var line = ""
                for (cell, width) in zip(row.cells, widths) {
                    line += cell + String(repeating: " ", count: width - cell.unicodeScalars.count + 1)
                }
                while line.hasSuffix(" ") { line.removeLast() }
                writer.line(line)
            }
        }
    }

    /// Writes a method by which package fmt prints a value without its secrets.
    private func writePrinting(_ name: String) {
        writer.line("\n// Format prints a value without its secrets.")
        writer.line("func (value \(name)) Format(state fmt.State, verb rune) { \(typed)Format(state, value) }")
    }

    func writeChoices(_ type: TypeDeclaration, _ choices: [Choice]) {
        let names = constants[type.name] ?? []
        begin(type.name, type.doc)
        writer.line("type \(type.name) \(choices.areTexts ? "string" : "int64")\n")
        if !type.doc.isEmpty || choices.isEmpty { doc("The values of \(type.name).") }
        writer.block("const (", ")") { _ in
            writeAligned(zip(choices, names).map { ($0.doc, [$1, type.name, "= " + literal($0)]) })
        }
    }

    func writeUnion(_ type: TypeDeclaration, _ shapes: [Shape]) {
        begin(type.name, PlainText.sentences(type.doc, "One field is set."))
        writeStruct("type \(type.name) struct", shapes.map { ("", [Words.pascal($0.form), "*" + self.type($0)]) })
    }

    func writeCases(_ type: TypeDeclaration, _ cases: [Case]) {
        let marker = "is\(type.name)()"
        let names = cases.map { caseNames.name(type.name, $0) }
        begin(type.name, type.doc.isEmpty ? "A case of it is a struct." : type.doc)
        let isMessage = messages.contains(type.name)
        if isMessage {
            writer.block("type \(type.name) interface {") { $0.line("\(typed)ToCore\n\(marker)") }
        } else {
            writer.line("type \(type.name) interface{ \(marker) }")
        }
        for (one, name) in zip(cases, names) {
            guard case .value(let shape) = one.payload else {
                writeRecord(name, one.doc, one.members ?? [])
                continue
            }
            begin(name, one.doc)
            let tag = one.isSecret ? [#"`secret:"true"`"#] : []
            writeStruct("type \(name) struct", [("", ["Value", self.type(shape)] + tag)])
            if one.isSecret { writePrinting(name) }
        }
        if !cases.isEmpty { writer.line() }
        writeAlignedFunctions(
            names.flatMap { name in
                ([marker] + (isMessage ? ["ToCore()"] : [])).map { "func (\(name)) \($0)" }
            })
    }

    /// Writes functions without a body in lines below each other.
    private func writeAlignedFunctions(_ heads: [String]) {
        let width = heads.map(\.unicodeScalars.count).max() ?? 0
        for head in heads {
            writer.line(head + String(repeating: " ", count: width - head.unicodeScalars.count) + " {}")
        }
    }

    /// Tells `adit/typed` the cases and the values of types.
    private func writeRegistration() {
        writer.block("\nfunc init() {") { writer in
            for type in declared {
                switch type.kind {
                case .cases(let cases):
                    let ones = cases.map { one in
                        let kind = if case .value = one.payload { "Value" } else { "Case" }
                        return "\(typed)\(kind)(\(literal(one.key)), \(caseNames.name(type.name, one)){})"
                    }
                    writer.call("\(typed)Cases[\(type.name)](", ones, ")")
                case .choices: writer.call("\(typed)Choices(", constants[type.name] ?? [], ")")
                case .union: writer.line("\(typed)Forms[\(type.name)]()")
                default: break
                }
            }
        }
    }
}
