/// A header of C++17: structs, an enum as a `std::variant` of its cases, and a client over `adit_typed.hpp`, which reads values by the
/// static members of structs. It is as clang-format has it with four spaces and 120 columns.
struct CppSource: LanguageSource {
    let model: ClientModel
    let writer = SourceWriter()
    let isOwn: Bool
    let declared: [TypeDeclaration]
    let caseNames: CaseNames
    private let namespace: String
    /// Of cases of `Sent` and `Heard` whose value is below `request` or `response`, that key; by the names of the cases.
    private let wrappers: [String: String]

    private static let keywords = """
        alignas alignof and and_eq asm auto bitand bitor bool break case catch char char8_t char16_t char32_t class compl concept const \
        consteval constexpr constinit const_cast continue co_await co_return co_yield decltype default delete do double dynamic_cast else \
        enum explicit export extern false float for friend goto if import inline int long module mutable namespace new noexcept not not_eq \
        nullptr operator or or_eq private protected public register reinterpret_cast requires return short signed sizeof static \
        static_assert static_cast struct switch template this thread_local throw true try typedef typeid typename union unsigned using \
        virtual void volatile wchar_t while xor xor_eq
        """
    /// Names of macros of C and of the system, which have a meaning everywhere.
    private static let macros = """
        assert errno htonl htons ntohl ntohs linux major makedev minor offsetof setjmp sigaction stderr stdin stdout unix va_arg va_copy \
        va_end va_start
        """
    static let fields = FieldNames(
        keywords: CppSource.keywords + " " + CppSource.macros, reserved: "adit_case adit_fields adit_serve",
        spelling: Words.snake)
    static let namespaces = FieldNames(
        keywords: CppSource.keywords + " " + CppSource.macros + " adit std", spelling: Words.joined)

    /// - Parameter package: the namespace; nil for the app's name.
    init(_ model: ClientModel, package: String?, isOwn: Bool = false) {
        self.model = model
        self.isOwn = isOwn
        namespace = isOwn ? "adit::typed" : package ?? CppSource.namespaces.names([model.app])[0]
        let operations = model.operations
        if isOwn {
            (declared, wrappers) = (operations.own, [:])
            caseNames = CaseNames(model, operations.own)
            return
        }
        let tops = [("Sent", "may send", operations.toCore), ("Heard", "hears", operations.toHost)].map {
            name, verb, branches in
            (name, verb, operations.tops(branches, CppSource.fields))
        }
        let messages = tops.map { name, verb, tops in
            TypeDeclaration(
                name: name, doc: "What this client \(verb).",
                kind: .cases(tops.map(\.asCase)))
        }
        declared = model.appTypes + messages
        caseNames = CaseNames(model, declared)
        var wrappers: [String: String] = [:]
        for (name, _, tops) in tops {
            for top in tops where top.one == nil { wrappers[caseNames.name(name, top.asCase)] = top.wrapper }
        }
        self.wrappers = wrappers
    }

    var text: String {
        writer.line("// \(Self.mark)")
        writer.documentationBlock("@file \(title)")
        writer.line("#pragma once\n\n#include <\(isOwn ? "adit_coding.hpp" : "adit_typed.hpp")>\n")
        writer.line("namespace \(namespace) {")
        if !isOwn {
            writer.line("\nnamespace typed = adit::typed;")
            writer.line("using typed::operator==, typed::operator!=, typed::operator<<;")
        }
        if declared.contains(where: { if case .choices = $0.kind { true } else { false } }) {
            writer.line("\ntemplate <typename Choice> struct AditChoices;")
            writer.line("template <typename Choice> AditChoices<Choice> adit_choices(Choice);")
        }
        writeTypesInOrder()
        if !isOwn { writeClient() }
        writer.line("\n} // namespace \(namespace)")
        return writer.text
    }

    func doc(_ text: String) {
        writer.documentationBlock(PlainText.wrapped(text, width: 110 - 4 * writer.depth).joined(separator: "\n"))
    }

    func writeAlias(_ type: TypeDeclaration, _ shape: Shape) {
        begin(type.doc)
        writeAlias(type.name, self.type(shape, in: type.name))
    }

    func writeTable(_ type: TypeDeclaration, _ id: Shape, _ element: Shape) {
        begin(type.doc)
        writeAlias(type.name, "typed::Table<\(self.type(id)), \(self.type(element))>")
    }

    func writeUnion(_ type: TypeDeclaration, _ shapes: [Shape]) {
        begin(type.doc)
        writeVariant(type.name, shapes.map { self.type($0, in: type.name) })
    }

    private func writeAlias(_ name: String, _ meaning: String) { writer.line("using \(name) = \(meaning);") }

    private func writeVariant(_ name: String, _ forms: [String]) {
        let forms = forms.isEmpty ? ["typed::Never"] : forms
        let line = "using \(name) = std::variant<\(forms.joined(separator: ", "))>;"
        if line.utf8.count <= 120 { return writer.line(line) }
        // clang-format weighs breaks between elements against one behind `=` or `<`.
        let head = "using \(name) =", variant = "std::variant<"
        let beside = packed("\(head) \(variant)", forms, ">;")
        let below = [head] + packed("    " + variant, forms, ">;")
        let within = ["\(head) \(variant)"] + packed("    ", forms, ">;")
        let ways = [(2 * beside.count - 2, beside), (2 * below.count - 3, below), (2 * within.count, within)]
        for line in ways.min(by: { $0.0 < $1.0 })?.1 ?? [] { writer.line(line) }
    }

    func writeRecord(_ name: String, _ doc: String, _ members: [Member]) {
        begin(doc)
        let members = namedInOrder(members)
        if members.isEmpty {
            return writeStruct(name) { $0.line("template <typename AditVisit> static void adit_fields(AditVisit) {}") }
        }
        writeStruct(name) { writer in
            writeMembers(members, of: name, in: name)
            writer.line()
            writeFields(members, of: name)
        }
    }

    /// The structs, and the variant: a type that leads back to itself is declared before they are.
    func writeCases(_ type: TypeDeclaration, _ cases: [Case]) {
        writeStructs(of: type, cases)
        writeVariant(of: type, cases)
    }

    func writeVariant(of type: TypeDeclaration, _ cases: [Case]) {
        begin(type.doc)
        writeVariant(type.name, cases.map { caseNames.name(type.name, $0) })
    }

    func writeStructs(of type: TypeDeclaration, _ cases: [Case]) {
        for one in cases { write(one, caseNames.name(type.name, one), of: type.name) }
    }

    private func write(_ one: Case, _ name: String, of owner: String) {
        begin(one.doc)
        let key = CppSource.literal(one.key)
        switch one.payload {
        case .none: writeStruct(name) { $0.line("static constexpr typed::Case adit_case{\(key)};") }
        case .value(let shape):
            writeStruct(name) { writer in
                writer.line("\(type(shape, in: owner)) value{};\n")
                let below = wrappers[name].map { ", \(literal($0))" } ?? (one.isSecret ? ", \"\"" : "")
                pack(
                    "static constexpr typed::ValueCase adit_case{", [key + below + (one.isSecret ? ", true" : "")], "};"
                )
            }
        case .members(_, let members):
            writeStruct(name) { writer in
                let members = namedInOrder(members)
                writeMembers(members, of: name, in: owner)
                writer.line("\nstatic constexpr typed::Case adit_case{\(key)};")
                writeFields(members, of: name)
            }
        }
    }

    private func writeStruct(_ name: String, _ body: (SourceWriter) -> Void) {
        writer.block("struct \(name) {", "};", body)
    }

    private func writeMembers(_ members: [(Member, String)], of name: String, in owner: String) {
        for (member, field) in members {
            doc(member.doc)
            writer.line("\(fieldType(member, in: owner)) \(field){};")
        }
    }

    /// The function by which `adit_coding.hpp` knows the members.
    private func writeFields(_ members: [(Member, String)], of name: String) {
        writer.block("template <typename AditVisit> static void adit_fields(AditVisit visit) {") { _ in
            for (member, field) in members {
                pack(
                    "visit(", [literal(member.key), "&\(name)::\(field)"] + (member.isSecret ? ["typed::secret"] : []),
                    ");")
            }
        }
    }

    func writeChoices(_ type: TypeDeclaration, _ choices: [Choice]) {
        let name = type.name
        let isText = choices.areTexts
        let values = Array(zip(choices, CppSource.fields.names(choices.map(\.words))))
        begin(type.doc)
        let isDocumented = choices.contains { !$0.doc.isEmpty }
        let head = "enum class \(name)\(isText ? "" : " : std::int64_t") {"
        let line = head + " " + values.map(\.1).joined(separator: ", ") + " };"
        let enumerators = values.map { choice, word in isText ? word : "\(word) = \(choice.value.json)" }
        if !isDocumented, isText, line.utf8.count <= 120 {
            writer.line(line)
        } else {
            writer.block(head, "};") { writer in
                for ((choice, _), enumerator) in zip(values, enumerators) {
                    doc(choice.doc)
                    writer.line(enumerator + ",")
                }
            }
        }
        let visitor = choices.isEmpty ? "" : " visit"
        writer.block("\ntemplate <> struct AditChoices<\(name)> {", "};") { writer in
            writer.block("template <typename AditVisit> static void visit(AditVisit\(visitor)) {") { _ in
                for (choice, word) in values {
                    let value = isText ? literal(choice) : "std::int64_t(\(choice.value.json))"
                    pack("visit(", [value, "\(name)::\(word)"], ");")
                }
            }
        }
    }

    /// Adds a list between a head and a tail, as clang-format has it: filled lines, which begin below the first element.
    func pack(_ head: String, _ elements: [String], _ tail: String) {
        for line in packed(head, elements, tail) { writer.line(line) }
    }

    func packed(_ head: String, _ elements: [String], _ tail: String) -> [String] {
        let width = 120 - 4 * writer.depth
        var lines: [String] = [], line = head
        for (index, element) in elements.enumerated() {
            let piece = element + (index < elements.count - 1 ? "," : tail)
            if index > 0, line.utf8.count + 1 + piece.utf8.count > width {
                lines.append(line)
                line = String(repeating: " ", count: head.utf8.count) + piece
            } else {
                line += (index == 0 ? "" : " ") + piece
            }
        }
        return lines + [elements.isEmpty ? line + tail : line]
    }
}
