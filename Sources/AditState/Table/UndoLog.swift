/// A summary of a ``Table``'s undo log since an original, read from the oldest record to the latest.
struct UndoLog<ID: Hashable, Element: Identifiable> where Element.ID == ID {
    /// The touched elements, each once, with their former values.
    private(set) var elements: [(id: ID, former: Element?)] = []
    private var touched: Set<ID> = []
    // The ids whose order changed, numbered, and their moves.
    private var ids: [ID] = []
    private var numbers: [ID: Int] = [:]
    private var moves: [TableMove] = []
    /// The former number of elements.
    private let before: Int

    /// Reads the records after the first `kept`, and the appends after `appended` further ones.
    init(_ table: Table<ID, Element>, from kept: Int, appended: Int) {
        let storage = table.storage
        let notes = storage.notes[kept...]
        var former = storage.former[(storage.former.count - notes.reduce(0) { $0 + $1.former })...]
        var ids = storage.ids[(storage.ids.count - notes.reduce(0) { $0 + $1.ids })...]
        // The first appended elements may predate the original.
        var known = appended
        var count = notes.reduce(storage.size - storage.appended) { $0 - $1.growth }
        before = count + known
        for note in notes {
            switch note {
            case .wereAppended(let added):
                for (offset, id) in ids.prefix(Int(added)).enumerated().dropFirst(known) {
                    came(id, at: count + offset)
                }
                ids = ids.dropFirst(Int(added))
                known = 0
            case .wasReplaced:
                former.popFirst().map { touch($0.id, $0) }
            case .wasInserted(let position):
                ids.popFirst().map { came($0, at: Int(position)) }
            case .wasRemoved(let position):
                former.popFirst().map { element in
                    touch(element.id, element)
                    add(element.id, Int(position), nil)
                }
            case .wasMoved(let position, let to):
                ids.popFirst().map { add($0, Int(position), Int(to)) }
            }
            count += note.growth
        }
        for position in count + known..<storage.size { came(table[position].id, at: position) }
    }

    /// The steps from the old order to the new one.
    var order: [TableStep<ID>] { TableMove.net(moves, items: ids.count, in: before).map { $0.step(ids) } }

    private mutating func touch(_ id: ID, _ former: Element?) {
        if touched.insert(id).inserted { elements.append((id, former)) }
    }

    private mutating func came(_ id: ID, at position: Int) {
        touch(id, nil)
        add(id, nil, position)
    }

    private mutating func add(_ id: ID, _ from: Int?, _ to: Int?) {
        let number = numbers[id] ?? ids.count
        if number == ids.count {
            numbers[id] = number
            ids.append(id)
        }
        moves.append(TableMove(item: number, from: from, to: to))
    }
}
