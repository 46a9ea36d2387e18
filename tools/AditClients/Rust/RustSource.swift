/// A module of Rust: structs and enums with serde's derives, and a client over the crate `adit`. It needs the crates serde (with
/// derive), serde_json and serde_path_to_error, too.
struct RustSource: LanguageSource {
    let model: ClientModel
    let writer = SourceWriter()

    static let fields = FieldNames(
        keywords: """
            as async await break const continue crate dyn else enum extern false fn for if impl in let loop match mod move mut pub ref \
            return self static struct super trait true type unsafe use where while abstract become box do final macro override priv try \
            typeof unsized virtual yield gen
            """, spelling: Words.snake,
        escape: { ["self", "super", "crate"].contains($0) ? $0 + "_" : "r#" + $0 })
    private static let variants = FieldNames(keywords: "Self", spelling: Words.pascal)

    init(_ model: ClientModel) { self.model = model }

    var text: String {
        writer.line("//! \(title)\n//!\n//! Made by adit generate; changes are lost.\n")
        writer.line(RustSource.head)
        writeTypes()
        writer.line(
            "\npub const APP: &str = \(literal(model.app));\n/// The hash of the catalog of which this was made.\npub const HASH: &str = \(literal(model.hash));"
        )
        writeDirection(
            "Sent", "A message to the core, and what stands beside it.", ClientModel.messageToCore, model.toCore)
        writeDirection(
            "Received", "A message to the host, and what stands beside it.", ClientModel.messageToHost, model.toHost)
        writer.line(RustSource.runtime)
        writeClient()
        return writer.text
    }

    func writeUnion(_ type: TypeDeclaration, _ shapes: [Shape]) {
        begin(type.doc)
        writer.line("#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]\n#[serde(untagged)]")
        writer.block("pub enum \(type.name) {") { writer in
            for shape in shapes { writer.line("\(kind(shape))(\(self.type(shape, in: type.name))),") }
        }
    }

    func writeAlias(_ type: TypeDeclaration, _ shape: Shape) {
        begin(type.doc)
        writer.line("pub type \(type.name) = \(self.type(shape, in: type.name));")
    }

    func doc(_ text: String) { writer.documentation(text, mark: "///") }

    private func begin(_ doc: String) {
        writer.line()
        self.doc(doc)
    }

    func writeRecord(_ name: String, _ doc: String, _ members: [Member]) {
        begin(doc)
        // Then `..Default::default()` leaves out the members that may be absent.
        let hasDefault = members.allSatisfy { member in
            if case .named = member.shape { !member.isRequired } else { true }
        }
        let hasSecrets = members.contains(where: \.isSecret)
        writer.line(
            "#[derive(Clone, \(hasSecrets ? "" : "Debug, ")\(hasDefault ? "Default, " : "")PartialEq, Serialize, Deserialize)]\n#[serde(deny_unknown_fields)]"
        )
        writer.block("pub struct \(name) {") { _ in writeFields(members, of: name, "pub ") }
        if hasSecrets {
            writeDebug(name) { writer in writer.line(debug(name, members) { "&self.\($0)" }) }
        }
    }

    func writeFields(_ members: [Member], of name: String, _ access: String) {
        for (member, field) in named(members) {
            doc(member.doc)
            var attributes =
                field == member.key || field == "r#" + member.key ? [] : ["rename = \(literal(member.key))"]
            if !member.isRequired { attributes += ["default", "skip_serializing_if = \"Option::is_none\""] }
            if !attributes.isEmpty { writer.line("#[serde(\(attributes.joined(separator: ", ")))]") }
            let type = type(member.shape.wrapped, in: name)
            writer.line("\(access)\(field): \(member.isRequired ? type : "Option<\(type)>"),")
        }
    }

    func writeCases(_ type: TypeDeclaration, _ cases: [Case]) {
        let name = type.name
        begin(type.doc)
        let variants = RustSource.variants.names(cases.map(\.key))
        writer.line(
            "#[allow(clippy::large_enum_variant)]\n#[derive(Clone, \(type.hasSecrets ? "" : "Debug, ")PartialEq, Serialize, Deserialize)]\n#[serde(deny_unknown_fields)]"
        )
        defer { if type.hasSecrets { writeDebug(name, Array(zip(cases, variants))) } }
        writer.block("pub enum \(name) {") { writer in
            for (one, variant) in zip(cases, variants) {
                doc(one.doc)
                writer.line("#[serde(rename = \(literal(one.key)))]")
                switch one.payload {
                case .none: writer.line("\(variant) {},")
                case .value(let shape): writer.line("\(variant)(\(self.type(shape, in: name))),")
                case .members(_, let members):
                    writer.block("\(variant) {", "},") { _ in writeFields(members, of: name, "") }
                }
            }
        }
    }

    func writeChoices(_ type: TypeDeclaration, _ choices: [Choice]) {
        let name = type.name
        begin(type.doc)
        let variants = RustSource.variants.names(choices.map(\.words))
        let isText = choices.allSatisfy { $0.value.text != nil }
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
