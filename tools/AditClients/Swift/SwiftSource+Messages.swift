extension SwiftSource {
    /// The messages of a direction with what stands beside them.
    func writeDirection(_ name: String, _ text: String, _ type: String, _ messages: Messages) {
        let pairs = named(messages.all, beside: ["message", "json"])
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
                for (member, field) in pairs { writer.line("self.\(field) = \(decode(member, "members"))") }
            }
            writer.block("\npublic func encode(to encoder: any Encoder) throws {") { writer in
                writer.line("try message.encode(to: encoder)\nvar members = encoder.container(keyedBy: MemberKey.self)")
                for (member, field) in pairs { writer.line(encode(member, "self.\(field)", "members")) }
            }
        }
    }
}
