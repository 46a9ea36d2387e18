import AditJSON

/// The names of rows as the database has them. A text of PostgreSQL cannot have a zero, which a name can: a backslash and
/// a `0` stand for it, and two backslashes for one.
enum StoredText {
    private static let backslash = UInt8(ascii: "\\")
    private static let zero = UInt8(ascii: "0")

    /// Returns the parameter of a name. It borrows the name if nothing has to be replaced.
    static func parameter(_ name: UnsafeRawBufferPointer) -> Parameter {
        guard name.contains(where: { $0 == 0 || $0 == backslash }) else { return .text(name) }
        return .bytes(name.flatMap { $0 == 0 ? [backslash, zero] : $0 == backslash ? [backslash, backslash] : [$0] })
    }

    static func parameter(_ name: [UInt8]) -> Parameter {
        name.withUnsafeBytes { bytes in
            guard case .bytes(let escaped) = parameter(bytes) else { return .bytes(name) }
            return .bytes(escaped)
        }
    }

    // Most names are short: copying them is not worth avoiding.
    static func parameter(_ name: String) -> Parameter { parameter(Array(name.utf8)) }

    /// Calls `body` with a name as the app has it.
    static func withName<R, E>(
        _ stored: UnsafeRawBufferPointer, _ body: (UnsafeRawBufferPointer) throws(E) -> R
    ) throws(E) -> R {
        guard stored.contains(backslash) else { return try body(stored) }
        var name: [UInt8] = []
        var isEscaped = false
        for byte in stored {
            if isEscaped {
                name.append(byte == zero ? 0 : byte)
                isEscaped = false
            } else if byte == backslash {
                isEscaped = true
            } else {
                name.append(byte)
            }
        }
        return try name.withUnsafeBytes { name in Result { () throws(E) in try body(name) } }.get()
    }
}
