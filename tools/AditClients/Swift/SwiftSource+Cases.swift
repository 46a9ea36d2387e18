extension SwiftSource {
    func writeCases(_ type: TypeDeclaration, _ cases: [Case]) {
        guard isOwn else { return writeCases(type, cases, below: [:]) }
        // Programs have a value of one of Adit's own messages apart from its case.
        let named = cases.map { one in
            guard case .members(let name, _) = one.payload else { return one }
            return Case(key: one.key, doc: one.doc, payload: .value(.named(name)))
        }
        writeCases(type, named, below: [:])
        for case .members(let name, let members) in cases.map(\.payload) {
            writeRecord(name, cases.first { $0.payload == .members(name, members) }?.doc ?? "", members)
        }
    }

    /// - Parameter wrappers: of cases whose value is below `request` or `response`, that key; by the keys of the cases.
    func writeCases(_ type: TypeDeclaration, _ cases: [Case], below wrappers: [String: String]) {
        begin(type.doc)
        let names = SwiftSource.fields.names(cases.map(\.key))
        writer.block(
            "public \(model.isRecursive(type.name) ? "indirect " : "")enum \(type.name): Codable, Hashable, Sendable {"
        ) { writer in
            for (one, name) in zip(cases, names) {
                doc(one.doc)
                let values = values(one)
                writer.call("case \(name)" + (values.isEmpty ? "" : "("), values, values.isEmpty ? "" : ")", comma: "")
            }
            writer.block("\npublic init(from decoder: any Decoder) throws {") { writer in
                let members = cases.isEmpty ? "_" : "members"
                writer.call(
                    "let (\(members), key) = try decoder.onlyCase([", cases.map { literal($0.key) }, "])", comma: "")
                writer.line("switch key {")
                for (one, name) in zip(cases, names) { writeDecoding(one, name, wrappers[one.key]) }
                writer.line("default: throw decoder.unknown(key)\n}")
            }
            writer.block("\npublic func encode(to encoder: any Encoder) throws {") { writer in
                writer.line(
                    "\(cases.isEmpty ? "_" : "var members") = encoder.container(keyedBy: AditTyped.MemberKey.self)")
                if cases.isEmpty { return }
                writer.line("switch self {")
                for (one, name) in zip(cases, names) { writeEncoding(one, name, wrappers[one.key]) }
                writer.line("}")
            }
        }
        guard type.hasSecrets else { return }
        writeMirror(type.name) { writer in
            writer.line("switch self {")
            for (one, name) in zip(cases, names) { writer.line(reflection(one, name)) }
            writer.line("}")
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
    func labelled(_ members: [Member]) -> [(Member, label: String)] {
        named(members).map { member, name in
            let isPosition = member.key.hasPrefix("_") && Int(member.key.dropFirst()) != nil
            return (member, isPosition ? "" : name + ": ")
        }
    }

    private func values(_ one: Case) -> [String] {
        switch one.payload {
        case .none: []
        case .value(let shape): [type(shape)]
        case .members(_, let members):
            labelled(members).map { $1 + fieldType($0) + ($0.isRequired ? "" : " = nil") }
        }
    }

    private func writeDecoding(_ one: Case, _ name: String, _ wrapper: String?) {
        let key = literal(one.key)
        switch one.payload {
        case .none: writer.line("case \(key):\n    _ = try members.values(key, [])\n    self = .\(name)")
        case .value(let shape):
            let place = wrapper.map { "below: \(literal($0)), of: \(key)" } ?? "forKey: \(key)"
            writer.line("case \(key): self = .\(name)(try members.decode(\(type(shape)).self, \(place)))")
        case .members(_, let members):
            writer.block("case \(key):", nil) { writer in
                writer.call("let values = try members.values(key, [", members.map { literal($0.key) }, "])", comma: "")
                // A keyword is no keyword before a colon, where values are given.
                let values = labelled(members).map { $1.filter { $0 != "`" } + decode($0, "values") }
                writer.call("self = .\(name)(", values, ")", comma: "")
            }
        }
    }

    private func writeEncoding(_ one: Case, _ name: String, _ wrapper: String?) {
        let key = literal(one.key)
        switch one.payload {
        case .none:
            writer.line("case .\(name): _ = members.nestedContainer(keyedBy: AditTyped.MemberKey.self, forKey: \(key))")
        case .value:
            let place = wrapper.map { "below: \(literal($0)), of: \(key)" } ?? "forKey: \(key)"
            writer.line("case .\(name)(let value): try members.encode(value, \(place))")
        case .members(_, let values):
            writer.block("case .\(name)(\(values.indices.map { "let value\($0)" }.joined(separator: ", "))):", nil) {
                writer in
                writer.line("var values = members.nestedContainer(keyedBy: AditTyped.MemberKey.self, forKey: \(key))")
                for (index, member) in values.enumerated() { writer.line(encode(member, "value\(index)", "values")) }
            }
        }
    }
}
