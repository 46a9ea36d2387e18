/// The order of a table's elements at each revision of a journal.
///
/// It keeps the order after every few thousand changes. These share what has not changed between them, so that an order is
/// some thousand steps away at most, and costs as much memory as the changes.
struct ElementOrder {
    /// A change of the order: an element comes, leaves or moves.
    struct Step {
        /// The revision after its batch.
        let revision: Int
        /// The place before; -1 of one that comes.
        let from: Int32
        /// The place afterwards; -1 of one that leaves.
        let to: Int32
        let element: Int32
    }

    private enum Entry {
        case step(Step)
        /// Another order as a whole, such as that of a table that was assigned.
        case replacement(revision: Int, old: OrderedIDs, new: OrderedIDs)

        var revision: Int {
            switch self {
            case .step(let step): step.revision
            case .replacement(let revision, _, _): revision
            }
        }
    }

    /// Those before the journal was opened, the newest first, and those since, the oldest first.
    private var (older, newer): ([Entry], [Entry]) = ([], [])
    /// The oldest and the newest known order.
    private(set) var (oldest, newest): (OrderedIDs, OrderedIDs)
    /// Orders by the number of changes since the journal was opened; negative before.
    private var kept: [Int: OrderedIDs]
    private static let distance = 4096

    init(_ present: OrderedIDs) {
        (oldest, newest) = (present, present)
        kept = [0: present]
    }

    // MARK: Changes

    /// Notes a change before all that are known.
    mutating func add(older step: Step) {
        oldest.apply(step, backwards: true)
        noteOlder(.step(step))
    }

    mutating func add(newer step: Step) {
        newest.apply(step, backwards: false)
        noteNewer(.step(step))
    }

    mutating func replaceOlder(at revision: Int, with old: OrderedIDs) {
        noteOlder(.replacement(revision: revision, old: old, new: oldest), reaching: old)
    }

    mutating func replaceNewer(at revision: Int, with new: OrderedIDs) {
        noteNewer(.replacement(revision: revision, old: newest, new: new), reaching: new)
    }

    private mutating func noteOlder(_ entry: Entry, reaching order: OrderedIDs? = nil) {
        if let order { oldest = order }
        older.append(entry)
        if older.count % ElementOrder.distance == 0 { kept[-older.count] = oldest }
    }

    private mutating func noteNewer(_ entry: Entry, reaching order: OrderedIDs? = nil) {
        if let order { newest = order }
        newer.append(entry)
        if newer.count % ElementOrder.distance == 0 { kept[newer.count] = newest }
    }

    // MARK: Reading

    /// Returns the order as of a revision.
    func order(at revision: Int) -> OrderedIDs {
        // Changes of later batches are not in it.
        let isLater = newer.first.map { $0.revision <= revision } ?? false
        let wanted =
            isLater
            ? firstNumber(in: 0..<newer.count) { newer[$0].revision > revision }
            : -firstNumber(in: 0..<older.count) { older[$0].revision <= revision }
        let distance = ElementOrder.distance
        let below = wanted >= 0 ? wanted / distance * distance : -((-wanted + distance - 1) / distance * distance)
        // Of the two around it, the nearer one that is there.
        let places = [below, below + distance].filter { kept[$0] != nil }
        guard let start = places.min(by: { abs($0 - wanted) < abs($1 - wanted) }), var order = kept[start] else {
            return newest
        }
        var place = start
        while place < wanted {
            apply(entry(after: place), to: &order, backwards: false)
            place += 1
        }
        while place > wanted {
            place -= 1
            apply(entry(after: place), to: &order, backwards: true)
        }
        return order
    }

    /// The change that leads from a number of changes to the next one.
    private func entry(after place: Int) -> Entry { place >= 0 ? newer[place] : older[-place - 1] }

    private func apply(_ entry: Entry, to order: inout OrderedIDs, backwards: Bool) {
        switch entry {
        case .step(let step): order.apply(step, backwards: backwards)
        case .replacement(_, let old, let new): order = backwards ? old : new
        }
    }
}

/// Numbers of elements in an order, in chunks that copies share.
struct OrderedIDs {
    private var chunks: [[Int32]] = []
    private(set) var count = 0
    private static let capacity = 1024

    init(_ ids: some Sequence<Int32> = []) { for id in ids { append(id) } }

    mutating func append(_ id: Int32) {
        if (chunks.last?.count ?? OrderedIDs.capacity) >= OrderedIDs.capacity * 3 / 4 { chunks.append([]) }
        chunks[chunks.count - 1].append(id)
        count += 1
    }

    subscript(range: Range<Int>) -> [Int32] {
        let range = range.clamped(to: 0..<count)
        guard !range.isEmpty, var (chunk, offset) = find(range.lowerBound) else { return [] }
        var ids: [Int32] = []
        while ids.count < range.count, chunk < chunks.count {
            ids += chunks[chunk][offset...].prefix(range.count - ids.count)
            (chunk, offset) = (chunk + 1, 0)
        }
        return ids
    }

    fileprivate mutating func apply(_ step: ElementOrder.Step, backwards: Bool) {
        let (from, to) = backwards ? (step.to, step.from) : (step.from, step.to)
        if from >= 0 { remove(at: Int(from)) }
        if to >= 0 { insert(step.element, at: Int(to)) }
    }

    private mutating func insert(_ id: Int32, at place: Int) {
        guard place < count, let (chunk, offset) = find(place) else { return append(id) }
        chunks[chunk].insert(id, at: offset)
        count += 1
        guard chunks[chunk].count > OrderedIDs.capacity else { return }
        let half = Array(chunks[chunk][(OrderedIDs.capacity / 2)...])
        chunks[chunk].removeLast(half.count)
        chunks.insert(half, at: chunk + 1)
    }

    private mutating func remove(at place: Int) {
        guard let (chunk, offset) = find(place) else { return }
        chunks[chunk].remove(at: offset)
        count -= 1
        if chunks[chunk].isEmpty { chunks.remove(at: chunk) }
    }

    /// Returns the chunk of a place, searched for from the nearer end.
    private func find(_ place: Int) -> (chunk: Int, offset: Int)? {
        guard place >= 0, place < count else { return nil }
        if place < count / 2 {
            var offset = place
            for chunk in chunks.indices {
                if offset < chunks[chunk].count { return (chunk, offset) }
                offset -= chunks[chunk].count
            }
        } else {
            var end = count
            for chunk in chunks.indices.reversed() {
                end -= chunks[chunk].count
                if place >= end { return (chunk, place - end) }
            }
        }
        return nil
    }
}
