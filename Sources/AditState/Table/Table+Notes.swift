import Synchronization

// The undo log: the changes of the table since its log began. A record identifies an element by its id, which finds
// the element whatever has been undone before.
extension Table {
    @inlinable var isNoting: Bool { @inline(__always) get { storage.log != 0 } }

    @inlinable
    mutating func record(_ note: UndoRecord, _ element: consuming Element) {
        recordAppended()
        storage.notes.append(note)
        storage.former.append(element)
    }

    /// Records an element that is about to be changed.
    @inlinable
    @inline(never)
    mutating func recordReplacing(_ element: UnsafeMutablePointer<Element>) { record(.wasReplaced, element.pointee) }

    @inlinable
    mutating func record(_ note: UndoRecord, of id: ID) {
        recordAppended()
        storage.notes.append(note)
        storage.ids.append(id)
    }

    /// Records the appended elements. They are read from the table's end, so nothing else may have been changed since.
    @inlinable
    @inline(__always)
    mutating func recordAppended() {
        if storage.appended > 0 { recordSomeAppended() }
    }

    @inlinable
    @inline(never)
    mutating func recordSomeAppended() {
        storage.notes.append(.wereAppended(UInt32(storage.appended)))
        for position in size - storage.appended..<size { storage.ids.append(chunks[place(ofPosition: position)].id) }
        storage.appended = 0
    }

    /// Undoes all records after the first `kept`, and all appends after `appended` further ones.
    mutating func undo(to kept: Int, appended: Int) {
        if storage.notes.count > kept {
            removeLastElements(storage.appended)
            storage.appended = 0
        } else {
            removeLastElements(storage.appended - appended)
        }
        while storage.notes.count > kept, let note = storage.notes.popLast() {
            switch note {
            case .wereAppended(let count):
                // The first record may cover elements that were appended before the original.
                removeLastElements(Int(count) - (storage.notes.count == kept ? appended : 0))
                storage.ids.removeLast(Int(count))
            case .wasReplaced:
                let element = storage.former.removeLast()
                if let place = place(of: element.id) { ownElement(place).pointee = element }
            case .wasInserted(let position):
                removeElement(at: Int(position))
                storage.ids.removeLast()
            case .wasRemoved(let position):
                let element = storage.former.removeLast()
                put(element, TableIndex.tag(of: element.id), at: Int(position))
            case .wasMoved(let position, _):
                let id = storage.ids.removeLast()
                let tag = TableIndex.tag(of: id)
                if let place = place(of: id, tag) {
                    move(place, tag, by: Int(position) - self.position(ofPlace: place), to: Int(position))
                }
            }
        }
        storage.appended = appended
    }

    private mutating func removeLastElements(_ count: Int) {
        for _ in 0..<count { removeElement(at: size - 1) }
    }

    private mutating func removeElement(at position: Int) {
        let place = place(ofPosition: position)
        _ = removeElement(place, TableIndex.tag(of: chunks[place].id))
    }
}

/// Returns a token that is unique in this process.
@usableFromInline
func newTableToken() -> UInt64 { lastToken.wrappingAdd(1, ordering: .relaxed).newValue }

private let lastToken = Atomic<UInt64>(0)
