extension KotlinSource {
    /// The messages of a direction with what stands beside them.
    func writeDirection(_ name: String, _ text: String, _ type: String, _ messages: Messages) {
        let pairs = named(messages.all, beside: ["message"])
        writer.line("\n/** \(text) */")
        writer.block("data class \(name)(", nil) { writer in
            writer.line("val message: \(type),")
            for (member, field) in pairs {
                doc(member.doc)
                writer.line("val \(field): \(self.type(member.shape.wrapped))? = null,")
            }
        }
        writer.dropLastComma()
        writer.block(") : Encodable {") { writer in
            let beside = pairs.map { "\(literal($0.0.key)) to this.\($0.1)" }.joined(separator: ", ")
            writer.line(
                "override fun toJson(): Any? = (message.toJson() as Map<*, *>) + objectOf(mapOf(), mapOf<String, Any?>(\(beside)))"
            )
            writer.line("\n/** The message as JSON. */\nfun json(): String = dev.adit.Json.of(toJson()).toString()")
            writer.block("\ncompanion object {") { writer in
                writer.line("/** Reads a message. The error names the path of what has another form. */")
                writer.line("fun parse(text: String): \(name) = read(parsed(text))\n")
                writer.line("internal fun of(message: dev.adit.Json): \(name) = read(message.value())\n")
                writer.block("private fun read(value: Any?): \(name) {") { writer in
                    func list(_ members: [Member]) -> String {
                        "listOf<String>(" + members.map { literal($0.key) }.joined(separator: ", ") + ")"
                    }
                    writer.line(
                        "val (message, beside) = split(value, \(list(messages.beside)), \(list(messages.besideOwn)))"
                    )
                    writer.line(
                        "return \(name)(\(type).fromJson(message)"
                            + pairs.map { ", may(beside, \(literal($0.0.key)), \"\", \(function($0.0.shape.wrapped)))" }
                            .joined() + ")")
                }
            }
        }
    }
}
