/// The window of a subscription: a range of a list, and what its host knows of it. The core's loop.
///
/// A batch's changes of the list are turned into changes of the window, at the cost of the window and of the batch's
/// changes, however long the list is.
package final class SubscribedWindow {
    package private(set) var range: ListWindow
    /// The contents after the last update; nil if unknown, so that the window has to be sent anew.
    private var shown: Shown?
    /// The collected changes, relative to the window.
    let changes = ChangeWriter(nil, wantsAll: true)

    struct Shown {
        /// The positions of the window's elements in the list.
        let range: Range<Int>
        /// The number of elements of the list.
        let count: Int
        /// The ids of a table's elements in the window: a ``WindowIDs``; nil of another list.
        let ids: AnyObject?
    }

    init(_ range: ListWindow) { self.range = range }

    /// The number of elements of the list after the last update; nil if unknown.
    package var count: Int? { shown?.count }

    /// The number of elements of the list in the last notification; nil if there was no list.
    package var toldCount: Int?

    /// Moves the window. It has to be sent anew.
    package func move(to range: ListWindow) {
        self.range = range
        shown = nil
        forgetChanges()
    }

    /// Begins to collect changes, and returns the contents of the window that the host has; nil if they have to be sent
    /// anew.
    func removeShown() -> Shown? {
        forgetChanges()
        defer { shown = nil }
        return shown
    }

    /// Records the contents that the host knows from now on.
    ///
    /// - Parameter count: the number of elements of the list.
    func show(of count: Int, ids: AnyObject? = nil) {
        shown = Shown(range: range.range(in: count), count: count, ids: ids)
    }

    /// Discards the collected changes.
    func forgetChanges() { changes.begin(wantsAll: true) }

    /// Discards the contents: they are of a batch that was undone.
    func forgetShown() { shown = nil }
}

/// The ids of the elements in a window of a table, in order.
final class WindowIDs<ID> {
    let all: [ID]

    init(_ all: [ID]) { self.all = all }
}

/// A range of a list: a number of elements from a position on.
package struct ListWindow: Equatable, Sendable {
    package let from: Int
    /// nil for all remaining elements.
    package let limit: Int?

    package init(from: Int, limit: Int?) {
        self.from = from
        self.limit = limit
    }

    /// Returns the positions in a list of `count` elements.
    package func range(in count: Int) -> Range<Int> {
        let start = min(max(from, 0), count)
        return start..<(start + min(max(limit ?? count, 0), count - start))
    }
}
