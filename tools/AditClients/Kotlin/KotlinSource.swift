/// A file of Kotlin 1.3 or later: data classes, sealed classes, and a client over Adit's binding for Java.
struct KotlinSource: LanguageSource {
    let model: ClientModel
    private let package: String
    private let caseNames: CaseNames
    let writer = SourceWriter()

    private static let keywords = """
        as break class continue do else false for fun if in interface is null object package return super this throw true try typealias \
        typeof val var when while yield
        """
    static let fields = FieldNames(
        keywords: keywords, reserved: "toJson", spelling: Words.camel, escape: { "`\($0)`" })
    private static let packages = FieldNames(keywords: KotlinSource.keywords, spelling: Words.joined)
    private static let constants = FieldNames(keywords: "", spelling: Words.screaming)

    init(_ model: ClientModel, package: String?) {
        self.model = model
        self.package = package ?? KotlinSource.packages.names([model.app])[0]
        caseNames = CaseNames(model)
    }

    var text: String {
        writer.line("// \(title)\n// Made by adit generate; changes are lost.")
        writer.line("@file:Suppress(\"unused\", \"UNUSED_PARAMETER\", \"UNUSED_VARIABLE\")\n\npackage \(package)\n")
        writer.line("import java.util.concurrent.CompletableFuture\nimport java.util.concurrent.CompletionStage\n")
        writer.line(KotlinSource.head)
        writeTypes()
        writer.line(
            "\nconst val APP = \(literal(model.app))\n\n/** The hash of the catalog of which this was made. */\nconst val HASH = \(literal(model.hash))"
        )
        writeDirection(
            "Sent", "A message to the core, and what stands beside it.", ClientModel.messageToCore, model.toCore)
        writeDirection(
            "Received", "A message to the host, and what stands beside it.", ClientModel.messageToHost, model.toHost)
        writer.line(KotlinSource.runtime)
        writeClient()
        return writer.text
    }

    func writeUnion(_ type: TypeDeclaration, _ shapes: [Shape]) {
        writer.line()
        doc(type.doc + (type.doc.isEmpty ? "" : " ") + "One of: \(shapes.map(self.type).joined(separator: ", ")).")
        writer.line("typealias \(type.name) = Any\n")
        writer.block("private fun read\(type.name)(value: Any?, path: String): Any = when (value) {") { writer in
            for shape in shapes { writer.line("is \(kind(shape)) -> \(read(shape))(value, path)") }
            writer.line(
                "else -> throw expected(value, path, \(literal(shapes.map(self.type).joined(separator: " or "))))")
        }
    }

    func writeAlias(_ type: TypeDeclaration, _ shape: Shape) {
        writer.line()
        doc(type.doc)
        writer.line(
            "typealias \(type.name) = \(self.type(shape))\n\nprivate fun read\(type.name)(value: Any?, path: String): \(type.name) = \(read(shape))(value, path)"
        )
    }

    func doc(_ text: String) { writer.documentationBlock(text) }

    func writeRecord(_ name: String, _ doc: String, _ members: [Member]) {
        writer.line()
        writeRecord(name, doc, members, case: nil)
    }

    /// A data class, or an object if there are no members. A case writes its key around the members.
    private func writeRecord(
        _ name: String, _ text: String, _ members: [Member], case key: String?, of base: String? = nil
    ) {
        let pairs = namedInOrder(members)
        let parent = base.map { "\($0)()" } ?? "Encodable"
        doc(text)
        func writeBody(_ writer: SourceWriter) {
            writer.block("override fun toJson(): Any? =", nil) { writer in
                let all = pairs.map { "\(literal($0.0.key)) to this.\($0.1)" }
                let required = all.prefix(pairs.filter(\.0.isRequired).count).joined(separator: ", ")
                let optional = all.dropFirst(pairs.filter(\.0.isRequired).count).joined(separator: ", ")
                let object = "objectOf(mapOf<String, Any?>(\(required)), mapOf<String, Any?>(\(optional)))"
                writer.line(key.map { "mapOf(\(literal($0)) to \(object))" } ?? object)
            }
        }
        let keys = members.map { ", " + literal($0.key) }.joined()
        if members.isEmpty {
            writer.block("object \(name) : \(parent) {") { writer in
                writeBody(writer)
                writer.line("\noverride fun toString() = \(literal(name))\n")
                writer.block("fun fromJson(value: Any?, path: String = \"\"): \(name) {") {
                    $0.line("membersOf(value, path)\nreturn this")
                }
            }
            return
        }
        writer.block("data class \(name)(", nil) { writer in
            for (member, field) in pairs {
                doc(member.doc)
                let type = type(member.shape.wrapped)
                writer.line(
                    "val \(field): \(member.isRequired ? type : type + (type.hasSuffix("?") ? "" : "?") + " = null"),")
            }
        }
        writer.dropLastComma()
        writer.block(") : \(parent) {") { writer in
            writeBody(writer)
            if members.contains(where: \.isSecret) {
                let shown = pairs.map { member, field in
                    let name = field.filter { $0 != "`" }
                    return member.isSecret ? literal("\(name)=***") : "\(literal("\(name)=")) + \(field)"
                }
                writer.line(
                    "\noverride fun toString() = \(literal(name + "(")) + \(shown.joined(separator: " + \(literal(", ")) + ")) + \")\""
                )
            }
            writer.block("\ncompanion object {") { writer in
                writer.block("fun fromJson(value: Any?, path: String = \"\"): \(name) {") { writer in
                    writer.line("val members = membersOf(value, path\(keys))")
                    writer.block("return \(name)(", ")") { writer in
                        for (index, (member, field)) in pairs.enumerated() {
                            let reader = member.isRequired ? "need" : "may"
                            writer.line(
                                "\(field) = \(reader)(members, \(literal(member.key)), path, \(function(member.shape.wrapped)))\(index + 1 < pairs.count ? "," : "")"
                            )
                        }
                    }
                }
            }
        }
    }

    func writeChoices(_ type: TypeDeclaration, _ choices: [Choice]) {
        writer.line()
        let isText = choices.allSatisfy { $0.value.text != nil }
        doc(type.doc)
        writer.block("enum class \(type.name)(val json: \(isText ? "String" : "Long")) : Encodable {") { writer in
            // In the class, the name of the class is that of its entry.
            let names = KotlinSource.constants.names(choices.map(\.words), beside: [type.name])
            for (index, (choice, name)) in zip(choices, names).enumerated() {
                doc(choice.doc)
                writer.line(
                    "\(name)(\(literal(choice)))\(index + 1 < choices.count ? "," : ";")"
                )
            }
            writer.line("\noverride fun toJson(): Any? = json\n")
            writer.block("companion object {") { writer in
                writer.line("fun fromJson(value: Any?, path: String = \"\"): \(type.name) =")
                writer.line(
                    "    values().firstOrNull { it.json == value } ?: throw expected(value, path, values().joinToString { it.json.toString() })"
                )
            }
        }
    }

    func writeCases(_ type: TypeDeclaration, _ cases: [Case]) {
        writer.line()
        doc(type.doc)
        writer.block("sealed class \(type.name) : Encodable {") { writer in
            writer.block("companion object {") { writer in
                writer.block("fun fromJson(value: Any?, path: String = \"\"): \(type.name) {") { writer in
                    let keys = cases.map { ", " + literal($0.key) }.joined()
                    writer.line("val (key, payload) = caseOf(value, path\(keys))\nval inner = below(path, key)")
                    writer.block("return when (key) {") { writer in
                        for one in cases {
                            writer.line(
                                "\(literal(one.key)) -> \(caseNames.name(type.name, one)).fromJson(payload, inner)")
                        }
                        writer.line("else -> throw DecodingError(inner, \"unknown key\")")
                    }
                }
            }
        }
        for one in cases {
            writer.line()
            let name = caseNames.name(type.name, one)
            switch one.payload {
            case .none: writeRecord(name, one.doc, [], case: one.key, of: type.name)
            case .members(_, let members): writeRecord(name, one.doc, members, case: one.key, of: type.name)
            case .value(let shape):
                doc(one.doc)
                writer.block("data class \(name)(val value: \(self.type(shape))) : \(type.name)() {") { writer in
                    writer.line("override fun toJson(): Any? = mapOf(\(literal(one.key)) to encoded(value))\n")
                    if one.isSecret { writer.line("override fun toString() = \(literal(name + "(value=***)"))\n") }
                    writer.block("companion object {") {
                        $0.line(
                            "fun fromJson(value: Any?, path: String = \"\"): \(name) = \(name)(\(read(shape))(value, path))"
                        )
                    }
                }
            }
        }
    }
}
