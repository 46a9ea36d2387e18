import AditJSON

// Changes of the current part.
extension ChangeWriter {
    /// Records a replacement of the part.
    @usableFromInline
    package func replace<T: WireCodable>(with value: T) throws(CodingFailure) {
        guard let change = begin(.replace) else { return }
        try encodeWire(value, to: texts)
        record(change, hasValue: true)
    }

    /// Records a replacement of the whole state with unknown differences.
    public func replaceState() throws(CodingFailure) {
        if let rows { try rows.replaceState(writeState) }
        guard let change = begin(.replace) else { return }
        try writeState?(texts)
        record(change, hasValue: writeState != nil)
    }

    /// Records that the part was added.
    @usableFromInline
    package func add<T: WireCodable>(_ value: T) throws(CodingFailure) {
        guard let change = begin(.add) else { return }
        try encodeWire(value, to: texts)
        record(change, hasValue: true)
    }

    /// Records that the part was removed.
    @usableFromInline
    package func remove() throws(CodingFailure) {
        if let change = begin(.remove) { record(change, hasValue: false) }
    }

    /// Records an insertion into the part, which is a list.
    ///
    /// - Parameter count: the number of elements after it.
    @usableFromInline
    package func insert<T: WireCodable>(_ element: T, at index: Int, of count: Int) throws(CodingFailure) {
        guard let change = begin(.add, at: index, in: index..<max(index, count)) else { return }
        try encodeWire(element, to: texts)
        record(change, hasValue: true)
    }

    /// Records a removal from the part, which is a list.
    ///
    /// - Parameter count: the number of elements before it.
    package func remove(at index: Int, of count: Int) throws(CodingFailure) {
        if let change = begin(.remove, at: index, in: index..<max(index, count)) { record(change, hasValue: false) }
    }

    /// Records a move within the part, which is a list.
    package func move(from old: Int, to index: Int) throws(CodingFailure) {
        let positions = min(old, index)..<max(old, index) + 1
        if let change = begin(.move, at: index, from: old, in: positions) { record(change, hasValue: false) }
    }
}

// MARK: - Records

extension ChangeWriter {
    /// A change with its paths, whose value is written next.
    private struct BegunChange {
        let operation: Change.Operation
        let path: Range<Int>
        let from: Range<Int>?
        /// The number of the covering subscribers that receive it as an operation.
        let told: Int
    }

    /// Begins the record of a change of the part; nil if no operation expresses it, or nobody receives one.
    private func begin(_ operation: Change.Operation) -> BegunChange? {
        // Subscribers below the part need their whole value, as anything may be different. So do subscribers of just
        // this part if it is added or removed, as no operation expresses that for the root of a document.
        if let part, part.hasParts { part.forEachFollowerBelow(touchValue) }
        let told = operation == .replace ? covering.count : ownStart
        for index in told..<covering.count { touchValue(covering[index]) }
        guard wantsAll || told > 0 else { return nil }
        return BegunChange(operation: operation, path: writePath(nil), from: nil, told: told)
    }

    /// Begins the record of a change of the part, which is a list; nil if nobody receives it.
    ///
    /// - Parameter positions: those with another element than before, or without one.
    private func begin(
        _ operation: Change.Operation, at index: Int, from old: Int? = nil, in positions: Range<Int>
    ) -> BegunChange? {
        if let part, part.hasParts { part.forEachFollower(ofPositions: positions, touchValue) }
        guard isCovered else { return nil }
        let from = old.map { writePath($0) }
        return BegunChange(operation: operation, path: writePath(index), from: from, told: covering.count)
    }

    /// Records a change, and passes it to its subscribers.
    ///
    /// - Parameter hasValue: whether its value was written, after its path.
    private func record(_ change: BegunChange, hasValue: Bool) {
        let record = ChangeRecord(
            operation: change.operation, path: change.path, from: change.from,
            value: hasValue ? change.path.upperBound..<texts.count : nil)
        records.append(record)
        for index in 0..<change.told {
            let subscriber = covering[index]
            if subscriber.note(record, in: texts, below: pointerLength(subscriber.depth)) { touched.append(subscriber) }
        }
    }

    /// Writes the path to the current part, or to a position in it if it is a list.
    private func writePath(_ index: Int?) -> Range<Int> {
        writePointer()
        let start = texts.count
        texts.write(raw: pointer.bytes)
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
