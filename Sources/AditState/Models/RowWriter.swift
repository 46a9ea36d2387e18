import AditJSON

/// A writer that passes a batch's changes of a state to a storage as rows, and to the journal as changes with old
/// values.
///
/// The first error of the storage is kept as ``failure``, and nothing more is written to it. The core's loop.
@usableFromInline
package final class RowWriter {
    /// Whether the state is a single member.
    @usableFromInline package let isWhole: Bool
    // Accesses last for one statement each.
    @exclusivity(unchecked) package private(set) var failure: (any Error)?
    @exclusivity(unchecked) private var sink: (any RowSink)?
    @exclusivity(unchecked) private(set) var journal: JSONWriter?
    /// Writes the original of a single-member state; nil if unknown.
    @exclusivity(unchecked) private var writeOriginal: PartWalk.Write?
    @exclusivity(unchecked) private var stateIsWritten = false
    private let path = RowPath()
    private let old = JSONWriter()
    private let new = JSONWriter()
    private let ids = JSONWriter()
    /// A buffer for the journal's pointers.
    private let pointer = JSONWriter()
    /// The texts of ``old`` and ``new`` with masks, if they have secrets.
    private lazy var masked = (old: MaskedText(), new: MaskedText())

    /// - Parameter isWhole: whether the state is a single member, because it is not a `@Model`.
    package init(isWhole: Bool = false) { self.isWhole = isWhole }

    /// Begins a batch.
    ///
    /// - Parameters:
    ///   - journal: receives the changes in order, separated by commas: operations of RFC 6902 with the previous value
    ///     as `old`; nil if disabled. They concern members, whole elements, and positions in the ids of tables.
    ///   - writeOriginal: writes the original state, if it is a single member.
    package func begin(_ sink: any RowSink, journal: JSONWriter?, writeOriginal: PartWalk.Write? = nil) {
        self.sink = sink
        self.journal = journal
        self.writeOriginal = writeOriginal
        failure = nil
        stateIsWritten = false
        path.clear()
        old.removeAll(keepingUpTo: 1 << 14)
        new.removeAll(keepingUpTo: 1 << 14)
        ids.removeAll(keepingUpTo: 1 << 14)
        pointer.removeAll(keepingUpTo: 1 << 14)
    }

    /// Ends the batch, and releases its references.
    package func end() {
        sink = nil
        journal = nil
        writeOriginal = nil
    }

    @usableFromInline func enter(_ key: String) { path.enter(key) }
    @usableFromInline func leave() { path.leave() }

    /// Whether changes are also written to a journal.
    @usableFromInline package var hasJournal: Bool { journal != nil }

    /// The pointer to the current part.
    package var place: String { path.string }

    /// Calls the storage unless it has failed.
    private func give(_ body: (any RowSink) throws(StorageFailure) -> Void) {
        guard failure == nil, let sink else { return }
        do throws(StorageFailure) { try body(sink) } catch { failure = error }
    }

    private func write(
        _ value: some WireCodable, to text: JSONWriter, within key: String
    ) throws(CodingFailure) {
        clear(text)
        do throws(CodingFailure) { try encodeWire(value, to: text) } catch {
            throw (key.isEmpty ? error : error.within(key)).within(pointer: place)
        }
        guard text.hasSecrets, journal != nil else { return }
        try mask(text) { (writer) throws(CodingFailure) in try encodeWire(value, to: writer) }
    }

    private func clear(_ text: JSONWriter) {
        text.truncate(to: 0)
        text.hasSecrets = false
    }

    /// Writes a value with masks, for the journal.
    @inline(never)
    private func mask(_ text: JSONWriter, _ write: PartWalk.Write) throws(CodingFailure) {
        try (text === old ? masked.old : masked.new).write(write)
    }
}

// MARK: - Members

extension RowWriter {
    /// Writes a member of the current part, if its value has changed.
    func member<T: WireCodable>(_ key: String, _ former: T, _ value: T) throws(CodingFailure) {
        let (wasThere, isThere) = (!former.isAbsent, !value.isAbsent)
        if wasThere, journal != nil || isThere { try write(former, to: old, within: key) }
        if isThere { try write(value, to: new, within: key) }
        enter(key)
        defer { leave() }
        changeMember(wasThere, isThere)
    }

    /// Writes a single-member state, if it has changed.
    func replaceState(_ writeState: PartWalk.Write?) throws(CodingFailure) {
        if stateIsWritten { return }
        stateIsWritten = true
        guard isWhole, let writeState else {
            throw CodingFailure(path: "", reason: "found a change of the whole state; one of its members is expected")
        }
        try write(writeState, to: new)
        if let writeOriginal { try write(writeOriginal, to: old) }
        changeMember(writeOriginal != nil, true)
    }

    private func write(_ write: PartWalk.Write, to text: JSONWriter) throws(CodingFailure) {
        clear(text)
        try write(text)
        if text.hasSecrets { try mask(text, write) }
    }

    /// Writes the change from the text in ``old`` to the text in ``new``.
    private func changeMember(_ wasThere: Bool, _ isThere: Bool) {
        switch (wasThere, isThere) {
        case (false, false): return
        case (true, false):
            give { (sink) throws(StorageFailure) in try sink.remove(place) }
            record(.remove, isKnown: true) { $0.write(raw: path.bytes) }
        case (true, true) where old.bytes.elementsEqual(new.bytes): return
        case (_, true):
            give { (sink) throws(StorageFailure) in try sink.put(RowText(new.bytes), of: place) }
            // A state always existed before.
            record(wasThere || isWhole ? .replace : .add, isKnown: wasThere) { $0.write(raw: path.bytes) }
        }
    }
}

// MARK: - Tables

extension RowWriter {
    /// Replaces an element of the current table, if its value has changed.
    @usableFromInline
    package func replace<T: WireCodable>(_ id: String, _ former: T, _ element: T) throws(CodingFailure) {
        try write(former, to: old, within: id)
        try write(element, to: new, within: id)
        if old.bytes.elementsEqual(new.bytes) { return }
        giveElement(id) { (sink, id, table) throws(StorageFailure) in
            try sink.replace(RowText(new.bytes), id, in: table)
        }
        recordElement(.replace, id)
    }

    /// Inserts an element after the one with the id `place`; nil inserts it first.
    @usableFromInline
    package func insert(_ id: String, _ element: some WireCodable, after place: String?) throws(CodingFailure) {
        try write(element, to: new, within: id)
        give(id, after: place) { (sink, id, table, place) throws(StorageFailure) in
            try sink.insert(RowText(new.bytes), id, in: table, after: place)
        }
    }

    /// Moves an element after another one; nil moves it to the front.
    package func move(_ id: String, after place: String?) {
        give(id, after: place) { (sink, id, table, place) throws(StorageFailure) in
            try sink.move(id, in: table, after: place)
        }
    }

    /// Removes an element.
    package func remove(_ id: String, _ former: some WireCodable) throws(CodingFailure) {
        if journal != nil { try write(former, to: old, within: id) }
        giveElement(id) { (sink, id, table) throws(StorageFailure) in try sink.remove(id, in: table) }
        recordElement(.remove, id)
    }

    /// Removes all elements of the table; the caller then inserts the new ones in order.
    ///
    /// - Parameter former: the previous table; nil if unknown.
    package func replaceTable<T: WireCodable>(_ former: T?, _ table: T) throws(CodingFailure) {
        give { (sink) throws(StorageFailure) in try sink.removeAll(in: place) }
        guard journal != nil else { return }
        if let former { try write(former, to: old, within: "") }
        try write(table, to: new, within: "")
        record(.replace, isKnown: former != nil) { $0.write(raw: path.bytes) }
    }

    /// Adds the last insertion of an element to the journal.
    @usableFromInline
    package func recordInsertion(_ id: String) { recordElement(.add, id) }

    /// Adds a step in the order of the table's ids to the journal.
    @usableFromInline
    package func recordStep(_ operation: Change.Operation, _ id: String, from: Int?, to: Int) {
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
            record(operation, isKnown: true) { self.write(index: to, to: $0) }
        }
    }

    /// Adds a changed spelling of an id to the journal.
    package func recordSpelling(_ former: String, _ id: String, at position: Int) {
        guard journal != nil else { return }
        encode(former, to: old)
        encode(id, to: new)
        record(.replace, isKnown: true) { self.write(index: position, to: $0) }
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
        clear(text)
        text.write(id)
    }
}

// MARK: - The journal

extension RowWriter {
    private func recordElement(_ operation: Change.Operation, _ id: String) {
        record(operation, isKnown: true) { pointer in
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

    /// Adds a change to the journal, with the values in ``old`` and ``new``.
    ///
    /// - Parameter isKnown: whether the previous value is known.
    private func record(_ operation: Change.Operation, isKnown: Bool, _ write: (JSONWriter) -> Void) {
        guard let journal else { return }
        journal.separate()
        journal.write(literal: #"{"op":""#)
        journal.write(json: operation.rawValue)
        journal.write(literal: #"","path":"#)
        writePointer(write)
        let (hasOld, hasNew) = (isKnown && operation != .add, operation != .remove)
        let (hidesOld, hidesNew) = (hasOld && old.hasSecrets, hasNew && new.hasSecrets)
        if hasOld {
            journal.write(literal: #","old":"#)
            journal.write(raw: hidesOld ? masked.old.bytes : old.bytes)
        }
        if hasNew {
            journal.write(literal: #","value":"#)
            journal.write(raw: hidesNew ? masked.new.bytes : new.bytes)
        }
        if hidesOld || hidesNew {
            recordMasks((hidesOld ? masked.old.paths : []) + (hidesNew ? masked.new.paths : []), in: journal)
        }
        journal.write(literal: "}")
    }

    /// Adds where the values of a change have masks: pointers from the values, each once.
    @inline(never)
    private func recordMasks(_ paths: [String], in journal: JSONWriter) {
        journal.write(literal: #","masked":"#)
        var seen: Set<ByteString> = []
        journal.writeArray(of: paths.filter { seen.insert(ByteString($0)).inserted }) { journal.write($0) }
    }

    private func writePointer(_ write: (JSONWriter) -> Void) {
        pointer.truncate(to: 0)
        write(pointer)
        journal?.write(utf8: pointer.bytes.assumingMemoryBound(to: UInt8.self))
    }
}
