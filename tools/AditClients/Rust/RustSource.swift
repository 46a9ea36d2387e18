/// A module of Rust: structs and enums with serde's derives, and a client over the crate `adit-typed`. It needs the crates `adit` and
/// serde (with derive), too.
struct RustSource: LanguageSource {
    let model: ClientModel
    let writer = SourceWriter()
    let isOwn: Bool

    static let fields = FieldNames(
        keywords: """
            as async await break const continue crate dyn else enum extern false fn for if impl in let loop match mod move mut pub ref \
            return self static struct super trait true type unsafe use where while abstract become box do final macro override priv try \
            typeof unsized virtual yield gen
            """, spelling: Words.snake,
        escape: { ["self", "super", "crate"].contains($0) ? $0 + "_" : "r#" + $0 })
    static let variants = FieldNames(keywords: "Self", spelling: Words.pascal)

    init(_ model: ClientModel, isOwn: Bool = false) { (self.model, self.isOwn) = (model, isOwn) }

    var declared: [TypeDeclaration] { isOwn ? model.operations.own : model.appTypes }

    var text: String {
        writeTypes(declared)
        if !isOwn { writeClient() }
        let head = SourceWriter()
        head.line("// \(Self.mark)\n//! \(title)")
        if isOwn {
            head.line("\nuse crate as typed;")
        } else {
            head.line("#![allow(clippy::enum_variant_names, clippy::large_enum_variant, dead_code)]\n")
            head.line("use adit_typed as typed;")
        }
        head.line("use serde::{Deserialize, Serialize};")
        if writer.text.codeAlone().contains("BTreeMap<") { head.line("use std::collections::BTreeMap;") }
        return head.text + writer.text
    }

    func writeUnion(_ type: TypeDeclaration, _ shapes: [Shape]) {
        begin(type.doc)
        writer.line("#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]\n#[serde(untagged)]")
        writer.block("pub enum \(type.name) {") { writer in
            for shape in shapes { writer.line("\(Words.pascal(shape.form))(\(self.type(shape, in: type.name))),") }
        }
    }

    func writeAlias(_ type: TypeDeclaration, _ shape: Shape) {
        begin(type.doc)
        writer.line("pub type \(type.name) = \(self.type(shape, in: type.name));")
    }

    func writeTable(_ type: TypeDeclaration, _ id: Shape, _ element: Shape) {
        begin(type.doc)
        writer.line("pub type \(type.name) = typed::Table<\(self.type(id)), \(self.type(element))>;")
    }

    func doc(_ text: String) { writer.documentation(text, mark: "///") }

    func writeRecord(_ name: String, _ doc: String, _ members: [Member]) {
        begin(doc)
        // Then `..Default::default()` leaves out the members that may be absent.
        let hasDefault = members.allSatisfy { member in
            if case .named = member.shape { !member.isRequired } else { true }
        }
        let hasSecrets = members.contains(where: \.isSecret)
        writer.line(
            "#[derive(Clone, \(hasSecrets ? "" : "Debug, ")\(hasDefault ? "Default, " : "")PartialEq, Serialize, Deserialize)]"
        )
        writer.line("#[serde(deny_unknown_fields)]")
        if members.isEmpty {
            writer.line("pub struct \(name) {}")
        } else {
            writer.block("pub struct \(name) {") { _ in writeFields(members, of: name, "pub ") }
        }
        if hasSecrets {
            writeDebug(name) { writer in
                // As rustfmt has a chain of calls; a binding's own file is wider.
                let line = debug(name, members) { "&self.\($0)" }
                let isShort = line.utf8.count <= (isOwn ? 120 - 8 : 60)
                writer.line(isShort ? line : debug(name, members, separator: "\n    ") { "&self.\($0)" })
            }
        }
    }

    func writeFields(_ members: [Member], of name: String, _ access: String) {
        for (member, field) in named(members) {
            doc(member.doc)
            if needsName(member, field) { writer.line("#[serde(rename = \(literal(member.key)))]") }
            if !member.isRequired { writer.line("#[serde(default, skip_serializing_if = \"Option::is_none\")]") }
            let type = type(member.shape.wrapped, in: name)
            writer.line("\(access)\(field): \(member.isRequired ? type : "Option<\(type)>"),")
        }
    }

    private func needsName(_ member: Member, _ field: String) -> Bool {
        field != member.key && field != "r#" + member.key
    }

    func writeCases(_ type: TypeDeclaration, _ cases: [Case]) {
        let name = type.name
        begin(type.doc)
        let variants = RustSource.variants.names(cases.map(\.key))
        // The structs of its cases hide their own.
        let hasSecrets = isOwn ? cases.contains(where: \.isSecret) : type.hasSecrets
        writer.line("#[derive(Clone, \(hasSecrets ? "" : "Debug, ")PartialEq, Serialize, Deserialize)]")
        writer.line("#[serde(deny_unknown_fields)]")
        if cases.isEmpty {
            writer.line("pub enum \(name) {}")
        } else {
            writer.block("pub enum \(name) {") { _ in
                for (one, variant) in zip(cases, variants) { writeCase(one, variant, of: name) }
            }
        }
        if hasSecrets { writeDebug(name, Array(zip(cases, variants))) }
        if !isOwn { return }
        for one in cases {
            if case .members(let name, let members) = one.payload { writeRecord(name, one.doc, members) }
        }
    }

    func writeCase(_ one: Case, _ variant: String, of name: String) {
        doc(one.doc)
        writer.line("#[serde(rename = \(literal(one.key)))]")
        switch one.payload {
        case .none: writer.line("\(variant) {},")
        case .value(let shape): writer.line("\(variant)(\(self.type(shape, in: name))),")
        case .members(let name, _) where isOwn: writer.line("\(variant)(\(name)),")
        case .members(_, let members):
            let fields = named(members).map { member, field in "\(field): \(self.type(member.shape.wrapped, in: name))"
            }
            let isPlain = named(members).allSatisfy {
                $0.0.isRequired && $0.0.doc.isEmpty && !needsName($0.0, $0.1)
            }
            // As rustfmt has it.
            let line = fields.joined(separator: ", ")
            if isPlain && line.utf8.count <= 35 { return writer.line("\(variant) { \(line) },") }
            writer.block("\(variant) {", "},") { _ in writeFields(members, of: name, "") }
        }
    }

    func writeChoices(_ type: TypeDeclaration, _ choices: [Choice]) {
        let name = type.name
        begin(type.doc)
        let variants = RustSource.variants.names(choices.map(\.words))
        let isText = choices.areTexts
        writer.line("#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]")
        if !isText { writer.line("#[serde(try_from = \"i64\", into = \"i64\")]") }
        writer.block("pub enum \(name) {") { writer in
            for (choice, variant) in zip(choices, variants) {
                doc(choice.doc)
                writer.line(isText ? "#[serde(rename = \(literal(choice)))]\n\(variant)," : "\(variant),")
            }
        }
        if isText { return }
        writer.block("\nimpl TryFrom<i64> for \(name) {") { writer in
            writer.block("type Error = String;\n\nfn try_from(value: i64) -> Result<Self, String> {") { writer in
                writer.block("match value {") { writer in
                    for (choice, variant) in zip(choices, variants) {
                        writer.line("\(choice.value.json) => Ok(Self::\(variant)),")
                    }
                    writer.line(
                        "_ => Err(format!(\"found {value}; one of \(choices.map(\.value.json).joined(separator: ", ")) is expected\")),"
                    )
                }
            }
        }
        writer.block("\nimpl From<\(name)> for i64 {") { writer in
            writer.block("fn from(value: \(name)) -> i64 {") { writer in
                writer.block("match value {") { writer in
                    for (choice, variant) in zip(choices, variants) {
                        writer.line("\(name)::\(variant) => \(choice.value.json),")
                    }
                }
            }
        }
    }
}
