/// A file of Kotlin 1.3 or later: data classes, sealed classes, and a client over the package `dev.adit.typed` of Adit's binding for Java,
/// which reads values by annotations.
struct KotlinSource: LanguageSource {
    let model: ClientModel
    private let package: String
    let caseNames: CaseNames
    private let messages: Set<String>
    let writer = SourceWriter()
    /// The package of the binding has the types of Adit's own messages in Java.
    let isOwn = false
    var declared: [TypeDeclaration] { model.operations.types }

    private static let keywords = """
        as break class continue do else false for fun if in interface is null object package return super this throw true try typealias \
        typeof val var when while yield
        """
    static let fields = FieldNames(
        keywords: keywords, reserved: "clone finalize getClass hashCode json notify notifyAll toString wait",
        spelling: Words.camel, escape: { "`\($0)`" })
    static let packages = FieldNames(keywords: KotlinSource.keywords, spelling: Words.joined)
    /// What each class has: what is named so in a class hides it there.
    private static let nested = FieldNames(keywords: "", spelling: Words.pascal)
    private static let constants = FieldNames(keywords: "", spelling: Words.screaming)

    init(_ model: ClientModel, package: String?) {
        self.model = model
        self.package = package ?? KotlinSource.packages.names([model.app])[0]
        caseNames = CaseNames(in: model.operations.types, KotlinSource.nested)
        messages = model.typesToCore(isOwn: false)
    }

    var text: String {
        writeTypes(declared)
        writeClient()
        let head = SourceWriter()
        head.line("// \(Self.mark)\n// \(title)")
        head.line("@file:Suppress(\"unused\", \"UNCHECKED_CAST\")\n\npackage \(package)\n")
        for name in JavaSource.used(JavaSource.classes, in: writer.text) { head.line("import \(name)") }
        return head.text + writer.text
    }

    func writeAlias(_ type: TypeDeclaration, _ shape: Shape) {
        begin(type.doc)
        writer.line("typealias \(type.name) = \(self.type(shape))")
    }

    func writeTable(_ type: TypeDeclaration, _ id: Shape, _ element: Shape) {
        begin(type.doc)
        writer.line("typealias \(type.name) = Table<\(self.type(id)), \(self.type(element))>")
    }

    func writeUnion(_ type: TypeDeclaration, _ shapes: [Shape]) {
        begin(PlainText.sentences(type.doc, "One member is set."))
        writer.line("@Cases")
        writeBody(type.name, TypeDeclaration.members(ofUnion: shapes), "")
    }

    func writeRecord(_ name: String, _ text: String, _ members: [Member]) {
        begin(text)
        writeBody(name, members, "")
    }

    /// A data class, or an object if there are no members.
    ///
    /// - Parameter hidden: the names of the classes beside it, which hide others.
    private func writeBody(_ name: String, _ members: [Member], _ parent: String, beside hidden: [String] = []) {
        if members.isEmpty {
            writer.block("object \(name)\(parent) {") { $0.line("override fun toString() = \(literal(name))") }
            return
        }
        let fields = namedInOrder(members)
        let key = qualified("Key", beside: hidden)
        let parameters = fields.map { member, field in
            let type = qualified(type(member.shape.wrapped), beside: hidden)
            let arguments = [literal(member.key)] + JavaSource.arguments(of: member)
            return "@param:\(key)(\(arguments.joined(separator: ", "))) val \(field): "
                + (member.isRequired ? type : type + (type.hasSuffix("?") ? "" : "?") + " = null")
        }
        let hasDocs = members.contains { !$0.doc.isEmpty }
        let hasSecrets = members.contains(where: \.isSecret)
        let end = parent + (hasSecrets ? " {" : "")
        if parameters.count == 1 && !hasDocs && parameters[0].utf8.count < 76 {
            writer.line("data class \(name)(\(parameters[0]))\(end)")
        } else {
            writer.line("data class \(name)(")
            writer.indented { writer in
                for (index, (parameter, pair)) in zip(parameters, fields).enumerated() {
                    doc(pair.0.doc)
                    writer.line(parameter + (index < parameters.count - 1 ? "," : ""))
                }
            }
            writer.line(")\(end)")
        }
        if !hasSecrets { return }
        writer.indented { writer in
            let shown = fields.map { member, field in
                let name = field.filter { $0 != "`" }
                return member.isSecret ? literal("\(name)=***") : "\(literal("\(name)=")) + \(field)"
            }
            writer.line(
                "override fun toString() = \(literal(name + "(")) + \(shown.joined(separator: " + \(literal(", ")) + ")) + \")\""
            )
        }
        writer.line("}")
    }

    /// A text of types, in which those that are hidden have their packages.
    private func qualified(_ text: String, beside hidden: [String]) -> String {
        if hidden.isEmpty { return text }
        var result = "", word = ""
        for character in text + " " {
            if character.isLetter || character.isNumber {
                word.append(character)
                continue
            }
            let package = hidden.contains(word) ? (KotlinSource.packagesOfTypes[word] ?? package) + "." : ""
            result += package + word + String(character)
            word = ""
        }
        return String(result.dropLast())
    }

    private static let packagesOfTypes = [
        "Any": "kotlin", "Boolean": "kotlin", "Case": "dev.adit.typed", "Double": "kotlin", "Int": "kotlin",
        "Key": "dev.adit.typed", "List": "kotlin.collections", "Long": "kotlin", "Map": "kotlin.collections",
        "String": "kotlin", "Table": "dev.adit.typed",
    ]

    func writeChoices(_ type: TypeDeclaration, _ choices: [Choice]) {
        begin(type.doc)
        let kind = choices.areTexts ? "String" : "Long"
        writer.block("enum class \(type.name)(private val json: \(kind)) : Choice {") { writer in
            // In the class, the name of the class is that of its entry.
            let names = KotlinSource.constants.names(choices.map(\.words), beside: [type.name])
            for (index, (choice, name)) in zip(choices, names).enumerated() {
                doc(choice.doc)
                writer.line("\(name)(\(literal(choice)))\(index + 1 < choices.count ? "," : ";")")
            }
            writer.line("\noverride fun json(): Any = json")
        }
    }

    func writeCases(_ type: TypeDeclaration, _ cases: [Case]) {
        let names = cases.map { caseNames.name(type.name, $0) }
        begin(type.doc)
        writer.call("@Cases(", names.map { "\(type.name).\($0)::class" }, ")", comma: "")
        let parent = messages.contains(type.name) ? " : ToCore" : ""
        if cases.isEmpty { return writer.line("sealed class \(type.name)\(parent)") }
        let annotation = qualified("Case", beside: names), key = qualified("Key", beside: names)
        writer.block("sealed class \(type.name)\(parent) {") { writer in
            for (one, name) in zip(cases, names) {
                writer.separate()
                doc(one.doc)
                guard case .value(let shape) = one.payload else {
                    writer.line("@\(annotation)(\(literal(one.key)))")
                    writeBody(name, one.members ?? [], " : \(type.name)()", beside: names)
                    continue
                }
                writer.line("@\(annotation)(\(literal(one.key)), plain = true)")
                let arguments = shape.isOptional ? "\"\", optional = true" : "\"\""
                let value = "@param:\(key)(\(arguments)) val value: \(qualified(self.type(shape), beside: names))"
                let printing = "override fun toString() = \(literal(name + "(value=***)"))"
                writer.line(
                    "data class \(name)(\(value)) : \(type.name)()" + (one.isSecret ? " {\n    \(printing)\n}" : ""))
            }
        }
    }
}
