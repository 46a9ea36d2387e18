import AditJSON

/// An import of a state from a long text, piece by piece: tables element by element, all else member by member. The
/// state is replaced when the whole text has been read. The core's loop.
package final class StateImport {
    private enum Place {
        case beginning
        /// In the innermost of ``models``.
        case member
        case table(TableImport, path: String)
        /// After the state.
        case end
        case done
    }

    private var stream: JSONStream
    private var source: JSONStream.Source
    private let upgrade: StateUpgrade
    /// The size of the original text, in bytes, while the migrated one is read; nil if the original is read itself.
    private var upgraded: Int?
    private let shape: StateShape
    private let decode: (JSONReader) throws(CodingFailure) -> () -> Void
    private let depth: Int
    private var members = StoredMembers()
    private let tables = BuiltTables()
    private var place = Place.beginning
    /// The models around the stream's position, by their paths, with the keys that have been read.
    private var models: [(path: String, keys: Set<ByteString>)] = []

    /// The number of bytes of the text that have been read.
    package var offset: Int { upgraded ?? stream.offset }

    /// - Parameters:
    ///   - decode: decodes a state from a text in which tables are numbers, and returns a closure that puts it into
    ///     place.
    ///   - depth: the maximum nesting of a member's or an element's value.
    package init(
        from source: @escaping JSONStream.Source, depth: Int, _ shape: StateShape, _ upgrade: StateUpgrade,
        decode: @escaping (JSONReader) throws(CodingFailure) -> () -> Void
    ) {
        self.source = source
        stream = JSONStream(depth: depth, source)
        self.depth = depth
        self.upgrade = upgrade
        self.shape = shape
        self.decode = decode
    }

    /// Reads the next pieces, until about `bytes` bytes have been read or the end is reached.
    ///
    /// - Returns: false at the end.
    /// - Throws: ``CodingFailure`` if the text is not a valid state, and the errors of its source.
    package func readOn(bytes: Int) throws -> Bool {
        var left = bytes
        do {
            while left > 0 {
                guard let count = try step() else { return false }
                left -= max(1, count)
            }
        } catch let error as JSONSyntaxError {
            throw CodingFailure(error).within(pointer: models.last?.path ?? "")
        }
        return true
    }

    /// Decodes the state from the pieces read.
    ///
    /// - Returns: a closure that puts the state into place.
    /// - Throws: ``CodingFailure`` if the pieces are not a valid state.
    package func finish() throws(CodingFailure) -> () -> Void {
        let text = JSONWriter()
        try members.write(to: text)
        return try tables.bind { () throws(CodingFailure) in try decode(text.bytes) }
    }

    // The pieces were parsed before, at the same depth.
    private func decode(_ text: UnsafeRawBufferPointer) throws(CodingFailure) -> () -> Void {
        do throws(JSONFailure) { return try JSONReader.read(text, depth: 2048, decode) } catch {
            throw CodingFailure(error)
        }
    }
}

// MARK: - Reading

extension StateImport {
    /// Reads the smallest next piece.
    ///
    /// - Returns: the number of bytes read; nil at the end.
    private func step() throws -> Int? {
        let start = stream.offset
        switch place {
        case .beginning: try begin()
        case .member: try readMember()
        case .table(let table, let path):
            return try within(path) {
                if let count = try table.step() { return count }
                try members.add(table: tables.add(try table.finish()), at: path)
                place = .member
                return 0
            }
        case .end:
            try stream.checkEnd()
            place = .done
        case .done: return nil
        }
        return stream.offset - start
    }

    private func begin() throws {
        if shape.isWhole {
            try stream.readValue { text, value in
                if let new = try upgrade.text(of: value) { return try members.add(RowText(new.bytes), at: "") }
                try members.add(RowText(text), at: "")
            }
            place = .end
        } else {
            try stream.expect(UInt8(ascii: "{"), "a state, an object,")
            try enter("")
        }
    }

    private func enter(_ path: String) throws {
        try Array("{}".utf8).withUnsafeBytes { try members.add(RowText($0), at: path) }
        models.append((path, []))
        place = .member
    }

    private func readMember() throws {
        // Not the model as a whole: a reference to its keys would have them copied for each new one.
        let model = models.count - 1
        let (parent, isFirst) = (models[model].path, models[model].keys.isEmpty)
        guard let key = try stream.nextKey(isFirst: isFirst) else {
            models.removeLast()
            if models.isEmpty { place = .end }
            return
        }
        if parent.isEmpty, key.isSpelled(as: StateUpgrade.key), upgraded == nil { return try readVersion(isFirst) }
        if parent.isEmpty { try upgrade.checkSecrets(key) }
        let path = parent + "/" + JSONPointer.escape(key)
        try within(parent) {
            guard models[model].keys.insert(ByteString(key)).inserted else {
                throw CodingFailure(path: key, reason: "found the key a second time; one is expected")
            }
        }
        try within(path) {
            if shape.isModel(path) {
                try stream.expect(UInt8(ascii: "{"), "an object")
                try enter(path)
            } else if let builder = shape.makeBuilder(path) {
                place = .table(
                    try TableImport(stream, builder) { [source, depth] in JSONStream(at: $0, depth: depth, source) },
                    path: path)
            } else {
                try stream.readValue { text, _ in try members.add(RowText(text), at: path) }
            }
        }
    }

    /// Reads the version of the state. A state of an older version is read as a whole and migrated, and the import
    /// continues with the result.
    private func readVersion(_ isFirst: Bool) throws {
        guard isFirst else {
            throw CodingFailure(
                path: StateUpgrade.key, reason: "found it behind others; it is expected as the first key")
        }
        models[models.count - 1].keys.insert(ByteString(StateUpgrade.key))
        let version = try stream.readValue { _, value in try upgrade.read(value) }
        guard version < upgrade.version else { return }
        let whole = makeStream(0, depth: depth + 64)
        let text = try whole.readValue { _, value in try upgrade.text(of: value) }
        try whole.checkEnd()
        upgraded = whole.offset
        let bytes = Array((text ?? JSONWriter()).bytes)
        source = { offset, memory in
            let count = min(memory.count, bytes.count - offset)
            bytes.withUnsafeBytes {
                memory.copyMemory(from: UnsafeRawBufferPointer(rebasing: $0[offset...].prefix(count)))
            }
            return count
        }
        stream = makeStream(0, depth: depth)
        models = []
        members = StoredMembers()
        place = .beginning
    }

    private func makeStream(_ offset: Int, depth: Int) -> JSONStream { JSONStream(at: offset, depth: depth, source) }

    /// Runs `body`, and prepends the keys of a pointer to the path of its failures.
    private func within<R>(_ path: String, _ body: () throws -> R) throws -> R {
        try CodingFailure.within(JSONPointer(path)?.tokens ?? [], body)
    }
}
