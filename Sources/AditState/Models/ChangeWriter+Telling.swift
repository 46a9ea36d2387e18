import AditJSON

// Changes of the current part.
extension ChangeWriter {
    /// Records a replacement of the part.
    package func replace(with value: some WireCodable) throws(CodingFailure) {
        try tell(.replace, value: { writer throws(CodingFailure) in try encodeWire(value, to: writer) })
    }

    /// Records a replacement of the whole state with unknown differences.
    public func replaceState() throws(CodingFailure) {
        if let rows { try rows.replaceState(writeState) }
        try tell(.replace, value: writeState)
    }

    /// Records that the part was added.
    @usableFromInline
    package func add(_ value: some WireCodable) throws(CodingFailure) {
        try tell(.add, value: { writer throws(CodingFailure) in try encodeWire(value, to: writer) })
    }

    /// Records that the part was removed.
    @usableFromInline
    package func remove() throws(CodingFailure) { try tell(.remove, value: nil) }

    private func tell(
        _ operation: Change.Operation, value: ((JSONWriter) throws(CodingFailure) -> Void)?
    ) throws(CodingFailure) {
        // Subscribers below the part need their whole value, as anything may be different. So do subscribers of just
        // this part if it is added or removed, as no operation expresses that for the root of a document.
        part?.forEachFollowerBelow(touchValue)
        let told = operation == .replace ? covering.count : ownStart
        covering[told...].forEach(touchValue)
        guard wantsAll || told > 0 else { return }
        try record(operation, at: nil, from: nil, for: told, value)
    }

    /// Records an insertion into the part, which is a list.
    ///
    /// - Parameter count: the number of elements after it.
    @usableFromInline
    package func insert(_ element: some WireCodable, at index: Int, of count: Int) throws(CodingFailure) {
        try tellList(.add, at: index, from: nil, in: index..<max(index, count)) { writer throws(CodingFailure) in
            try encodeWire(element, to: writer)
        }
    }

    /// Records a removal from the part, which is a list.
    ///
    /// - Parameter count: the number of elements before it.
    package func remove(at index: Int, of count: Int) throws(CodingFailure) {
        try tellList(.remove, at: index, from: nil, in: index..<max(index, count), nil)
    }

    /// Records a move within the part, which is a list.
    package func move(from old: Int, to index: Int) throws(CodingFailure) {
        try tellList(.move, at: index, from: old, in: min(old, index)..<max(old, index) + 1, nil)
    }

    /// - Parameter positions: those with another element than before, or without one.
    private func tellList(
        _ operation: Change.Operation, at index: Int, from old: Int?, in positions: Range<Int>,
        _ value: ((JSONWriter) throws(CodingFailure) -> Void)?
    ) throws(CodingFailure) {
        part?.forEachFollower(ofPositions: positions, touchValue)
        guard isCovered else { return }
        try record(operation, at: index, from: old, for: covering.count, value)
    }

    private func record(
        _ operation: Change.Operation, at index: Int?, from old: Int?, for told: Int,
        _ write: ((JSONWriter) throws(CodingFailure) -> Void)?
    ) throws(CodingFailure) {
        let from = old.map { writePath($0) }
        let path = writePath(index)
        let valueStart = texts.count
        if let write { try write(texts) }
        records.append(
            ChangeRecord(
                operation: operation, path: path, from: from, value: write == nil ? nil : valueStart..<texts.count))
        for subscriber in covering[..<told] where subscriber.note(records.count - 1) { touched.append(subscriber) }
    }

    /// Writes the path to the current part, or to a position in it if it is a list.
    private func writePath(_ index: Int?) -> Range<Int> {
        let start = texts.count
        for level in levels {
            texts.write(literal: "/")
            texts.write(json: JSONPointer.escape(level.key))
        }
        if let index {
            texts.write(literal: "/")
            texts.write(index)
        }
        return start..<texts.count
    }

    func touchValue(_ subscriber: Subscriber) {
        if subscriber.noteValue() { touched.append(subscriber) }
    }
}
