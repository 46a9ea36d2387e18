import AditJSON

/// A view of the elements of a table that match a predicate, in their order or sorted.
final class FilterView<S: State, ID: Hashable, Element: Identifiable>: LiveView
where Element.ID == ID, ID: LosslessStringConvertible & WireCodable, Element: WireCodable {
    private(set) var value: Table<ID, Element>?
    private var original: Table<ID, Element> = []
    private let path: KeyPath<S, Table<ID, Element>>
    private let isIncluded: (Element) -> Bool
    /// Whether an element comes before another one; nil for the table's order, which also decides between equals.
    private let isBefore: ((Element, Element) -> Bool)?

    init(
        _ path: KeyPath<S, Table<ID, Element>>, _ isIncluded: @escaping (Element) -> Bool,
        by isBefore: ((Element, Element) -> Bool)? = nil
    ) {
        self.path = path
        self.isIncluded = isIncluded
        self.isBefore = isBefore
    }

    func workOut(of state: S) {
        let included = state[keyPath: path].lazy.filter(isIncluded)
        guard let isBefore else { return value = Table(included) }
        let sorted = included.enumerated().sorted { left, right in
            if isBefore(left.element, right.element) { return true }
            return !isBefore(right.element, left.element) && left.offset < right.offset
        }
        value = Table(sorted.map(\.element))
    }

    func update(from original: S, to state: S) -> Bool {
        let table = state[keyPath: path]
        let difference = table.difference(since: original[keyPath: path])
        if case .some(let elements, let order) = difference, elements.isEmpty, order.isEmpty { return false }
        if var value = value.take() {
            Table.forgetChanges(of: &value)
            Table.saveOriginal(of: &value, in: &self.original, on: ThreadLocal.number)
            self.value = value
        }
        switch difference {
        case .all: workOut(of: state)
        case .some(let elements, let order): update(elements, order, of: table)
        }
        return true
    }
}

extension FilterView {
    private func update(
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
            if let isBefore, let former = value[id: id], isBefore(former, element) || isBefore(element, former) {
                value.remove(id)
            }
            if !value.update(element) { placeless.append(id) }
        }
        // Moved elements are removed and inserted again.
        for case .move(let id, _, _) in order where value.remove(id) != nil { placeless.append(id) }
        for id in placeless {
            guard let element = table[id: id], let position = table.position(of: id) else { continue }
            value.insert(element, at: count(before: element, at: position, in: value, of: table))
        }
    }

    /// Returns the number of the view's elements before an element of the table.
    private func count(
        before element: Element, at position: Int, in value: Table<ID, Element>, of table: Table<ID, Element>
    ) -> Int {
        var (low, high) = (0, value.count)
        while low < high {
            let middle = (low + high) / 2
            if comes(value[middle], before: element, at: position, of: table) {
                low = middle + 1
            } else {
                high = middle
            }
        }
        return low
    }

    private func comes(
        _ other: Element, before element: Element, at position: Int, of table: Table<ID, Element>
    ) -> Bool {
        if let isBefore {
            if isBefore(other, element) { return true }
            if isBefore(element, other) { return false }
        }
        guard let place = table.position(of: other.id) else { return false }
        return place < position
    }

    func writeChanges(to changes: ChangeWriter) throws(CodingFailure) {
        if let value { try Table.writeChanges(of: value, since: original, to: changes) }
    }

    func forget() { (value, original) = (nil, []) }
}
