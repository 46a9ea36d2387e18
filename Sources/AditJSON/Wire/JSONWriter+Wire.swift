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
        var steps = OpenSteps(UnsafeRawBufferPointer(rebasing: bytes[start...]))
        steps.advance(to: count - start)
        let path = steps.path
        truncate(to: start)
        return CodingFailure(path: path, reason: failure.reason)
    }

    /// The JSON Pointers of ``maskPlaces``.
    package var maskPointers: [String] {
        var steps = OpenSteps(bytes)
        return (maskPlaces ?? []).map { place in
            steps.advance(to: place)
            return steps.pointer
        }
    }
}

/// The keys and indices on the way to a value in a text that is written. The text may end there.
private struct OpenSteps {
    private enum Step { case key(Range<Int>), index(Int) }

    private let text: UnsafeRawBufferPointer
    /// The objects and arrays around the position, with the key or the index of the value that it is in.
    private var steps: [Step] = []
    private var position = 0

    init(_ text: UnsafeRawBufferPointer) { self.text = text }

    /// Goes on to the beginning of a later value.
    mutating func advance(to end: Int) {
        let end = min(end, text.count)
        while position < end {
            let start = position
            position += 1
            switch text[start] {
            case UInt8(ascii: "{"): steps.append(.key(start..<start))
            case UInt8(ascii: "["): steps.append(.index(0))
            case UInt8(ascii: "}"), UInt8(ascii: "]"): _ = steps.popLast()
            case UInt8(ascii: ","):
                if case .index(let index)? = steps.last { steps[steps.count - 1] = .index(index + 1) }
            case UInt8(ascii: "\""):
                while position < end, text[position] != UInt8(ascii: "\"") {
                    position += text[position] == UInt8(ascii: "\\") ? 2 : 1
                }
                position += 1
                let isKey = position < end && text[position] == UInt8(ascii: ":")
                if isKey { steps[steps.count - 1] = .key(start..<position) }
            default: break
            }
        }
    }

    var path: String {
        steps.reduce(into: "") { path, step in
            switch step {
            case .key(let place): path += (path.isEmpty ? "" : ".") + key(at: place)
            case .index(let index): path += "[\(index)]"
            }
        }
    }

    var pointer: String {
        steps.reduce(into: "") { path, step in
            switch step {
            case .key(let place): path += "/" + JSONPointer.escape(key(at: place))
            case .index(let index): path += "/\(index)"
            }
        }
    }

    private func key(at place: Range<Int>) -> String {
        let literal = UnsafeRawBufferPointer(rebasing: text[place])
        return (try? JSONReader.read(literal, depth: 0) { $0.string ?? "" }) ?? ""
    }
}
