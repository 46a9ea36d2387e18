/// A binary heap of objects that know their places in it, so that one can be removed from the middle.
///
/// - Complexity: O(log n) to add one and to remove one; O(1) to look at the first.
package struct PlacedHeap<Element: PlacedHeapElement> {
    private var elements: [Element] = []

    package init() {}

    /// The first element.
    package var first: Element? { elements.first }

    /// The number of elements.
    package var count: Int { elements.count }

    /// The elements, in no order but that the first one comes first.
    package var all: [Element] { elements }

    /// Adds an element that is in no heap.
    package mutating func add(_ element: Element) {
        element.place = elements.count
        elements.append(element)
        rise(element)
    }

    /// Removes an element.
    ///
    /// - Returns: false if it is not in the heap.
    @discardableResult
    package mutating func remove(_ element: Element) -> Bool {
        let place = element.place
        guard place >= 0 else { return false }
        element.place = -1
        let last = elements.removeLast()
        if last !== element {
            put(last, at: place)
            rise(last)
            sink(last)
        }
        if elements.isEmpty { elements = [] }
        return true
    }

    private mutating func put(_ element: Element, at place: Int) {
        elements[place] = element
        element.place = place
    }

    private mutating func rise(_ element: Element) {
        while element.place > 0 {
            let place = element.place
            let parent = elements[(place - 1) / 2]
            guard element.isBefore(parent) else { return }
            put(element, at: parent.place)
            put(parent, at: place)
        }
    }

    private mutating func sink(_ element: Element) {
        while true {
            let place = element.place
            let left = 2 * place + 1
            guard left < elements.count else { return }
            let right = left + 1
            let child =
                right < elements.count && elements[right].isBefore(elements[left]) ? elements[right] : elements[left]
            guard child.isBefore(element) else { return }
            put(element, at: child.place)
            put(child, at: place)
        }
    }
}

/// An element of a ``PlacedHeap``.
package protocol PlacedHeapElement: AnyObject {
    /// The place in the heap; -1 outside. The heap's.
    var place: Int { get set }

    /// Whether it comes before another one.
    func isBefore(_ other: Self) -> Bool
}
