// SPDX-License-Identifier: Apache-2.0

/// A file of Swift: structs and enums that are Codable, and a client. It needs Foundation.
struct SwiftSource {
    let model: ClientModel
    private let writer = SourceWriter()

    private static let fields = FieldNames(
        keywords: """
            associatedtype borrowing class consuming deinit enum extension fileprivate func import init inout internal let nonisolated open \
            operator precedencegroup private protocol public rethrows static struct subscript typealias var break case catch continue \
            default defer do else fallthrough for guard if in repeat return switch throw where while Any as await false is nil self Self \
            super throws true try Type Protocol
            """, spelling: Words.camel, escape: { "`\($0)`" })

    init(_ model: ClientModel) { self.model = model }

    var text: String {
        writer.line(
            "// Types and a client for the app \(model.app), of its catalog \(model.hash).\n// Made by adit-generate; changes are lost.\n//"
        )
        writer.line("// SPDX-License-Identifier: Apache-2.0\nimport Foundation\n")
        writer.line(SwiftSource.head)
        for type in model.types { write(type) }
        writer.line("\n/// The name of the app, and the hash of the catalog of which this was made.")
        writer.line(
            "public enum Catalog {\n    public static let app = \(literal(model.app))\n    public static let hash = \(literal(model.hash))\n}"
        )
        writeDirection(
            "Sent", "A message to the core, and what stands beside it.", ClientModel.messageToCore, model.toCore)
        writeDirection(
            "Received", "A message to the host, and what stands beside it.", ClientModel.messageToHost, model.toHost)
        writer.line(SwiftSource.runtime)
        writeGateways()
        let client = SwiftSource.client(hasGateways: !model.gateways.isEmpty)
        writer.line(
            client.split(separator: "AppClient", omittingEmptySubsequences: false).joined(
                separator: Words.pascal(model.app) + "Client"))
        return writer.text
    }

    private func write(_ type: TypeDeclaration) {
        writer.line()
        switch type.kind {
        case .record(let members): writeRecord(type.name, type.doc, members)
        case .alternatives(let forms): writeRecord(type.name, type.doc, TypeDeclaration.merged(forms, in: model))
        case .table(let id, let element):
            writeRecord(
                type.name, type.doc,
                [
                    Member(key: "ids", doc: "The ids, in order.", shape: .list(id), isRequired: true),
                    Member(
                        key: "entities", doc: "The elements, by id.", shape: .dictionary(keys: nil, element),
                        isRequired: true),
                ])
        case .choices(let choices):
            doc(type.doc)
            let isText = choices.allSatisfy { $0.value.text != nil }
            writer.block(
                "public enum \(type.name): \(isText ? "String" : "Int"), Codable, Hashable, Sendable, CaseIterable {"
            ) { writer in
                for (choice, name) in zip(choices, SwiftSource.fields.names(choices.map(\.words))) {
                    doc(choice.doc)
                    writer.line("case \(name) = \(choice.value.json)")
                }
            }
        case .union(let shapes): writeUnion(type, shapes)
        case .alias(let shape):
            doc(type.doc)
            writer.line("public typealias \(type.name) = \(self.type(shape))")
        case .cases(let cases): writeCases(type, cases, ignoring: [])
        case .messages(let messages): writeCases(type, messages.cases, ignoring: messages.all.map(\.key))
        }
    }

    private func doc(_ text: String) {
        if text.isEmpty { return }
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            writer.line(line.isEmpty ? "///" : "/// \(line)")
        }
    }

    private func writeRecord(_ name: String, _ text: String, _ members: [Member]) {
        let names = SwiftSource.fields.names(members.map(\.key))
        let pairs = Array(zip(members, names))
        doc(text)
        writer.block("public struct \(name): Codable, Hashable, Sendable {") { writer in
            for (member, field) in pairs {
                doc(member.doc)
                writer.line("public var \(field): \(fieldType(member))")
            }
            let parameters = pairs.map { "\($0.1): \(fieldType($0.0))\($0.0.isRequired ? "" : " = nil")" }.joined(
                separator: ", ")
            writer.block("\npublic init(\(parameters)) {") { writer in
                for pair in pairs { writer.line("self.\(pair.1) = \(pair.1)") }
            }
            writer.block("\npublic init(from decoder: any Decoder) throws {") { writer in
                writer.line("\(members.isEmpty ? "_" : "let members") = try decoder.members(\(keys(members)))")
                for (member, field) in pairs { writer.line("\(field) = \(decode(member, "members"))") }
            }
            writer.block("\npublic func encode(to encoder: any Encoder) throws {") { writer in
                writer.line("\(members.isEmpty ? "_" : "var members") = encoder.container(keyedBy: MemberKey.self)")
                for (member, field) in pairs { writer.line(encode(member, field, "members")) }
            }
        }
    }

    private func fieldType(_ member: Member) -> String { type(member.shape.wrapped) + (member.isRequired ? "" : "?") }

    private func keys(_ members: [Member]) -> String {
        "[" + members.map { literal($0.key) }.joined(separator: ", ") + "]"
    }

    private func decode(_ member: Member, _ container: String) -> String {
        "try \(container).decode\(member.isRequired ? "" : "IfPresent")(\(type(member.shape.wrapped)).self, forKey: \(literal(member.key)))"
    }

    private func encode(_ member: Member, _ field: String, _ container: String) -> String {
        "try \(container).encode\(member.isRequired ? "" : "IfPresent")(\(field), forKey: \(literal(member.key)))"
    }

    private func writeUnion(_ type: TypeDeclaration, _ shapes: [Shape]) {
        doc(type.doc)
        writer.block("public enum \(type.name): Codable, Hashable, Sendable {") { writer in
            for shape in shapes { writer.line("case \(kind(shape))(\(self.type(shape)))") }
            writer.block("\npublic init(from decoder: any Decoder) throws {") { writer in
                writer.line("let value = try decoder.singleValueContainer()")
                for shape in shapes.dropLast() {
                    writer.line(
                        "if let value = try? value.decode(\(self.type(shape)).self) { self = .\(kind(shape))(value); return }"
                    )
                }
                if let last = shapes.last {
                    writer.line("self = .\(kind(last))(try value.decode(\(self.type(last)).self))")
                }
            }
            writer.block("\npublic func encode(to encoder: any Encoder) throws {") { writer in
                writer.line("var container = encoder.singleValueContainer()")
                writer.block("switch self {") { writer in
                    for shape in shapes { writer.line("case .\(kind(shape))(let value): try container.encode(value)") }
                }
            }
        }
    }

    private func writeCases(_ type: TypeDeclaration, _ cases: [Case], ignoring beside: [String]) {
        doc(type.doc)
        let names = SwiftSource.fields.names(cases.map(\.key))
        writer.block(
            "public \(model.isRecursive(type.name) ? "indirect " : "")enum \(type.name): Codable, Hashable, Sendable {"
        ) { writer in
            for (one, name) in zip(cases, names) {
                doc(one.doc)
                writer.line("case \(name)\(values(one))")
            }
            writer.block("\npublic init(from decoder: any Decoder) throws {") { writer in
                let keys = cases.map { literal($0.key) }.joined(separator: ", ")
                writer.line(
                    "let (\(cases.allSatisfy { $0.payload == .none } && cases.isEmpty ? "_" : "members"), key) = try decoder.onlyCase([\(keys)], beside: [\(beside.map(literal).joined(separator: ", "))])"
                )
                writer.block("switch key {") { writer in
                    for (one, name) in zip(cases, names) { writeDecoding(one, name) }
                    writer.line("default: throw decoder.unknown(key)")
                }
            }
            writer.block("\npublic func encode(to encoder: any Encoder) throws {") { writer in
                writer.line("\(cases.isEmpty ? "_" : "var members") = encoder.container(keyedBy: MemberKey.self)")
                if !cases.isEmpty {
                    writer.block("switch self {") { _ in
                        for (one, name) in zip(cases, names) { writeEncoding(one, name) }
                    }
                }
            }
        }
    }

    /// The label of a value; nil of one that has only a position.
    private func label(_ member: Member) -> String? {
        let isPosition = member.key.hasPrefix("_") && Int(member.key.dropFirst()) != nil
        return isPosition ? nil : SwiftSource.fields.name(member.key)
    }

    private func values(_ one: Case) -> String {
        switch one.payload {
        case .none: return ""
        case .value(let shape): return "(\(type(shape)))"
        case .members(_, let members):
            return "("
                + members.map { (label($0).map { $0 + ": " } ?? "") + fieldType($0) + ($0.isRequired ? "" : " = nil") }
                .joined(separator: ", ") + ")"
        }
    }

    private func writeDecoding(_ one: Case, _ name: String) {
        let key = literal(one.key)
        switch one.payload {
        case .none: writer.line("case \(key):\n    _ = try members.values(key, [])\n    self = .\(name)")
        case .value(let shape):
            writer.line("case \(key): self = .\(name)(try members.decode(\(type(shape)).self, forKey: \(key)))")
        case .members(_, let members):
            writer.block("case \(key):", nil) { writer in
                writer.line("let values = try members.values(key, \(keys(members)))")
                writer.block("self = .\(name)(", ")") { writer in
                    for (index, member) in members.enumerated() {
                        writer.line(
                            (label(member).map { $0 + ": " } ?? "") + decode(member, "values")
                                + (index + 1 < members.count ? "," : ""))
                    }
                }
            }
        }
    }

    private func writeEncoding(_ one: Case, _ name: String) {
        let key = literal(one.key)
        switch one.payload {
        case .none: writer.line("case .\(name): _ = members.nestedContainer(keyedBy: MemberKey.self, forKey: \(key))")
        case .value: writer.line("case .\(name)(let value): try members.encode(value, forKey: \(key))")
        case .members(_, let values):
            writer.block("case .\(name)(\(values.indices.map { "let value\($0)" }.joined(separator: ", "))):", nil) {
                writer in
                writer.line("var values = members.nestedContainer(keyedBy: MemberKey.self, forKey: \(key))")
                for (index, member) in values.enumerated() { writer.line(encode(member, "value\(index)", "values")) }
            }
        }
    }

    private func writeDirection(_ name: String, _ text: String, _ type: String, _ messages: Messages) {
        let pairs = Array(zip(messages.all, SwiftSource.fields.names(messages.all.map(\.key))))
        writer.line("\n/// \(text)")
        writer.block("public struct \(name): Codable, Hashable, Sendable {") { writer in
            writer.line("public var message: \(type)")
            for (member, field) in pairs {
                doc(member.doc)
                writer.line("public var \(field): \(fieldType(member))")
            }
            let parameters = ["_ message: \(type)"] + pairs.map { "\($0.1): \(fieldType($0.0)) = nil" }
            writer.block("\npublic init(\(parameters.joined(separator: ", "))) {") { writer in
                writer.line("self.message = message")
                for pair in pairs { writer.line("self.\(pair.1) = \(pair.1)") }
            }
            writer.block("\npublic init(from decoder: any Decoder) throws {") { writer in
                writer.line(
                    "message = try \(type)(from: decoder)\nlet members = try decoder.container(keyedBy: MemberKey.self)"
                )
                if !messages.besideOwn.isEmpty {
                    writer.line("try members.refuseBesideAdit(\(keys(messages.besideOwn)))")
                }
                for (member, field) in pairs { writer.line("\(field) = \(decode(member, "members"))") }
            }
            writer.block("\npublic func encode(to encoder: any Encoder) throws {") { writer in
                writer.line("try message.encode(to: encoder)\nvar members = encoder.container(keyedBy: MemberKey.self)")
                for (member, field) in pairs { writer.line(encode(member, field, "members")) }
            }
        }
    }

    private func writeGateways() {
        writer.line(
            "\n/// The gateways that the host serves: those that are not nil. Each request runs in a task of its own, which is cancelled when\n/// the core needs no answer any more."
        )
        writer.block("public struct Gateways: Sendable {") { writer in
            let pairs = Array(zip(model.gateways, SwiftSource.fields.names(model.gateways.map(\.name))))
            for (gateway, field) in pairs {
                doc(gateway.doc)
                let result =
                    switch gateway.replies {
                    case .none: "async throws -> Void"
                    case .one: "async throws -> \(type(gateway.reply ?? .bool))"
                    case .many: "-> AsyncThrowingStream<\(type(gateway.reply ?? .bool)), any Error>"
                    }
                writer.line("public var \(field): (@Sendable (\(type(gateway.request))) \(result))?")
            }
            writer.line("\npublic init() {}")
            writer.block("\nvar served: [String: Server] {") { writer in
                writer.line("\(pairs.isEmpty ? "let" : "var") served: [String: Server] = [:]")
                for (gateway, field) in pairs {
                    writer.line("if let \(field) { served[\(literal(gateway.name))] = .\(gateway.replies)(\(field)) }")
                }
                writer.line("return served")
            }
        }
    }
}
