extension SwiftSource {
    func writeCases(_ type: TypeDeclaration, _ cases: [Case]) { writeCases(type, cases, ignoring: []) }

    func writeMessages(_ type: TypeDeclaration, _ messages: Messages) {
        writeCases(type, messages.cases, ignoring: messages.all.map(\.key))
    }

    private func writeCases(_ type: TypeDeclaration, _ cases: [Case], ignoring beside: [String]) {
        begin(type.doc)
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
        guard type.hasSecrets else { return }
        writeMirror(type.name) { writer in
            writer.block("switch self {") { writer in
                for (one, name) in zip(cases, names) { writer.line(reflection(one, name)) }
            }
        }
    }

    static let mask = "\"***\""

    /// Writes how a value with secrets is reflected, and so printed; `body` writes the mirror.
    func writeMirror(_ name: String, _ body: @escaping (SourceWriter) -> Void) {
        writer.block("\nextension \(name): CustomReflectable {") { writer in
            writer.line("/// The value without its secrets.")
            writer.block("public var customMirror: Mirror {") { body($0) }
        }
    }

    /// A case of a switch that reflects a case, with masks in place of its secrets.
    private func reflection(_ one: Case, _ name: String) -> String {
        func mirror(_ child: String) -> String { "Mirror(self, children: [\(child)], displayStyle: .enum)" }
        let label = literal(name.filter { $0 != "`" })
        switch one.payload {
        case .none: return "case .\(name): \(mirror(":"))"
        case .value where one.isSecret: return "case .\(name): \(mirror("\(label): \(SwiftSource.mask)"))"
        case .value: return "case .\(name)(let value): \(mirror("\(label): value as Any"))"
        case .members(_, let members):
            let bindings = members.indices.map { members[$0].isSecret ? "_" : "let value\($0)" }
            let values = labelled(members).enumerated().map { index, one in
                let value = one.0.isSecret ? SwiftSource.mask : "value\(index)"
                // A tuple of one has no label.
                return (members.count > 1 ? one.label : "") + value
            }
            let child = members.count > 1 ? "(\(values.joined(separator: ", ")))" : values[0]
            return "case .\(name)(\(bindings.joined(separator: ", "))): \(mirror("\(label): \(child) as Any"))"
        }
    }

    /// Values with their labels; a value that has only a position has none.
    private func labelled(_ members: [Member]) -> [(Member, label: String)] {
        named(members).map { member, name in
            let isPosition = member.key.hasPrefix("_") && Int(member.key.dropFirst()) != nil
            return (member, isPosition ? "" : name + ": ")
        }
    }

    private func values(_ one: Case) -> String {
        switch one.payload {
        case .none: return ""
        case .value(let shape): return "(\(type(shape)))"
        case .members(_, let members):
            return "("
                + labelled(members).map { $1 + fieldType($0) + ($0.isRequired ? "" : " = nil") }
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
                    for (index, (member, label)) in labelled(members).enumerated() {
                        // A keyword is no keyword before a colon, where values are given.
                        writer.line(
                            label.filter { $0 != "`" } + decode(member, "values")
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
}
