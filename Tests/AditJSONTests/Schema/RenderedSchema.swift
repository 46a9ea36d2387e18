import AditJSON

/// A schema as JSON Schema.
func rendered(_ schema: Schema, doc: String = "") -> String {
    let writer = JSONWriter()
    writer.write(schema, doc: doc)
    return writer.text
}
