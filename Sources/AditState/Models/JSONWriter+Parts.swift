import AditJSON

extension JSONWriter {
    /// Writes the part of a member's value at a path; nothing if the value is absent.
    ///
    /// - Returns: ``WrittenPart/nothing``, with nothing written, if the path matches nothing.
    @_documentation(visibility: private)
    public func write<T: WireCodable>(part path: PartPath, of value: T) throws(CodingFailure) -> WrittenPart {
        value.isAbsent ? .nothing : try write(partOfElement: path, of: value)
    }

    /// Writes the part of a list's element or a dictionary's value: there, an absent value is null.
    package func write<T: WireCodable>(partOfElement path: PartPath, of value: T) throws(CodingFailure) -> WrittenPart {
        if let model = value as? any WireModel { return try write(model, at: path) }
        return try write(partOfText: path) { writer throws(CodingFailure) in try value.write(to: writer) }
    }

    private func write<M: WireModel>(_ model: M, at path: PartPath) throws(CodingFailure) -> WrittenPart {
        try M.writePart(of: model, at: path, to: self)
    }

    /// Writes the whole of a value that is not a list.
    @_documentation(visibility: private)
    public func write(whole value: some WireCodable, at path: PartPath) throws(CodingFailure) -> WrittenPart {
        if path.window != nil { throw path.notAList("an object") }
        try value.write(to: self)
        return .value
    }

    /// Writes a part of a value by parsing its text.
    package func write(
        partOfText path: PartPath, _ write: (JSONWriter) throws(CodingFailure) -> Void
    ) throws(CodingFailure) -> WrittenPart {
        if path.key == nil, path.window == nil {
            try write(self)
            return .value
        }
        let text = JSONWriter()
        try write(text)
        return try JSONReader.read(text.bytes, as: "a value that is") { (root) throws(CodingFailure) in
            try self.write(path, of: root)
        }
    }

    private func write(_ path: PartPath, of root: JSONReader) throws(CodingFailure) -> WrittenPart {
        guard let value = root[keys: path.keys] else { return .nothing }
        guard let window = path.window else {
            self.write(value)
            return .value
        }
        guard value.isArray else { throw path.notAList(value.description) }
        let elements = value.array
        write(literal: "[")
        for element in elements[window.range(in: elements.count)] {
            separate()
            write(element)
        }
        write(literal: "]")
        return .slice(of: elements.count)
    }
}

extension JSONWriter {
    /// Removes the text, and keeps the memory of up to `most` bytes.
    func removeAll(keepingUpTo most: Int) {
        truncate(to: 0)
        shrink(to: most)
    }

    /// Appends a key to a JSON Pointer.
    func write(token: String) {
        write(literal: "/")
        let start = count
        write(json: token)
        // The written bytes are contiguous, which those of a short text are not.
        let written = UnsafeRawBufferPointer(rebasing: bytes[start...])
        if written.allSatisfy({ $0 != UInt8(ascii: "~") && $0 != UInt8(ascii: "/") }) { return }
        truncate(to: start)
        write(json: JSONPointer.escape(token))
    }
}

/// The text of a value with masks in place of its secrets, and where they are. The core's loop.
final class MaskedText {
    private let writer = JSONWriter()

    var bytes: UnsafeRawBufferPointer { writer.bytes }
    /// The JSON Pointers of the masks, from the value.
    var paths: [String] { writer.maskPointers }

    /// - Parameter write: writes the value.
    func write(_ write: PartWalk.Write) throws(CodingFailure) {
        writer.removeAll(keepingUpTo: 1 << 14)
        writer.masksSecrets = true
        writer.maskPlaces = []
        try write(writer)
    }
}
