/// A file of Swift: structs and enums that are Codable, and a client over the package AditTyped.
struct SwiftSource: LanguageSource {
    let model: ClientModel
    let writer = SourceWriter()
    let isOwn: Bool

    static let fields = FieldNames(
        keywords: """
            associatedtype borrowing class consuming deinit enum extension fileprivate func import init inout internal let nonisolated open \
            operator precedencegroup private protocol public rethrows static struct subscript typealias var break case catch continue \
            default defer do else fallthrough for guard if in repeat return switch throw where while Any as await false is nil self Self \
            super throws true try Type Protocol
            """, reserved: "allCases hashValue", spelling: Words.camel,
        // These are no labels of arguments, with which others need no backticks.
        escape: { ["self", "inout", "let", "var"].contains($0) ? $0 + "_" : "`\($0)`" })

    init(_ model: ClientModel, isOwn: Bool = false) { (self.model, self.isOwn) = (model, isOwn) }

    var declared: [TypeDeclaration] { isOwn ? model.operations.own : model.appTypes }

    var text: String {
        writer.line("// \(Self.mark)\n// \(title)")
        if !isOwn { writer.line("import AditTyped") }
        writeTypes(declared)
        if !isOwn { writeClient() }
        return writer.text
    }

    func writeTable(_ type: TypeDeclaration, _ id: Shape, _ element: Shape) {
        begin(type.doc)
        writer.line("public typealias \(type.name) = AditTyped.Table<\(self.type(id)), \(self.type(element))>")
    }

    func writeChoices(_ type: TypeDeclaration, _ choices: [Choice]) {
        begin(type.doc)
        writer.block(
            "public enum \(type.name): \(choices.areTexts ? "String" : "Int"), Codable, Hashable, Sendable, CaseIterable {"
        ) { writer in
            for (choice, name) in zip(choices, SwiftSource.fields.names(choices.map(\.words))) {
                doc(choice.doc)
                writer.line("case \(name) = \(literal(choice))")
            }
        }
    }

    func writeAlias(_ type: TypeDeclaration, _ shape: Shape) {
        begin(type.doc)
        writer.line("public typealias \(type.name) = \(self.type(shape))")
    }

    func doc(_ text: String) { writer.documentation(text, mark: "///") }

    func writeRecord(_ name: String, _ doc: String, _ members: [Member]) {
        let pairs = named(members)
        begin(doc)
        writer.block("public struct \(name): Codable, Hashable, Sendable {") { writer in
            for (member, field) in pairs {
                self.doc(member.doc)
                writer.line("public var \(field): \(fieldType(member))")
            }
            let parameters = pairs.map { "\($0.1): \(fieldType($0.0))\($0.0.isRequired ? "" : " = nil")" }
            writer.line()
            writer.function("public init(", parameters, ") {") { writer in
                for (_, field) in pairs { writer.line("self.\(field) = \(field)") }
            }
            writer.block("\npublic init(from decoder: any Decoder) throws {") { writer in
                writer.call(
                    "\(members.isEmpty ? "_" : "let members") = try decoder.members([", members.map { literal($0.key) },
                    "])",
                    comma: "")
                for (member, field) in pairs { writer.line("self.\(field) = \(decode(member, "members"))") }
            }
            writer.block("\npublic func encode(to encoder: any Encoder) throws {") { writer in
                writer.line(
                    "\(members.isEmpty ? "_" : "var members") = encoder.container(keyedBy: AditTyped.MemberKey.self)")
                for (member, field) in pairs { writer.line(encode(member, "self.\(field)", "members")) }
            }
        }
        guard members.contains(where: \.isSecret) else { return }
        let shown = pairs.map { member, field in
            "\(literal(field.filter { $0 != "`" })): \(member.isSecret ? SwiftSource.mask : field + " as Any")"
        }
        writeMirror(name) {
            $0.call("Mirror(self, children: [", shown, "], displayStyle: .struct)", comma: "")
        }
    }

    func fieldType(_ member: Member) -> String { type(member.shape.wrapped) + (member.isRequired ? "" : "?") }

    func decode(_ member: Member, _ container: String) -> String {
        "try \(container).decode\(member.isRequired ? "" : "IfPresent")(\(type(member.shape.wrapped)).self, forKey: \(literal(member.key)))"
    }

    func encode(_ member: Member, _ field: String, _ container: String) -> String {
        "try \(container).encode\(member.isRequired ? "" : "IfPresent")(\(field), forKey: \(literal(member.key)))"
    }

    func writeUnion(_ type: TypeDeclaration, _ shapes: [Shape]) {
        begin(type.doc)
        writer.block("public enum \(type.name): Codable, Hashable, Sendable {") { writer in
            for shape in shapes { writer.line("case \(shape.form)(\(self.type(shape)))") }
            writer.block("\npublic init(from decoder: any Decoder) throws {") { writer in
                writer.line("let value = try decoder.singleValueContainer()")
                for shape in shapes.dropLast() {
                    writer.line(
                        "if let value = try? value.decode(\(self.type(shape)).self) { self = .\(shape.form)(value); return }"
                    )
                }
                if let last = shapes.last {
                    writer.line("self = .\(last.form)(try value.decode(\(self.type(last)).self))")
                }
            }
            writer.block("\npublic func encode(to encoder: any Encoder) throws {") { writer in
                writer.line("var container = encoder.singleValueContainer()")
                writer.line("switch self {")
                for shape in shapes { writer.line("case .\(shape.form)(let value): try container.encode(value)") }
                writer.line("}")
            }
        }
    }
}
