extension JSONWriter {
    /// Writes a parsed value unchanged: keys in their order, integers and reals as such.
    package func write(_ value: JSONValue) {
        switch value.kind {
        case .object:
            write(byte: UInt8(ascii: "{"))
            var isFirst = true
            value.forEachMember { (key, member) throws(Never) in
                if !isFirst { write(byte: UInt8(ascii: ",")) }
                isFirst = false
                write(key)
                write(byte: UInt8(ascii: ":"))
                write(member)
            }
            write(byte: UInt8(ascii: "}"))
        case .array:
            write(byte: UInt8(ascii: "["))
            var isFirst = true
            value.forEachElement { element in
                if !isFirst { write(byte: UInt8(ascii: ",")) }
                isFirst = false
                write(element)
            }
            write(byte: UInt8(ascii: "]"))
        case .string:
            if let text = value.utf8 { write(utf8: text) }
        case .integer: write(value.integer ?? 0)
        case .real: _ = write(value.number ?? 0)
        case .bool: write(value.bool ?? false)
        case .null: writeNull()
        }
    }
}
