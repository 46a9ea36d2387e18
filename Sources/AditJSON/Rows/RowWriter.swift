/// Gives a storage what a batch has changed in a state, row by row, and the journal the changes with what was there before.
///
/// What the storage throws is kept as its ``failure``, and nothing more is given to it. The core's loop.
@usableFromInline
package final class RowWriter {
    /// Whether the state is one member, whatever it has in it.
    @usableFromInline package let isWhole: Bool
    // Accesses last for one statement each.
    @exclusivity(unchecked) package private(set) var failure: (any Error)?
    @exclusivity(unchecked) private var sink: (any RowSink)?
    @exclusivity(unchecked) private(set) var journal: JSONWriter?
    /// Writes what a state was that is one member; nil where nobody can.
    @exclusivity(unchecked) private var writeOriginal: PartWalk.Write?
    @exclusivity(unchecked) private var stateIsWritten = false
    private let path = RowPath()
    private let old = JSONWriter()
    private let new = JSONWriter()
    private let ids = JSONWriter()
    /// Of the journal.
    private let pointer = JSONWriter()

    /// - Parameter isWhole: whether the state is one member, as it is no `@Model`.
    package init(isWhole: Bool = false) { self.isWhole = isWhole }

    /// Begins with a batch.
    ///
    /// - Parameters:
    ///   - journal: takes the changes, in their order, with commas between: operations of RFC 6902 with the value that was there before
    ///     as `old`; nil where nobody wants them. They are of members, of whole elements, and of positions in the ids of tables.
    ///   - writeOriginal: writes the state as it was, where it is one member.
    package func begin(_ sink: any RowSink, journal: JSONWriter?, writeOriginal: PartWalk.Write? = nil) {
        self.sink = sink
        self.journal = journal
        self.writeOriginal = writeOriginal
        failure = nil
        stateIsWritten = false
        path.clear()
        for text in [old, new, ids, pointer] {
            text.truncate(to: 0)
            text.shrink(to: 1 << 14)
        }
    }

    /// Ends with it: nothing of it is held any more.
    package func end() {
        sink = nil
        journal = nil
        writeOriginal = nil
    }

    @usableFromInline func enter(_ key: String) { path.enter(key) }
    @usableFromInline func leave() { path.leave() }

    /// Whether somebody wants the changes beside the rows.
    @usableFromInline package var hasJournal: Bool { journal != nil }

    /// The pointer to where the walk is.
    package var place: String { path.string }

    /// Gives the storage something, unless it has failed.
    private func give(_ body: (any RowSink) throws(StorageFailure) -> Void) {
        guard failure == nil, let sink else { return }
        do throws(StorageFailure) { try body(sink) } catch { failure = error }
    }

    private func write(
        _ value: some WireCodable, to text: JSONWriter, within key: String
    ) throws(CodingFailure) {
        text.truncate(to: 0)
        do throws(CodingFailure) { try encodeWire(value, to: text) } catch { throw error.within(key, at: place) }
    }
}

// MARK: - Members

extension RowWriter {
    /// A member of where the walk is has another value, or an equal one.
    func member<T: WireCodable>(_ key: String, _ former: T, _ value: T) throws(CodingFailure) {
        let (wasThere, isThere) = (!former.isAbsent, !value.isAbsent)
        if wasThere, journal != nil || isThere { try write(former, to: old, within: key) }
        if isThere { try write(value, to: new, within: key) }
        enter(key)
        defer { leave() }
        changeMember(wasThere, isThere)
    }

    /// A state that is one member has another value, or an equal one.
    func replaceState(_ writeState: PartWalk.Write?) throws(CodingFailure) {
        if stateIsWritten { return }
        stateIsWritten = true
        guard isWhole, let writeState else {
            throw CodingFailure(path: "", reason: "found a change of the whole state; one of its members is expected")
        }
        new.truncate(to: 0)
        try writeState(new)
        old.truncate(to: 0)
        if let writeOriginal { try writeOriginal(old) }
        changeMember(writeOriginal != nil, true)
    }

    /// The texts are in ``old`` and ``new``.
    private func changeMember(_ wasThere: Bool, _ isThere: Bool) {
        switch (wasThere, isThere) {
        case (false, false): return
        case (true, false):
            give { (sink) throws(StorageFailure) in try sink.remove(place) }
            note(.remove, isKnown: true) { $0.write(raw: path.bytes) }
        case (true, true) where old.bytes.elementsEqual(new.bytes): return
        case (_, true):
            give { (sink) throws(StorageFailure) in try sink.put(RowText(new.bytes), of: place) }
            // A state was there before in any case.
            note(wasThere || isWhole ? .replace : .add, isKnown: wasThere) { $0.write(raw: path.bytes) }
        }
    }
}

// MARK: - Tables

extension RowWriter {
    /// An element of the table where the walk is has another value, or an equal one.
    @usableFromInline
    package func replace<T: WireCodable>(_ id: String, _ former: T, _ element: T) throws(CodingFailure) {
        try write(former, to: old, within: id)
        try write(element, to: new, within: id)
        if old.bytes.elementsEqual(new.bytes) { return }
        giveElement(id) { (sink, id, table) throws(StorageFailure) in
            try sink.replace(RowText(new.bytes), id, in: table)
        }
        noteElement(.replace, id)
    }

    /// An element has come, behind the one with the id `place`; nil: it is the first.
    @usableFromInline
    package func insert(_ id: String, _ element: some WireCodable, after place: String?) throws(CodingFailure) {
        try write(element, to: new, within: id)
        give(id, after: place) { (sink, id, table, place) throws(StorageFailure) in
            try sink.insert(RowText(new.bytes), id, in: table, after: place)
        }
    }

    /// An element is behind another one now; nil: it is the first.
    package func move(_ id: String, after place: String?) {
        give(id, after: place) { (sink, id, table, place) throws(StorageFailure) in
            try sink.move(id, in: table, after: place)
        }
    }

    /// An element has gone.
    package func remove(_ id: String, _ former: some WireCodable) throws(CodingFailure) {
        if journal != nil { try write(former, to: old, within: id) }
        giveElement(id) { (sink, id, table) throws(StorageFailure) in try sink.remove(id, in: table) }
        noteElement(.remove, id)
    }

    /// The table has other elements, which are inserted next, one after the other.
    ///
    /// - Parameter former: what it was; nil where nobody knows.
    package func replaceTable<T: WireCodable>(_ former: T?, _ table: T) throws(CodingFailure) {
        give { (sink) throws(StorageFailure) in try sink.removeAll(in: place) }
        guard journal != nil else { return }
        if let former { try write(former, to: old, within: "") }
        try write(table, to: new, within: "")
        note(.replace, isKnown: former != nil) { $0.write(raw: path.bytes) }
    }

    /// Tells the journal of an element that was inserted last.
    @usableFromInline
    package func noteInsertion(_ id: String) { noteElement(.add, id) }

    /// Tells the journal of a step in the order of the table's ids.
    @usableFromInline
    package func noteStep(_ operation: Change.Operation, _ id: String, from: Int?, to: Int) {
        guard let journal else { return }
        switch operation {
        case .add: encode(id, to: new)
        case .remove: encode(id, to: old)
        case .replace, .move: break
        }
        if let from {
            journal.separate()
            journal.write(literal: #"{"op":"move","from":"#)
            writePointer { self.write(index: from, to: $0) }
            journal.write(literal: #","path":"#)
            writePointer { self.write(index: to, to: $0) }
            journal.write(literal: "}")
        } else {
            note(operation, isKnown: true) { self.write(index: to, to: $0) }
        }
    }

    /// Tells the journal that an id is spelled in another way.
    package func noteSpelling(_ former: String, _ id: String, at position: Int) {
        guard journal != nil else { return }
        encode(former, to: old)
        encode(id, to: new)
        note(.replace, isKnown: true) { self.write(index: position, to: $0) }
    }

    private func giveElement(_ id: String, _ body: (any RowSink, RowText, String) throws(StorageFailure) -> Void) {
        ids.truncate(to: 0)
        ids.write(json: id)
        give { (sink) throws(StorageFailure) in try body(sink, RowText(ids.bytes), place) }
    }

    private func give(
        _ id: String, after place: String?,
        _ body: (any RowSink, RowText, String, RowText?) throws(StorageFailure) -> Void
    ) {
        ids.truncate(to: 0)
        ids.write(json: id)
        let end = ids.count
        if let place { ids.write(json: place) }
        let texts = ids.bytes
        let before = place.map { _ in RowText(UnsafeRawBufferPointer(rebasing: texts[end...])) }
        give { (sink) throws(StorageFailure) in
            try body(sink, RowText(UnsafeRawBufferPointer(rebasing: texts[..<end])), self.place, before)
        }
    }

    private func encode(_ id: String, to text: JSONWriter) {
        text.truncate(to: 0)
        text.write(id)
    }
}

// MARK: - The journal

extension RowWriter {
    private func noteElement(_ operation: Change.Operation, _ id: String) {
        note(operation, isKnown: true) { pointer in
            pointer.write(raw: path.bytes)
            pointer.write(literal: "/entities/")
            pointer.write(json: JSONPointer.escape(id))
        }
    }

    private func write(index: Int, to pointer: JSONWriter) {
        pointer.write(raw: path.bytes)
        pointer.write(literal: "/ids/")
        pointer.write(index)
    }

    /// Tells the journal of a change, whose values are in ``old`` and ``new``.
    ///
    /// - Parameter isKnown: whether what was there before is.
    private func note(_ operation: Change.Operation, isKnown: Bool, _ write: (JSONWriter) -> Void) {
        guard let journal else { return }
        journal.separate()
        journal.write(literal: #"{"op":""#)
        journal.write(json: operation.rawValue)
        journal.write(literal: #"","path":"#)
        writePointer(write)
        if isKnown, operation != .add {
            journal.write(literal: #","old":"#)
            journal.write(raw: old.bytes)
        }
        if operation != .remove {
            journal.write(literal: #","value":"#)
            journal.write(raw: new.bytes)
        }
        journal.write(literal: "}")
    }

    private func writePointer(_ write: (JSONWriter) -> Void) {
        pointer.truncate(to: 0)
        write(pointer)
        journal?.write(utf8: pointer.bytes.assumingMemoryBound(to: UInt8.self))
    }
}

extension CodingFailure {
    /// The same failure, of what a key leads to from a pointer.
    fileprivate func within(_ key: String, at place: String) -> CodingFailure {
        let keys = (JSONPointer(place)?.tokens ?? []) + (key.isEmpty ? [] : [key])
        return keys.reversed().reduce(self) { $0.within($1) }
    }
}
