import AditJSON

/// An order of some elements of a table, which the order of the table refines.
struct ElementOrder<ID: Hashable, Element: Identifiable> where Element.ID == ID {
    /// Whether an element comes before another one; nil for the table's order, which also decides between equals.
    let isBefore: ((Element, Element) -> Bool)?

    /// Returns elements of the table in this order.
    ///
    /// - Parameter elements: in the order of the table.
    func sorted(_ elements: some Sequence<Element>) -> [Element] {
        guard let isBefore else { return Array(elements) }
        return elements.enumerated().sorted { left, right in
            if isBefore(left.element, right.element) { return true }
            return !isBefore(right.element, left.element) && left.offset < right.offset
        }.map(\.element)
    }

    /// Returns whether a changed element belongs elsewhere than before.
    func separates(_ former: Element, _ element: Element) -> Bool {
        isBefore.map { $0(former, element) || $0(element, former) } ?? false
    }

    /// Inserts an element of the table to others in this order.
    ///
    /// - Complexity: O(log n) comparisons.
    func insert(_ element: Element, to others: inout Table<ID, Element>, of table: Table<ID, Element>) {
        guard let position = table.position(of: element.id) else { return }
        let index = others.partitioningIndex { !comes($0, before: element, at: position, of: table) }
        others.insert(element, at: index)
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
}
