import AditJSON

// Changes of the current part.
extension ChangeWriter {
    /// Records a replacement of the part.
    ///
    /// - Parameter key: a member without subscriptions of its own, which is replaced; nil for the part.
    @usableFromInline
    package func replace<T: WireCodable>(with value: T, member key: String? = nil) throws(CodingFailure) {
        if let change = begin(.replace, key) {
            try finish(change) { text throws(CodingFailure) in try encodeWire(value, to: text) }
        }
    }

    /// Records a replacement of the whole state with unknown differences.
    public func replaceState() throws(CodingFailure) {
        if let rows { try rows.replaceState(writeState) }
        guard let change = begin(.replace) else { return }
        guard let writeState else { return finish(change) }
        try finish(change) { text throws(CodingFailure) in try writeState(text) }
    }

    /// Records that the part was added, or a member of it without subscriptions of its own.
    @usableFromInline
    package func add<T: WireCodable>(_ value: T, member key: String? = nil) throws(CodingFailure) {
        if let change = begin(.add, key) {
            try finish(change) { text throws(CodingFailure) in try encodeWire(value, to: text) }
        }
    }

    /// Records that the part was removed, or a member of it without subscriptions of its own.
    @usableFromInline
    package func remove(member key: String? = nil) throws(CodingFailure) {
        if let change = begin(.remove, key) { finish(change) }
    }

    /// Records an insertion into the part, which is a list.
    ///
    /// - Parameter count: the number of elements after it.
    @usableFromInline
    package func insert<T: WireCodable>(_ element: T, at index: Int, of count: Int) throws(CodingFailure) {
        if let change = begin(.add, at: index, in: index..<max(index, count)) {
            try finish(change) { text throws(CodingFailure) in try encodeWire(element, to: text) }
        }
    }

    /// Records a removal from the part, which is a list.
    ///
    /// - Parameter count: the number of elements before it.
    package func remove(at index: Int, of count: Int) throws(CodingFailure) {
        if let change = begin(.remove, at: index, in: index..<max(index, count)) { finish(change) }
    }

    /// Records a move within the part, which is a list.
    package func move(from old: Int, to index: Int) throws(CodingFailure) {
        let positions = min(old, index)..<max(old, index) + 1
        if let change = begin(.move, at: index, from: old, in: positions) { finish(change) }
    }

    func touchValue(_ subscriber: Subscriber) {
        if subscriber.noteValue() { touched.append(subscriber) }
    }
}

// MARK: - Records

// A change is written once: into the operations of its first subscriber, from where the others copy its value. If all
// changes are collected, it is written into their buffer instead.
extension ChangeWriter {
    /// A change whose paths are written: its value comes next. Its last key is in the pointer.
    private struct BegunChange {
        let operation: Change.Operation
        /// The number of the covering subscribers that receive it as an operation.
        let told: Int
        /// The length of the pointer to the part.
        let pointerEnd: Int
        /// Whether a value was moved: its former path is in ``ChangeWriter/origin``.
        let isMove: Bool
        /// The operations of the first subscriber, or the buffer of all changes.
        let text: JSONWriter
        /// The first subscriber that receives an operation, if it is written there.
        let first: Subscriber?
        /// The ends of what is written: of the text before, the former path, and the path.
        let start: Int, fromEnd: Int, pathEnd: Int
    }

    /// Begins the record of a change of the part, or of a member without subscriptions of its own; nil if no operation
    /// expresses it, or nobody receives one.
    private func begin(_ operation: Change.Operation, _ key: String? = nil) -> BegunChange? {
        if let key {
            guard isCovered else { return nil }
            writePointer()
            let end = pointer.count
            pointer.write(token: key)
            return begin(operation, told: covering.count, pointerEnd: end)
        }
        // Subscribers below the part need their whole value, as anything may be different. So do subscribers of just
        // this part if it is added or removed, as no operation expresses that for the root of a document.
        if let part, part.hasParts { part.forEachFollowerBelow(touchValue) }
        let told = operation == .replace ? covering.count : ownStart
        for index in told..<covering.count { touchValue(covering[index]) }
        guard wantsAll || told > 0 else { return nil }
        writePointer()
        return begin(operation, told: told, pointerEnd: pointer.count)
    }

    /// Begins the record of a change of the part, which is a list; nil if nobody receives it.
    ///
    /// - Parameter positions: those with another element than before, or without one.
    private func begin(
        _ operation: Change.Operation, at index: Int, from old: Int? = nil, in positions: Range<Int>
    ) -> BegunChange? {
        if let part, part.hasParts { part.forEachFollower(ofPositions: positions, touchValue) }
        guard isCovered else { return nil }
        writePointer()
        let end = pointer.count
        if let old {
            origin.truncate(to: 0)
            origin.write(raw: pointer.bytes)
            origin.write(position: old)
        }
        pointer.write(position: index)
        return begin(operation, told: covering.count, pointerEnd: end, isMove: old != nil)
    }

    /// Writes the paths of a change.
    private func begin(
        _ operation: Change.Operation, told: Int, pointerEnd: Int, isMove: Bool = false
    ) -> BegunChange {
        var first: Subscriber?
        var text = texts
        if !wantsAll {
            for index in 0..<told {
                guard let operations = covering[index].operationText() else { continue }
                first = covering[index]
                text = operations
                break
            }
        }
        let start = text.count
        var fromEnd = start
        if let first {
            writeHead(operation, isMove: isMove, below: first.depth, pointerEnd, to: text)
        } else {
            if isMove { text.write(raw: origin.bytes) }
            fromEnd = text.count
            text.write(raw: pointer.bytes)
        }
        return BegunChange(
            operation: operation, told: told, pointerEnd: pointerEnd, isMove: isMove, text: text, first: first,
            start: start, fromEnd: fromEnd, pathEnd: text.count)
    }

    /// Writes an operation up to its value, with paths below a covering subscriber's part.
    private func writeHead(
        _ operation: Change.Operation, isMove: Bool, below depth: Int, _ pointerEnd: Int, to text: JSONWriter
    ) {
        let start = pointerStart(below: depth, pointerEnd)
        text.begin(operation)
        if isMove {
            text.write(pointer: origin.bytes, without: start)
            text.write(literal: #","path":"#)
        }
        text.write(pointer: pointer.bytes, without: start)
    }

    /// Completes a change with the value that `write` writes.
    @inline(__always)
    private func finish(
        _ change: BegunChange, _ write: (JSONWriter) throws(CodingFailure) -> Void
    ) throws(CodingFailure) {
        if change.first != nil { change.text.write(literal: #","value":"#) }
        let start = change.text.count
        do throws(CodingFailure) { try write(change.text) } catch {
            change.text.truncate(to: change.start)
            pointer.truncate(to: change.pointerEnd)
            throw error
        }
        finish(change, value: start..<change.text.count)
    }

    /// Completes a change, and passes it to its subscribers.
    ///
    /// - Parameter value: where its value was written; nil without one.
    private func finish(_ change: BegunChange, value: Range<Int>? = nil) {
        if change.first != nil { change.text.write(literal: "}") }
        for index in 0..<change.told {
            let subscriber = covering[index]
            if subscriber === change.first {
                if subscriber.note(change.text) { touched.append(subscriber) }
            } else if let operations = subscriber.operationText() {
                writeHead(
                    change.operation, isMove: change.isMove, below: subscriber.depth, change.pointerEnd, to: operations)
                if let value {
                    operations.write(literal: #","value":"#)
                    operations.write(raw: change.text.bytes(value))
                }
                operations.write(literal: "}")
                if subscriber.note(operations) { touched.append(subscriber) }
            } else {
                touchValue(subscriber)
            }
        }
        if wantsAll {
            records.append(
                ChangeRecord(
                    operation: change.operation, path: change.fromEnd..<change.pathEnd,
                    from: change.isMove ? change.start..<change.fromEnd : nil, value: value))
        } else if change.first == nil {
            texts.truncate(to: change.start)
        }
        pointer.truncate(to: change.pointerEnd)
    }
}

extension JSONWriter {
    /// Appends a position in a list to a JSON Pointer.
    fileprivate func write(position: Int) {
        write(literal: "/")
        write(position)
    }
}
