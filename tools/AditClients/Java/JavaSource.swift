/// A class of Java 17 or later that has the types of an app, as records and sealed interfaces, and a client over the package
/// `dev.adit.typed`, which reads values by annotations.
struct JavaSource: LanguageSource {
    let model: ClientModel
    private let package: String
    let caseNames: CaseNames
    private let messages: Set<String>
    let writer = SourceWriter()
    let isOwn: Bool
    let declared: [TypeDeclaration]
    /// The name of the class that has all types.
    let outer: String

    private static let keywords = """
        abstract assert boolean break byte case catch char class const continue default do double else enum extends false final finally \
        float for goto if implements import instanceof int interface long native new null package private protected public return short \
        static strictfp super switch synchronized this throw throws transient true try void volatile while
        """
    /// What every object has cannot be the name of a component.
    static let fields = FieldNames(
        keywords: JavaSource.keywords,
        reserved: "clone equals finalize getClass hashCode notify notifyAll toString wait json", spelling: Words.camel)
    static let packages = FieldNames(keywords: JavaSource.keywords, spelling: Words.joined)
    private static let constants = FieldNames(keywords: "", spelling: Words.screaming)

    init(_ model: ClientModel, package: String?, isOwn: Bool = false) {
        self.model = model
        self.isOwn = isOwn
        self.package = isOwn ? "dev.adit.typed" : package ?? JavaSource.packages.names([model.app])[0]
        declared = isOwn ? model.operations.own : model.operations.types
        caseNames = CaseNames(model, declared)
        messages = model.typesToCore(isOwn: isOwn)
        var table = model.names
        outer = isOwn ? "Protocol" : table.claim(Words.pascal(model.app) + "App")
    }

    var text: String {
        writeTypes(declared)
        if !isOwn { writeClient() }
        let body = SourceWriter()
        body.documentationBlock(JavaSource.plain(title))
        body.block("public final class \(outer) {") { body in
            body.line("private \(outer)() {}")
            body.line(String(writer.text.dropLast()))
        }
        let others = ["List", "Map", "function.BiConsumer", "function.BiFunction", "function.Consumer"]
        let all = (JavaSource.classes + others.map { "java.util." + $0 }).sorted()
        let imports = JavaSource.used(all, in: body.text).filter { !isOwn || !$0.hasPrefix("dev.adit.typed.") }
        let head = SourceWriter()
        head.line("// \(Self.mark)\npackage \(package);\n")
        for name in imports { head.line("import \(name);") }
        return head.text + (imports.isEmpty ? "" : "\n") + body.text
    }

    /// What a file of Java or Kotlin imports, if it is used there.
    static let classes = [
        "dev.adit.Core", "dev.adit.GatewayCall", "dev.adit.Library", "dev.adit.typed.Case", "dev.adit.typed.Cases",
        "dev.adit.typed.Choice", "dev.adit.typed.Feature", "dev.adit.typed.Followed", "dev.adit.typed.GatewayItems",
        "dev.adit.typed.Key", "dev.adit.typed.Messages", "dev.adit.typed.Protocol.AditConfig",
        "dev.adit.typed.Received", "dev.adit.typed.Table", "dev.adit.typed.ToCore",
        "java.util.concurrent.CompletableFuture", "java.util.concurrent.CompletionStage",
    ]

    /// Those of some classes whose names are in a source text.
    static func used(_ classes: [String], in text: String) -> [String] {
        let code = text.codeAlone()
        return classes.filter { name in name.split(separator: ".").last.map { code.hasWord(String($0)) } == true }
    }

    func doc(_ text: String) { writer.documentationBlock(JavaSource.plain(text)) }

    /// A text without the escapes of Unicode, which Java reads in comments as well.
    private static func plain(_ text: String) -> String {
        var result = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            if scalar == "u", result.last == "\\" { result.append(" ") }
            result.append(scalar)
        }
        return String(result)
    }

    // Java has no other names of types: each is what it means.
    func writeAlias(_ type: TypeDeclaration, _ shape: Shape) {}
    func writeTable(_ type: TypeDeclaration, _ id: Shape, _ element: Shape) {}

    func writeUnion(_ type: TypeDeclaration, _ shapes: [Shape]) {
        begin(PlainText.sentences(type.doc, "One member is set."))
        writer.line("@Cases({})")
        writeBody(type.name, TypeDeclaration.members(ofUnion: shapes), "")
    }

    func writeRecord(_ name: String, _ text: String, _ members: [Member]) {
        begin(text)
        writeBody(name, members, "")
    }

    /// - Parameter parent: ` implements` an interface, or nothing.
    private func writeBody(_ name: String, _ members: [Member], _ parent: String) {
        let fields = named(members)
        let components = fields.map { member, field in "\(annotation(member)) \(type(of: member)) \(field)" }
        let head = "public record \(name)("
        if components.count > 1 || components.contains(where: { $0.utf8.count > 60 }) {
            writer.line(head)
            writer.indented { writer in
                for (index, (component, member)) in zip(components, members).enumerated() {
                    doc(member.doc)
                    writer.line("    " + component + (index < members.count - 1 ? "," : ")"))
                }
            }
            writer.line("    \(parent.isEmpty ? "" : parent.dropFirst() + " "){")
        } else {
            writer.line(head + components.joined() + ")" + parent + " {")
        }
        writer.indented { writer in
            writeConstructor(name, fields)
            if members.contains(where: \.isSecret) { writePrinting(name, fields) }
        }
        writer.line("}")
    }

    private func annotation(_ member: Member) -> String {
        let arguments = [literal(member.key)] + JavaSource.arguments(of: member)
        return "@Key(\(arguments.count == 1 ? "" : "value = ")\(arguments.joined(separator: ", ")))"
    }

    /// What `@Key` says of a member besides its key, in Kotlin as well.
    static func arguments(of member: Member) -> [String] {
        var arguments = member.isRequired ? [] : ["optional = true"]
        if case .integer(let least, let most) = member.shape.wrapped {
            if least != .min { arguments.append("least = \(least)L") }
            if most != .max { arguments.append("most = \(most)L") }
        }
        return arguments
    }

    private func type(of member: Member) -> String { type(member.shape.wrapped, boxed: !member.isRequired) }

    /// A constructor of what has to be there, and a copy with each of what may be absent.
    private func writeConstructor(_ name: String, _ fields: [(Member, String)]) {
        let required = fields.filter(\.0.isRequired)
        let optional = fields.filter { !$0.0.isRequired }
        if optional.isEmpty { return }
        func list(_ fields: [(Member, String)]) -> [String] { fields.map { "\(type(of: $0.0)) \($0.1)" } }
        writer.line("/** A value with nothing but what has to be there. */")
        writer.function("public \(name)(", list(required), ") {") {
            $0.call("this(", fields.map { member, field in member.isRequired ? field : "null" }, ");", comma: "")
        }
        let names = JavaSource.fields.names(optional.map { "with " + $0.0.words })
        for ((member, field), with) in zip(optional, names) {
            writer.line()
            writer.block("public \(name) \(with)(\(type(of: member)) \(field)) {") {
                $0.call("return new \(name)(", fields.map(\.1), ");", comma: "")
            }
        }
    }

    /// Writes what a record prints without its secrets.
    private func writePrinting(_ name: String, _ fields: [(Member, String)]) {
        writer.line("\n@Override")
        writer.block("public String toString() {") { writer in
            let shown = fields.enumerated().map { index, pair in
                let head = literal((index == 0 ? name + "[" : ", ") + pair.1 + "=")
                return "\(head) + \(pair.0.isSecret ? "\"***\"" : pair.1)"
            }
            writer.line("return \(shown.joined(separator: "\n    + ")) + \"]\";")
        }
    }

    func writeChoices(_ type: TypeDeclaration, _ choices: [Choice]) {
        let isText = choices.areTexts
        // In the class, the name of the class is that of its constant.
        let names = JavaSource.constants.names(choices.map(\.words), beside: [type.name])
        begin(type.doc)
        writer.block("public enum \(type.name) implements Choice {") { writer in
            for (index, (choice, name)) in zip(choices, names).enumerated() {
                doc(choice.doc)
                let value = isText ? literal(choice) : literal(choice) + "L"
                writer.line("\(name)(\(value))\(index + 1 < choices.count ? "," : ";")")
            }
            let kind = isText ? "String" : "long"
            writer.line(
                "\nprivate final \(kind) json;\n\n\(type.name)(\(kind) json) {\n    this.json = json;\n}\n\n@Override\npublic Object json() {\n    return json;\n}"
            )
        }
    }

    func writeCases(_ type: TypeDeclaration, _ cases: [Case]) {
        let names = cases.map { caseNames.name(type.name, $0) }
        begin(type.doc)
        writer.call("@Cases({", names.map { $0 + ".class" }, "})", comma: "")
        let parent = messages.contains(type.name) ? " extends ToCore" : ""
        writer.line("public \(cases.isEmpty ? "" : "sealed ")interface \(type.name)\(parent) {}")
        for (one, name) in zip(cases, names) {
            begin(one.doc)
            guard case .value(let shape) = one.payload else {
                writer.line("@Case(\(literal(one.key)))")
                writeBody(name, one.members ?? [], " implements \(type.name)")
                continue
            }
            writer.line("@Case(value = \(literal(one.key)), plain = true)")
            // A value that may be null is there all the same.
            let annotation = shape.isOptional ? "@Key(value = \"\", optional = true)" : "@Key(\"\")"
            let value = self.type(shape.wrapped, boxed: shape.isOptional)
            writer.block("public record \(name)(\(annotation) \(value) value) implements \(type.name) {") { writer in
                if one.isSecret {
                    writer.line(
                        "@Override\npublic String toString() {\n    return \(literal(name + "[value=***]"));\n}")
                }
            }
        }
    }
}
