extension GoSource {
    /// The messages of a direction with what stands beside them.
    func writeDirection(_ name: String, _ text: String, _ type: String, _ messages: Messages) {
        writeRecord(name + "Beside", "What stands beside a message.", messages.all)
        writer.line("\n// \(name) \(text)\ntype \(name) struct {\n\tMessage \(type)\n\t\(name)Beside\n}")
        writer.line("\n// UnmarshalJSON reads a message. The error names the path of what has another form.")
        writer.block("func (value *\(name)) UnmarshalJSON(data []byte) error {") { writer in
            func list(_ members: [Member]) -> String {
                "[]string{" + members.map { literal($0.key) }.joined(separator: ", ") + "}"
            }
            writer.line("message, beside, err := split(data, \(list(messages.beside)), \(list(messages.besideOwn)))")
            writer.line(
                "if err != nil {\n\treturn err\n}\nif value.Message, err = read\(type)(message, \"\"); err != nil {\n\treturn err\n}"
            )
            writer.line("value.\(name)Beside, err = read\(name)Beside(beside, \"\")\nreturn err")
        }
        writer.line(
            "\n// MarshalJSON writes a message and what stands beside it.\nfunc (value \(name)) MarshalJSON() ([]byte, error) { return join(value.Message, value.\(name)Beside) }"
        )
    }
}
