import AditJSON
import AditSystem
import AditTable

/// A view of the elements of a table that match a predicate, in their order.
final class FilterView<S: State, ID: Hashable, Element: Identifiable>: LiveView
where Element.ID == ID, ID: LosslessStringConvertible & WireCodable, Element: WireCodable {
    private(set) var value: Table<ID, Element>?
    private var original: Table<ID, Element> = []
    private let path: KeyPath<S, Table<ID, Element>>
    private let isIncluded: (Element) -> Bool

    init(_ path: KeyPath<S, Table<ID, Element>>, _ isIncluded: @escaping (Element) -> Bool) {
        self.path = path
        self.isIncluded = isIncluded
    }

    func workOut(of state: S) { value = Table(state[keyPath: path].lazy.filter(isIncluded)) }

    func update(from original: S, to state: S) -> Bool {
        let table = state[keyPath: path]
        let difference = table.difference(since: original[keyPath: path])
        if case .some(let elements, let order) = difference, elements.isEmpty, order.isEmpty { return false }
        if var value = value.take() {
            Table.forgetChanges(of: &value)
            Table.keepOriginal(of: &value, in: &self.original, on: ThreadLocal.number)
            self.value = value
        }
        switch difference {
        case .all: workOut(of: state)
        case .some(let elements, let order): take(elements, order, of: table)
        }
        return true
    }
}

extension FilterView {
    private func take(
        _ elements: [(id: ID, former: Element?)], _ order: [TableStep<ID>], of table: Table<ID, Element>
    ) {
        guard var value = value.take() else { return }
        defer { self.value = value }
        var placeless: [ID] = []
        for (id, _) in elements {
            guard let element = table[id: id], isIncluded(element) else {
                value.remove(id)
                continue
            }
            if !value.update(element) { placeless.append(id) }
        }
        // Moved elements are removed and inserted again.
        for case .move(let id, _, _) in order where value.remove(id) != nil { placeless.append(id) }
        for id in placeless {
            guard let element = table[id: id], let position = table.position(of: id) else { continue }
            value.insert(element, at: FilterView.count(before: position, in: value, of: table))
        }
    }

    /// Returns the number of the view's elements before a position of the table.
    private static func count(
        before position: Int, in value: Table<ID, Element>, of table: Table<ID, Element>
    ) -> Int {
        var (low, high) = (0, value.count)
        while low < high {
            let middle = (low + high) / 2
            if let other = table.position(of: value[middle].id), other < position {
                low = middle + 1
            } else {
                high = middle
            }
        }
        return low
    }

    func writeChanges(to changes: ChangeWriter) throws(CodingFailure) {
        if let value { try Table.writeChanges(of: value, since: original, to: changes) }
    }

    func forget() { (value, original) = (nil, []) }
}
