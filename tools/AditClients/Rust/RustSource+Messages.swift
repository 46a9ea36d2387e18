extension RustSource {
    /// The messages of a direction with what stands beside them.
    func writeDirection(_ name: String, _ text: String, _ type: String, _ messages: Messages) {
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
}
