/// A binary heap of objects that know their places in it, so that one can be removed from the middle.
///
/// - Complexity: O(log n) to add one and to remove one; O(1) to look at the first.
// Inlinable, so that it is specialized for its elements: each request to a host has a timer.
@usableFromInline
package struct PlacedHeap<Element: PlacedHeapElement> {
    @usableFromInline var elements: [Element] = []

    /// The number of elements for which an empty heap keeps its memory.
    @inlinable static var few: Int { 16 }

    @inlinable
    package init() {}

    /// The first element.
    @inlinable package var first: Element? { elements.first }

    /// The number of elements.
    @inlinable package var count: Int { elements.count }

    /// The elements, in no order but that the first one comes first.
    @inlinable package var all: [Element] { elements }

    /// Adds an element that is in no heap.
    @inlinable
    package mutating func add(_ element: Element) {
        element.place = elements.count
        elements.append(element)
        rise(element)
    }

    /// Removes an element.
    ///
    /// - Returns: false if it is not in the heap.
    @inlinable
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
        // Memory for many is not kept.
        if elements.isEmpty, elements.capacity > Self.few { elements = [] }
        return true
    }

    @inlinable
    mutating func put(_ element: Element, at place: Int) {
        elements[place] = element
        element.place = place
    }

    @inlinable
    mutating func rise(_ element: Element) {
        while element.place > 0 {
            let place = element.place
            let parent = elements[(place - 1) / 2]
            guard element.isBefore(parent) else { return }
            put(element, at: parent.place)
            put(parent, at: place)
        }
    }

    @inlinable
    mutating func sink(_ element: Element) {
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
@usableFromInline
package protocol PlacedHeapElement: AnyObject {
    /// The place in the heap; -1 outside. The heap's.
    var place: Int { get set }

    /// Whether it comes before another one.
    func isBefore(_ other: Self) -> Bool
}
