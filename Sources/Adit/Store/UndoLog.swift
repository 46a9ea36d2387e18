/// The notes of a ``Table`` from an original on, read from the first to the last.
struct UndoLog<ID: Hashable, Element: Identifiable> where Element.ID == ID {
    /// What was touched, each once, and what it was.
    private(set) var elements: [(id: ID, former: Element?)] = []
    private var touched: Set<ID> = []
    // The ids whose order was changed, numbered, and how.
    private var ids: [ID] = []
    private var numbers: [ID: Int] = [:]
    private var moves: [TableMove] = []
    /// How many elements there were.
    private let before: Int

    /// Reads the notes behind so many, and behind so many elements appended after these.
    init(_ table: Table<ID, Element>, from kept: Int, appended: Int) {
        let storage = table.storage
        let notes = storage.notes[kept...]
        var former = storage.former[(storage.former.count - notes.reduce(0) { $0 + $1.former })...]
        var ids = storage.ids[(storage.ids.count - notes.reduce(0) { $0 + $1.ids })...]
        // The first that were appended may have been there before.
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

    /// What leads from the old order to the new one.
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
