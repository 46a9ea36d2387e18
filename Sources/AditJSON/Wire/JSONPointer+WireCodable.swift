extension JSONPointer: WireCodable {
    package init(reading reader: JSONReader) throws(CodingFailure) {
        let text = try String(reading: reader)
        guard let pointer = JSONPointer(text) else {
            throw CodingFailure(
                path: "",
                reason: "found \"\(text.prefix(100))\"; a JSON Pointer such as \"/items\" is expected, of up to "
                    + "\(JSONPointer.longest) keys")
        }
        self = pointer
    }

    package func write(to writer: JSONWriter) { writer.write(description) }

    package static func schema(in _: SchemaDefinitions) -> Schema { .text(pattern: Schema.pointerPattern) }
}
