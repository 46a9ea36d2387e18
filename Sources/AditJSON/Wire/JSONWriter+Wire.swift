extension JSONWriter {
    /// Writes a member of the open object unless its value is absent.
    ///
    /// - Parameters:
    ///   - key: the key as JSON, with its colon: `"item":`.
    ///   - value: the value.
    // Inlined, so that the key's length is known.
    @inlinable
    @inline(__always)
    public func write<T: WireCodable>(member key: StaticString, _ value: T) throws(CodingFailure) {
        if value.isAbsent { return }
        begin(member: key)
        try value.write(to: self)
    }

    /// Removes the text written from `start` on, after a failure.
    ///
    /// - Returns: the failure with its path, which is derived from the removed text.
    @usableFromInline
    package func undo(from start: Int, after failure: CodingFailure) -> CodingFailure {
        let path = openPath(UnsafeRawBufferPointer(rebasing: bytes[start...]))
        truncate(to: start)
        return CodingFailure(path: path, reason: failure.reason)
    }
}

private enum OpenStep { case key(String), index(Int) }

/// Returns the path to the next value of an incomplete text.
private func openPath(_ text: UnsafeRawBufferPointer) -> String {
    openSteps(text).reduce(into: "") { path, step in
        switch step {
        case .key(let key): path += path.isEmpty ? key : ".\(key)"
        case .index(let index): path += "[\(index)]"
        }
    }
}

/// Returns the JSON Pointer to the next value of an incomplete text.
func openPointer(_ text: UnsafeRawBufferPointer) -> String {
    openSteps(text).reduce(into: "") { path, step in
        switch step {
        case .key(let key): path += "/" + JSONPointer.escape(key)
        case .index(let index): path += "/\(index)"
        }
    }
}

private func openSteps(_ text: UnsafeRawBufferPointer) -> [OpenStep] {
    var steps: [OpenStep] = []
    var position = 0
    while position < text.count {
        switch text[position] {
        case UInt8(ascii: "{"): steps.append(.key(""))
        case UInt8(ascii: "["): steps.append(.index(0))
        case UInt8(ascii: "}"), UInt8(ascii: "]"): _ = steps.popLast()
        case UInt8(ascii: ","):
            if case .index(let index)? = steps.last { steps[steps.count - 1] = .index(index + 1) }
        case UInt8(ascii: "\""):
            let start = position + 1
            position = start
            while position < text.count, text[position] != UInt8(ascii: "\"") {
                position += text[position] == UInt8(ascii: "\\") ? 2 : 1
            }
            let isKey = position + 1 < text.count && text[position + 1] == UInt8(ascii: ":")
            if isKey { steps[steps.count - 1] = .key(String(decoding: text[start..<position], as: UTF8.self)) }
        default: break
        }
        position += 1
    }
    return steps
}
