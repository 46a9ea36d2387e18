import AditJSON

// Changes of the current part.
extension ChangeWriter {
    /// Records a replacement of the part.
    ///
    /// - Parameter key: a member without subscriptions of its own, which is replaced; nil for the part.
    @usableFromInline
    package func replace<T: WireCodable>(with value: T, member key: String? = nil) throws(CodingFailure) {
        guard let change = begin(.replace, key) else { return }
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

    /// Records that the part was added, or a member of it without subscriptions of its own.
    @usableFromInline
    package func add<T: WireCodable>(_ value: T, member key: String? = nil) throws(CodingFailure) {
        guard let change = begin(.add, key) else { return }
        try encodeWire(value, to: texts)
        record(change, hasValue: true)
    }

    /// Records that the part was removed, or a member of it without subscriptions of its own.
    @usableFromInline
    package func remove(member key: String? = nil) throws(CodingFailure) {
        if let change = begin(.remove, key) { record(change, hasValue: false) }
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

    /// Begins the record of a change of the part, or of a member without subscriptions of its own; nil if no operation
    /// expresses it, or nobody receives one.
    private func begin(_ operation: Change.Operation, _ key: String? = nil) -> BegunChange? {
        if let key {
            guard isCovered else { return nil }
            let path = writePath { $0.write(token: key) }
            return BegunChange(operation: operation, path: path, from: nil, told: covering.count)
        }
        // Subscribers below the part need their whole value, as anything may be different. So do subscribers of just
        // this part if it is added or removed, as no operation expresses that for the root of a document.
        if let part, part.hasParts { part.forEachFollowerBelow(touchValue) }
        let told = operation == .replace ? covering.count : ownStart
        for index in told..<covering.count { touchValue(covering[index]) }
        guard wantsAll || told > 0 else { return nil }
        return BegunChange(operation: operation, path: writePath { _ in }, from: nil, told: told)
    }

    /// Begins the record of a change of the part, which is a list; nil if nobody receives it.
    ///
    /// - Parameter positions: those with another element than before, or without one.
    private func begin(
        _ operation: Change.Operation, at index: Int, from old: Int? = nil, in positions: Range<Int>
    ) -> BegunChange? {
        if let part, part.hasParts { part.forEachFollower(ofPositions: positions, touchValue) }
        guard isCovered else { return nil }
        let from = old.map { old in writePath { $0.write(position: old) } }
        let path = writePath { $0.write(position: index) }
        return BegunChange(operation: operation, path: path, from: from, told: covering.count)
    }

    /// Records a change, and passes it to its subscribers.
    ///
    /// - Parameter hasValue: whether its value was written, after its path.
    private func record(_ change: BegunChange, hasValue: Bool) {
        let record = ChangeRecord(
            operation: change.operation, path: change.path, from: change.from,
            value: hasValue ? change.path.upperBound..<texts.count : nil)
        for index in 0..<change.told {
            let subscriber = covering[index]
            let start = pointerStart(below: subscriber.depth)
            if subscriber.note(record, in: texts, below: start) { touched.append(subscriber) }
        }
        if wantsAll { return records.append(record) }
        texts.truncate(to: record.from?.lowerBound ?? record.path.lowerBound)
    }

    /// Writes the path to the current part, or to something in it.
    @inline(__always)
    private func writePath(_ last: (JSONWriter) -> Void) -> Range<Int> {
        writePointer()
        let start = texts.count
        texts.write(raw: pointer.bytes)
        last(texts)
        return start..<texts.count
    }

    func touchValue(_ subscriber: Subscriber) {
        if subscriber.noteValue() { touched.append(subscriber) }
    }
}

extension JSONWriter {
    /// Appends a position in a list to a JSON Pointer.
    fileprivate func write(position: Int) {
        write(literal: "/")
        write(position)
    }
}
