import AditJSON

/// A view of an aggregate of the elements of a table that match a predicate: their number, a sum, the least value.
final class AggregateView<S: State, ID: Hashable, Element: Identifiable, Aggregate>: LiveView
where Aggregate: TableAggregate<ID, Element> {
    private(set) var value: Aggregate.Value?
    private var former: Aggregate.Value?
    private var aggregate: Aggregate
    private let empty: Aggregate
    private let path: KeyPath<S, Table<ID, Element>>
    private let isIncluded: (Element) -> Bool

    init(
        _ path: KeyPath<S, Table<ID, Element>>, where isIncluded: @escaping (Element) -> Bool, _ empty: Aggregate
    ) {
        self.path = path
        self.isIncluded = isIncluded
        self.empty = empty
        aggregate = empty
    }

    func workOut(of state: S) {
        let table = state[keyPath: path]
        aggregate = empty
        aggregate.add(first: table.filter(isIncluded), of: table)
        value = aggregate.value
    }

    func update(from original: S, to state: S) -> Bool {
        former = value
        let table = state[keyPath: path]
        switch table.difference(since: original[keyPath: path]) {
        case .all: workOut(of: state)
        case .some(let elements, let order):
            let changes = AggregateChanges(elements, Aggregate.followsOrder ? order : [], of: table)
            for element in changes.removed where isIncluded(element) { aggregate.remove(element) }
            for element in changes.added where isIncluded(element) { aggregate.add(element, of: table) }
            value = aggregate.value
        }
        return mayDiffer(former, value, equality(of: Aggregate.Value.self))
    }

    func writeChanges(to changes: ChangeWriter) throws(CodingFailure) {
        switch (former, value) {
        case (nil, nil): break
        case (nil, let value?): try changes.add(value)
        case (_?, nil): try changes.remove()
        case (let former?, let value?): try changes.reportMember(former, value)
        }
    }

    func forget() { (value, former, aggregate) = (nil, nil, empty) }
}

/// What an aggregate loses and gains by the changes of a table. The losses come first: what is gained finds its place
/// among elements that are where the table has them.
struct AggregateChanges<ID: Hashable, Element: Identifiable> where Element.ID == ID {
    private(set) var removed: [Element] = []
    private(set) var added: [Element] = []

    init(
        _ elements: [(id: ID, former: Element?)], _ order: [TableStep<ID>], of table: Table<ID, Element>
    ) {
        for (id, former) in elements {
            if let former { removed.append(former) }
            if let element = table[id: id] { added.append(element) }
        }
        // The elements that were moved only, each once.
        var known = Set(elements.map(\.id))
        for case .move(let id, _, _) in order where known.insert(id).inserted {
            guard let element = table[id: id] else { continue }
            removed.append(element)
            added.append(element)
        }
    }
}
