import AditJSON

// Changes of the current part.
extension ChangeWriter {
    /// Records a replacement of the part.
    ///
    /// - Parameter key: a member without separate subscriptions, which is replaced; nil for the part.
    @usableFromInline
    package func replace<T: WireCodable>(with value: T, member key: String? = nil) throws(CodingFailure) {
        try report(.replace, key) { text throws(CodingFailure) in try encodeWire(value, to: text) }
    }

    /// Records a replacement of the whole state with unknown differences.
    public func replaceState() throws(CodingFailure) {
        if let rows { try rows.replaceState(writeState) }
        guard let writeState else { return try report(.replace, nil, hasValue: false) }
        try report(.replace, nil) { text throws(CodingFailure) in try writeState(text) }
    }

    /// Records that the part was added, or a member of it without separate subscriptions.
    @usableFromInline
    package func add<T: WireCodable>(_ value: T, member key: String? = nil) throws(CodingFailure) {
        try report(.add, key) { text throws(CodingFailure) in try encodeWire(value, to: text) }
    }

    /// Records that the part was removed, or a member of it without separate subscriptions.
    @usableFromInline
    package func remove(member key: String? = nil) throws(CodingFailure) { try report(.remove, key, hasValue: false) }

    private func report(
        _ operation: Change.Operation, _ key: String?, hasValue: Bool = true,
        _ write: (JSONWriter) throws(CodingFailure) -> Void = { _ in }
    ) throws(CodingFailure) {
        if let key {
            guard isCovered else { return }
            writePointer()
            let end = pointer.count
            pointer.write(token: key)
            return try record(operation, for: covering.count, pointerEnd: end, hasValue: hasValue, write)
        }
        // Subscribers below the part need their whole value, as anything may be different. So do subscribers of just
        // this part if it is added or removed, as no operation expresses that for the root of a document.
        if let part, part.hasParts { part.forEachFollowerBelow(touchValue) }
        let told = operation == .replace ? covering.count : ownStart
        for index in told..<covering.count { touchValue(covering[index]) }
        guard wantsAll || told > 0 else { return }
        writePointer()
        try record(operation, for: told, pointerEnd: pointer.count, hasValue: hasValue, write)
    }

    /// Records an insertion into the part, which is a list.
    ///
    /// - Parameter count: the number of elements after it.
    @usableFromInline
    package func insert<T: WireCodable>(_ element: T, at index: Int, of count: Int) throws(CodingFailure) {
        try reportList(.add, at: index, in: index..<max(index, count)) { text throws(CodingFailure) in
            try encodeWire(element, to: text)
        }
    }

    /// Records a removal from the part, which is a list.
    ///
    /// - Parameter count: the number of elements before it.
    package func remove(at index: Int, of count: Int) throws(CodingFailure) {
        try reportList(.remove, at: index, in: index..<max(index, count), hasValue: false)
    }

    /// Records a move within the part, which is a list.
    package func move(from old: Int, to index: Int) throws(CodingFailure) {
        try reportList(.move, at: index, from: old, in: min(old, index)..<max(old, index) + 1, hasValue: false)
    }

    /// Records the steps from one list to another.
    ///
    /// - Parameters:
    ///   - count: the number of elements before them.
    ///   - old: returns an element of the old list.
    ///   - new: returns an element of the new list.
    func report<T: WireCodable>(
        _ steps: [ListDifference.Step], of count: Int, _ old: (Int) -> T, _ new: (Int) -> T
    ) throws(CodingFailure) {
        var count = count
        for step in steps {
            switch step {
            case .insert(let index):
                count += 1
                try insert(new(index), at: index, of: count)
            case .remove(let index):
                try remove(at: index, of: count)
                count -= 1
            case .move(let from, let index): try move(from: from, to: index)
            case .alter(let from, let index):
                guard enter("\(index)") else { break }
                defer { leave() }
                try report(old(from), new(index))
            }
        }
    }

    /// - Parameter positions: those with another element than before, or without one.
    private func reportList(
        _ operation: Change.Operation, at index: Int, from old: Int? = nil, in positions: Range<Int>,
        hasValue: Bool = true, _ write: (JSONWriter) throws(CodingFailure) -> Void = { _ in }
    ) throws(CodingFailure) {
        if let part, part.hasParts { part.forEachFollower(ofPositions: positions, touchValue) }
        guard isCovered else { return }
        writePointer()
        let end = pointer.count
        if let old {
            origin.truncate(to: 0)
            origin.write(raw: pointer.bytes)
            origin.write(position: old)
        }
        pointer.write(position: index)
        try record(operation, for: covering.count, pointerEnd: end, hasValue: hasValue, write)
    }

    func touchValue(_ subscriber: Subscriber) {
        if subscriber.recordValue() { touched.append(subscriber) }
    }
}

// MARK: - Records

extension ChangeWriter {
    /// Records a change at the place in ``pointer``, which is the part or something in it.
    ///
    /// It is written once: into the operations of its first subscriber, from where the others copy its value. If all
    /// changes are collected, it is written into their buffer instead.
    ///
    /// - Parameters:
    ///   - told: the number of the covering subscribers that receive it as an operation.
    ///   - pointerEnd: the length of the pointer to the part, to which ``pointer`` is shortened.
    ///   - write: writes the value, if it has one.
    private func record(
        _ operation: Change.Operation, for told: Int, pointerEnd: Int, hasValue: Bool,
        _ write: (JSONWriter) throws(CodingFailure) -> Void
    ) throws(CodingFailure) {
        defer { pointer.truncate(to: pointerEnd) }
        var (text, first, start) = (texts, told, texts.count)
        if !wantsAll {
            for index in 0..<told {
                let subscriber = covering[index]
                guard let operations = subscriber.operationText() else { continue }
                (text, first, start) = (operations, index, operations.count)
                writeHead(operation, below: subscriber.depth, pointerEnd, hasValue: hasValue, to: operations)
                break
            }
        }
        let record = wantsAll ? writePaths(operation) : nil
        let valueStart = text.count
        do throws(CodingFailure) { try write(text) } catch {
            text.truncate(to: start)
            throw error
        }
        let value = valueStart..<text.count
        if first < told { text.write(literal: "}") }
        for index in 0..<told {
            let subscriber = covering[index]
            if index == first {
                if subscriber.recordOperation() { touched.append(subscriber) }
            } else if let operations = subscriber.operationText() {
                writeHead(operation, below: subscriber.depth, pointerEnd, hasValue: hasValue, to: operations)
                operations.write(raw: text.bytes(value))
                operations.write(literal: "}")
                if subscriber.recordOperation() { touched.append(subscriber) }
            } else {
                touchValue(subscriber)
            }
        }
        if let record {
            records.append(
                ChangeRecord(
                    operation: operation, path: record.path, from: record.from, value: hasValue ? value : nil))
        } else if first == told {
            // Not needed: all receive their whole value.
            text.truncate(to: start)
        }
    }

    /// Writes an operation up to its value, with paths below a covering subscriber's part.
    private func writeHead(
        _ operation: Change.Operation, below depth: Int, _ pointerEnd: Int, hasValue: Bool, to text: JSONWriter
    ) {
        let start = pointerStart(below: depth, pointerEnd)
        text.begin(operation)
        if operation == .move {
            text.write(pointer: origin.bytes, without: start)
            text.write(literal: #","path":"#)
        }
        text.write(pointer: pointer.bytes, without: start)
        if hasValue { text.write(literal: #","value":"#) }
    }

    /// Writes the paths of a change into the buffer of all changes.
    private func writePaths(_ operation: Change.Operation) -> (path: Range<Int>, from: Range<Int>?) {
        let start = texts.count
        if operation == .move { texts.write(raw: origin.bytes) }
        let end = texts.count
        texts.write(raw: pointer.bytes)
        return (end..<texts.count, operation == .move ? start..<end : nil)
    }
}

extension JSONWriter {
    /// Appends a position in a list to a JSON Pointer.
    fileprivate func write(position: Int) {
        write(literal: "/")
        write(position)
    }
}
