extension PythonSource {
    /// The messages of a direction with what stands beside them.
    func writeDirection(_ name: String, _ type: String, _ messages: Messages) {
        let names = PythonSource.fields.names(messages.all.map(\.key), beside: ["message"])
        let doc =
            name == "Sent"
            ? "A message to the core, and what stands beside it." : "A message to the host, and what stands beside it."
        writer.line("\n\n@dataclass(frozen=True)")
        writer.block("class \(name):", nil) { writer in
            writer.line("\"\"\"\(doc)\"\"\"\n\nmessage: \(type)")
            for (member, name) in zip(messages.all, names) {
                writer.line(
                    "\(name): Optional[\(self.type(member.shape.wrapped))] = None"
                        + PythonSource.docstring(member.doc, after: "\n"))
            }
            writer.line("\n@classmethod")
            writer.block("def from_json(cls, value: object) -> \(name):", nil) { writer in
                let keys = PythonSource.tuple(messages.all.map(\.key))
                let own = PythonSource.tuple(messages.besideOwn.map(\.key))
                writer.line("message, beside = _split(value, \(keys), \(own))")
                writer.block("return cls(", ")") { writer in
                    writer.line("\(decoder(of: type))(message),")
                    for (member, name) in zip(messages.all, names) {
                        writer.line(
                            "\(name)=_optional(beside, \(literal(member.key)), \"\", \(decode(member.shape.wrapped))),"
                        )
                    }
                }
            }
            writer.line()
            writer.block("def to_json(self) -> dict[str, object]:", nil) { writer in
                let beside = zip(messages.all, names).map { "\(literal($0.0.key)): self.\($0.1)" }.joined(
                    separator: ", ")
                writer.line("return {**self.message.to_json(), **_object({}, {\(beside)})}")
            }
        }
    }
}
