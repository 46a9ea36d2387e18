import AditJSON

/// A view of the aggregates of groups of a table's elements: a dictionary by the keys of the groups.
///
/// The keys are texts here, as on the wire: two that are equal in Swift may have two spellings, and which of them a
/// dictionary keeps would depend on what was there first.
final class GroupView<S: State, ID: Hashable, Element: Identifiable, Key: WireKey, Aggregate>: LiveView
where Aggregate: TableAggregate<ID, Element> {
    private(set) var value: [ByteString: Aggregate.Value]?
    private var groups: [ByteString: Aggregate] = [:]
    /// The values before the last update of those that it has changed; nil where there was none.
    private var former: [ByteString: Aggregate.Value?] = [:]
    private let empty: Aggregate
    private let path: KeyPath<S, Table<ID, Element>>
    private let isIncluded: (Element) -> Bool
    private let key: (Element) -> Key

    init(
        _ path: KeyPath<S, Table<ID, Element>>, where isIncluded: @escaping (Element) -> Bool,
        by key: @escaping (Element) -> Key, _ empty: Aggregate
    ) {
        self.path = path
        self.isIncluded = isIncluded
        self.key = key
        self.empty = empty
    }

    private func group(of element: Element) -> ByteString { ByteString(key(element).wireKey) }

    func workOut(of state: S) {
        let table = state[keyPath: path]
        groups = Dictionary(grouping: table.lazy.filter(isIncluded), by: group).mapValues { elements in
            var aggregate = empty
            aggregate.add(first: elements, of: table)
            return aggregate
        }
        value = groups.compactMapValues(\.value)
    }

    func update(from original: S, to state: S) -> Bool {
        let table = state[keyPath: path]
        former = [:]
        switch table.difference(since: original[keyPath: path]) {
        case .all:
            let all = value ?? [:]
            workOut(of: state)
            for name in Set(all.keys).union(groups.keys) { former[name] = .some(all[name]) }
        case .some(let elements, let order):
            let changes = AggregateChanges(elements, Aggregate.followsOrder ? order : [], of: table)
            for element in changes.removed where isIncluded(element) {
                let name = group(of: element)
                note(name)
                groups[name]?.remove(element)
            }
            for element in changes.added where isIncluded(element) {
                let name = group(of: element)
                note(name)
                groups[name, default: empty].add(element, of: table)
            }
            for name in former.keys {
                if groups[name]?.count == 0 { groups[name] = nil }
                value?[name] = groups[name]?.value
            }
        }
        let areEqual = equality(of: Aggregate.Value.self)
        former = former.filter { name, former in mayDiffer(former, value?[name], areEqual) }
        return !former.isEmpty
    }

    /// Notes the value of a group before its first change.
    private func note(_ name: ByteString) {
        if former[name] == nil { former[name] = .some(value?[name]) }
    }

    func writeChanges(to changes: ChangeWriter) throws(CodingFailure) {
        for (name, former) in former.sorted(by: { $0.key < $1.key }) {
            guard !name.string.utf8.contains(0) else { throw .keyWithNUL }
            guard changes.enter(name.string) else { continue }
            defer { changes.leave() }
            try changes.report(former, becoming: value?[name])
        }
    }

    func forget() { (value, groups, former) = (nil, [:], [:]) }
}
