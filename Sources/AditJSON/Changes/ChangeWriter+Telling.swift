// What has changed where the walk is.
extension ChangeWriter {
    /// The part has another value.
    package func replace(with value: some WireCodable) throws(CodingFailure) {
        try tell(.replace, value: { writer throws(CodingFailure) in try encodeWire(value, to: writer) })
    }

    /// The whole state is another one, and nobody knows in which parts.
    public func replaceState() throws(CodingFailure) {
        if let rows { try rows.replaceState(writeState) }
        try tell(.replace, value: writeState)
    }

    /// The part is there now.
    @usableFromInline
    package func add(_ value: some WireCodable) throws(CodingFailure) {
        try tell(.add, value: { writer throws(CodingFailure) in try encodeWire(value, to: writer) })
    }

    /// The part is there no more.
    @usableFromInline
    package func remove() throws(CodingFailure) { try tell(.remove, value: nil) }

    private func tell(
        _ operation: Change.Operation, value: ((JSONWriter) throws(CodingFailure) -> Void)?
    ) throws(CodingFailure) {
        // Those who follow a part of it may find anything there now; those who follow just this part, too, where it comes
        // or goes, as an operation cannot say that of the whole of a document.
        part?.forEachFollowerBelow(touchValue)
        let told = operation == .replace ? covering.count : ownStart
        covering[told...].forEach(touchValue)
        guard wantsAll || told > 0 else { return }
        try record(operation, at: nil, from: nil, for: told, value)
    }

    /// An element of the list that the part is has come.
    ///
    /// - Parameter count: how many it has now.
    @usableFromInline
    package func insert(_ element: some WireCodable, at index: Int, of count: Int) throws(CodingFailure) {
        try tellList(.add, at: index, from: nil, in: index..<max(index, count)) { writer throws(CodingFailure) in
            try encodeWire(element, to: writer)
        }
    }

    /// An element of the list that the part is has gone.
    ///
    /// - Parameter count: how many it had before.
    package func remove(at index: Int, of count: Int) throws(CodingFailure) {
        try tellList(.remove, at: index, from: nil, in: index..<max(index, count), nil)
    }

    /// An element of the list that the part is has another position.
    package func move(from old: Int, to index: Int) throws(CodingFailure) {
        try tellList(.move, at: index, from: old, in: min(old, index)..<max(old, index) + 1, nil)
    }

    /// - Parameter positions: where there is another element now, or none any more.
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

    /// Writes the path to where the walk is, or to a position in the list that is there.
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

    private func touchValue(_ subscriber: Subscriber) {
        if subscriber.noteValue() { touched.append(subscriber) }
    }
}
