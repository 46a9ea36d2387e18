import AditJSON

/// A view of the number of elements of a table that match a predicate.
final class CountView<S: State, ID: Hashable, Element: Identifiable>: LiveView where Element.ID == ID {
    private(set) var value: Int?
    private var former: Int?
    private let path: KeyPath<S, Table<ID, Element>>
    private let isIncluded: (Element) -> Bool

    init(_ path: KeyPath<S, Table<ID, Element>>, _ isIncluded: @escaping (Element) -> Bool) {
        self.path = path
        self.isIncluded = isIncluded
    }

    func workOut(of state: S) {
        value = state[keyPath: path].reduce(0) { isIncluded($1) ? $0 + 1 : $0 }
    }

    func update(from original: S, to state: S) -> Bool {
        former = value
        let table = state[keyPath: path]
        switch table.difference(since: original[keyPath: path]) {
        case .all: workOut(of: state)
        case .some(let elements, _):
            for (id, former) in elements {
                let was = former.map(isIncluded) ?? false
                let isNow = table[id: id].map(isIncluded) ?? false
                if was != isNow { value = (value ?? 0) + (isNow ? 1 : -1) }
            }
        }
        return value != former
    }

    func writeChanges(to changes: ChangeWriter) throws(CodingFailure) {
        guard let former, let value else { return }
        try changes.reportMember(former, value)
    }

    func forget() { (value, former) = (nil, nil) }
}
