import AditJSON

/// A view of the elements of a table that match a predicate, in their order or sorted.
final class FilterView<S: State, ID: Hashable, Element: Identifiable>: LiveView
where Element.ID == ID, ID: LosslessStringConvertible & WireCodable, Element: WireCodable {
    private(set) var value: Table<ID, Element>?
    private var original: Table<ID, Element> = []
    private let path: KeyPath<S, Table<ID, Element>>
    private let isIncluded: (Element) -> Bool
    private let order: ElementOrder<ID, Element>

    init(
        _ path: KeyPath<S, Table<ID, Element>>, _ isIncluded: @escaping (Element) -> Bool,
        by isBefore: ((Element, Element) -> Bool)? = nil
    ) {
        self.path = path
        self.isIncluded = isIncluded
        order = ElementOrder(isBefore: isBefore)
    }

    func workOut(of state: S) {
        value = Table(order.sorted(state[keyPath: path].lazy.filter(isIncluded)))
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
        case .some(let elements, let steps): update(elements, steps, of: table)
        }
        return true
    }
}

extension FilterView {
    private func update(
        _ elements: [(id: ID, former: Element?)], _ steps: [TableStep<ID>], of table: Table<ID, Element>
    ) {
        guard var value = value.take() else { return }
        defer { self.value = value }
        var placeless: [ID] = []
        for (id, _) in elements {
            guard let element = table[id: id], isIncluded(element) else {
                value.remove(id)
                continue
            }
            if let former = value[id: id], order.separates(former, element) { value.remove(id) }
            if !value.update(element) { placeless.append(id) }
        }
        // Moved elements are removed and inserted again.
        for case .move(let id, _, _) in steps where value.remove(id) != nil { placeless.append(id) }
        for id in placeless {
            if let element = table[id: id] { order.insert(element, to: &value, of: table) }
        }
    }

    func writeChanges(to changes: ChangeWriter) throws(CodingFailure) {
        if let value { try Table.writeChanges(of: value, since: original, to: changes) }
    }

    func forget() { (value, original) = (nil, []) }
}
