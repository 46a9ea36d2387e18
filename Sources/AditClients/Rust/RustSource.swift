// SPDX-License-Identifier: Apache-2.0

/// A module of Rust: structs and enums with serde's derives, and a client. It needs the crates serde (with derive), serde_json and
/// serde_path_to_error.
struct RustSource {
    private let model: ClientModel
    private let writer = SourceWriter()

    private static let fields = FieldNames(
        keywords: """
            as async await break const continue crate dyn else enum extern false fn for if impl in let loop match mod move mut pub ref \
            return self static struct super trait true type unsafe use where while abstract become box do final macro override priv try \
            typeof unsized virtual yield
            """, spelling: Words.snake,
        escape: { ["self", "super", "crate"].contains($0) ? $0 + "_" : "r#" + $0 })
    private static let variants = FieldNames(keywords: "Self", spelling: Words.pascal)

    init(_ model: ClientModel) { self.model = model }

    var text: String {
        writer.line(
            "//! Types and a client for the app \(model.app), of its catalog \(model.hash).\n//!\n//! Made by adit-generate; changes are lost.\n"
        )
        writer.line("// SPDX-License-Identifier: Apache-2.0\n")
        writer.line(RustSource.head)
        for type in model.types { write(type) }
        writer.line(
            "\npub const APP: &str = \(literal(model.app));\n/// The hash of the catalog of which this was made.\npub const HASH: &str = \(literal(model.hash));"
        )
        writeDirection(
            "Sent", "A message to the core, and what stands beside it.", ClientModel.messageToCore, model.toCore)
        writeDirection(
            "Received", "A message to the host, and what stands beside it.", ClientModel.messageToHost, model.toHost)
        writer.line(RustSource.runtime)
        writeGateways()
        let client = RustSource.client(hasGateways: !model.gateways.isEmpty)
        writer.line(
            client.split(separator: "AppClient", omittingEmptySubsequences: false).joined(
                separator: Words.pascal(model.app) + "Client"))
        return writer.text
    }

    private func write(_ type: TypeDeclaration) {
        writer.line()
        doc(type.doc)
        switch type.kind {
        case .record(let members): writeRecord(type.name, members)
        case .alternatives(let forms): writeRecord(type.name, TypeDeclaration.merged(forms, in: model))
        case .table(let id, let element):
            writeRecord(
                type.name,
                [
                    Member(key: "ids", doc: "The ids, in order.", shape: .list(id), isRequired: true),
                    Member(
                        key: "entities", doc: "The elements, by id.", shape: .dictionary(keys: nil, element),
                        isRequired: true),
                ])
        case .choices(let choices): writeChoices(type.name, choices)
        case .union(let shapes):
            writer.line("#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]\n#[serde(untagged)]")
            writer.block("pub enum \(type.name) {") { writer in
                for shape in shapes { writer.line("\(kind(shape))(\(self.type(shape, in: type.name))),") }
            }
        case .alias(let shape): writer.line("pub type \(type.name) = \(self.type(shape, in: type.name));")
        case .cases(let cases): writeCases(type.name, cases)
        case .messages(let messages): writeCases(type.name, messages.cases)
        }
    }

    private func doc(_ text: String, _ writer: SourceWriter? = nil) {
        if text.isEmpty { return }
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            (writer ?? self.writer).line(line.isEmpty ? "///" : "/// \(line)")
        }
    }

    private func writeRecord(_ name: String, _ members: [Member]) {
        // Then `..Default::default()` leaves out the members that may be absent.
        let hasDefault = members.allSatisfy { member in
            if case .named = member.shape { !member.isRequired } else { true }
        }
        writer.line(
            "#[derive(Clone, Debug, \(hasDefault ? "Default, " : "")PartialEq, Serialize, Deserialize)]\n#[serde(deny_unknown_fields)]"
        )
        writer.block("pub struct \(name) {") { _ in writeFields(members, of: name, "pub ") }
    }

    private func writeFields(_ members: [Member], of name: String, _ access: String) {
        for (member, field) in zip(members, RustSource.fields.names(members.map(\.key))) {
            doc(member.doc)
            var attributes =
                field == member.key || field == "r#" + member.key ? [] : ["rename = \(literal(member.key))"]
            if !member.isRequired { attributes += ["default", "skip_serializing_if = \"Option::is_none\""] }
            if !attributes.isEmpty { writer.line("#[serde(\(attributes.joined(separator: ", ")))]") }
            let type = type(member.shape.wrapped, in: name)
            writer.line("\(access)\(field): \(member.isRequired ? type : "Option<\(type)>"),")
        }
    }

    private func writeCases(_ name: String, _ cases: [Case]) {
        writer.line(
            "#[allow(clippy::large_enum_variant)]\n#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]\n#[serde(deny_unknown_fields)]"
        )
        writer.block("pub enum \(name) {") { writer in
            for (one, variant) in zip(cases, RustSource.variants.names(cases.map(\.key))) {
                doc(one.doc)
                writer.line("#[serde(rename = \(literal(one.key)))]")
                switch one.payload {
                case .none: writer.line("\(variant) {},")
                case .value(let shape): writer.line("\(variant)(\(type(shape, in: name))),")
                case .members(_, let members):
                    writer.block("\(variant) {", "},") { _ in writeFields(members, of: name, "") }
                }
            }
        }
    }

    private func writeChoices(_ name: String, _ choices: [Choice]) {
        let variants = RustSource.variants.names(choices.map(\.words))
        let isText = choices.allSatisfy { $0.value.text != nil }
        writer.line("#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]")
        if !isText { writer.line("#[serde(try_from = \"i64\", into = \"i64\")]") }
        writer.block("pub enum \(name) {") { writer in
            for (choice, variant) in zip(choices, variants) {
                doc(choice.doc)
                writer.line(isText ? "#[serde(rename = \(choice.value.json))]\n\(variant)," : "\(variant),")
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

    private func writeDirection(_ name: String, _ text: String, _ type: String, _ messages: Messages) {
        writer.line("\n/// \(text)\n#[derive(Clone, Debug, PartialEq)]")
        writer.block("pub struct \(name) {") { writer in
            writer.line("pub message: \(type),\npub beside: \(name)Beside,")
        }
        writer.line(
            "\n/// What stands beside a message.\n#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]\n#[serde(deny_unknown_fields)]"
        )
        writer.block("pub struct \(name)Beside {") { _ in writeFields(messages.all, of: name, "pub ") }
        writer.block("\nimpl From<\(type)> for \(name) {") { writer in
            writer.block("fn from(message: \(type)) -> Self {") {
                $0.line("Self { message, beside: \(name)Beside::default() }")
            }
        }
        writer.block("\nimpl \(name) {") { writer in
            writer.line("/// Reads a message. The error names the path of what has another form.")
            writer.block("pub fn from_json(text: &str) -> Result<Self, DecodingError> {") { writer in
                let keys = messages.beside.map { literal($0.key) }.joined(separator: ", ")
                let own = messages.besideOwn.map { literal($0.key) }.joined(separator: ", ")
                writer.line(
                    "let (message, beside) = split(text, &[\(keys)], &[\(own)])?;\nOk(Self { message: read(message)?, beside: read(beside)? })"
                )
            }
            writer.line("\n/// Writes the message.")
            writer.block("pub fn to_json(&self) -> String {") { $0.line("join(&self.message, &self.beside)") }
        }
    }

    private func type(_ shape: Shape, in owner: String) -> String {
        switch shape {
        case .any: return "Value"
        case .bool: return "bool"
        case .constant(let value): return value.text == nil ? "bool" : "String"
        case .integer(let least, let most):
            return RustSource.integers.first { $0.1 == least && $0.2 == most }?.0 ?? "i64"
        case .number: return "f64"
        case .text(let schema):
            switch Shape.format(of: schema) {
            case .plain: return "String"
            case .uuid: return "Uuid"
            case .timestamp: return "Timestamp"
            case .day: return "Day"
            }
        case .list(let element): return "Vec<\(type(element, in: ""))>"
        case .dictionary(_, let value): return "BTreeMap<String, \(type(value, in: ""))>"
        case .optional(let shape): return "Option<\(type(shape, in: owner))>"
        case .named(let name): return !owner.isEmpty && model.isRecursive(name, in: owner) ? "Box<\(name)>" : name
        }
    }

    private static let integers: [(String, Int64, Int64)] = [
        ("i8", -128, 127), ("u8", 0, 255), ("i16", -32768, 32767), ("u16", 0, 65535),
        ("i32", -2_147_483_648, 2_147_483_647),
        ("u32", 0, 4_294_967_295), ("u64", 0, .max),
    ]

    private func kind(_ shape: Shape) -> String {
        switch shape {
        case .bool: "Bool"
        case .integer: "Integer"
        case .text: "Text"
        case .list: "List"
        default: "Options"
        }
    }

    private func literal(_ text: String) -> String { SchemaNode.string(text).json }

    private func writeGateways() {
        writer.line("\n/// The gateways that the host serves: those that are not None. A function may answer later.")
        writer.block("pub struct Gateways<T: Transport> {") { writer in
            for (gateway, field) in zip(model.gateways, RustSource.fields.names(model.gateways.map(\.name))) {
                doc(gateway.doc)
                let reply =
                    gateway.reply.map { ", \(gateway.replies == .many ? "Source" : "Reply")<\(type($0, in: "")), T>" }
                    ?? ""
                writer.line("pub \(field): Option<Box<dyn FnMut(\(type(gateway.request, in: ""))\(reply)) + Send>>,")
            }
            writer.line("#[doc(hidden)]\npub transport: PhantomData<T>,")
        }
        writer.block("\nimpl<T: Transport> Default for Gateways<T> {") { writer in
            writer.block("fn default() -> Self {") { writer in
                let fields = RustSource.fields.names(model.gateways.map(\.name)).map { "\($0): None, " }.joined()
                writer.line("Self { \(fields)transport: PhantomData }")
            }
        }
        writer.block("\nimpl<T: Transport> Gateways<T> {") { writer in
            let pairs = Array(zip(model.gateways, RustSource.fields.names(model.gateways.map(\.name))))
            writer.block("fn served(&self) -> Vec<&'static str> {") { writer in
                let names = pairs.map { "(\(literal($0.0.name)), self.\($0.1).is_some())" }.joined(separator: ", ")
                writer.line("let all: [(&'static str, bool); \(pairs.count)] = [\(names)];")
                writer.line("all.into_iter().filter(|gateway| gateway.1).map(|gateway| gateway.0).collect()")
            }
            if pairs.isEmpty { return }
            writer.line("\n/// Serves a request; false if the host does not serve the gateway.")
            let answer = model.gateways.contains { $0.reply != nil } ? "answer" : "_answer"
            writer.block(
                "fn serve(&mut self, effect: AditEffect, \(answer): Answer<T>) -> Result<bool, DecodingError> {"
            ) { writer in
                writer.block("match effect.gateway.as_str() {") { writer in
                    for (gateway, field) in pairs {
                        writer.block("\(literal(gateway.name)) => {") { writer in
                            writer.line("let Some(serve) = &mut self.\(field) else { return Ok(false) };")
                            let reply =
                                gateway.reply == nil
                                ? "" : gateway.replies == .many ? ", Source::new(answer)" : ", Reply::new(answer)"
                            writer.line("serve(read(effect.request)?\(reply));\nOk(true)")
                        }
                    }
                    writer.line("_ => Ok(false),")
                }
            }
        }
    }
}
