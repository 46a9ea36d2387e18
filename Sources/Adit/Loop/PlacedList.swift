/// A list of objects in no order, each of which knows its place, so that one is removed without a search.
///
/// - Complexity: O(1) to add one and to remove one.
struct PlacedList<Element: PlacedListElement> {
    private(set) var elements: [Element] = []

    var count: Int { elements.count }
    var isEmpty: Bool { elements.isEmpty }

    /// Adds an element that is in no list.
    mutating func add(_ element: Element) {
        element.place = elements.count
        elements.append(element)
    }

    /// Removes an element.
    ///
    /// - Returns: false if it is not in the list.
    @discardableResult
    mutating func remove(_ element: Element) -> Bool {
        let place = element.place
        guard place >= 0 else { return false }
        element.place = -1
        let last = elements.removeLast()
        if last !== element {
            elements[place] = last
            last.place = place
        }
        // Memory for many is not kept.
        if elements.isEmpty, elements.capacity > mostSpare { elements = [] }
        return true
    }
}

/// An element of a ``PlacedList``.
protocol PlacedListElement: AnyObject {
    /// The place in the list; -1 outside. The list's.
    var place: Int { get set }
}

/// The number of elements for which an empty list keeps its memory.
let mostSpare = 16
