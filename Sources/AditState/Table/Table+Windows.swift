import AditJSON

extension Table where ID: LosslessStringConvertible & WireCodable, Element: WireCodable {
    /// Records the contents of a window of the table from now on.
    func show(in window: SubscribedWindow) {
        window.show(of: count, ids: WindowIDs(ids(in: window.range.range(in: count))))
    }

    // A loop: a mapped slice, which is not specialized here, takes ten times as long (`benchmarks/run`).
    private func ids(in range: Range<Int>) -> [ID] {
        var ids: [ID] = []
        ids.reserveCapacity(range.count)
        for position in range { ids.append(self[position].id) }
        return ids
    }

    /// Writes the changes of the windows at the current part.
    ///
    /// - Parameters:
    ///   - touched: the touched elements, each once, with their former values; nil if added.
    ///   - isReordered: whether elements were added, removed or moved.
    /// - Complexity: O(changes + elements of the windows).
    @usableFromInline
    func reportWindows(
        _ touched: [(id: ID, former: Element?)], isReordered: Bool, to changes: ChangeWriter
    ) throws(CodingFailure) {
        for subscriber in changes.removeWindows() {
            guard let window = subscriber.window else { continue }
            guard let shown = window.removeShown(), let former = shown.ids as? WindowIDs<ID>,
                // An id that is spelled differently is another key.
                !touched.contains(where: { isRespelled($0.former) })
            else {
                changes.touchValue(subscriber)
                continue
            }
            let range = window.range.range(in: count)
            if isReordered {
                let present = ids(in: range)
                if former.all == present {
                    // Only elements outside have come, gone or moved.
                    try write(touched, within: range, to: window.changes)
                } else {
                    try write(touched, from: former.all, to: present, at: range, to: window.changes)
                }
                window.show(of: count, ids: WindowIDs(present))
            } else {
                try write(touched, within: range, to: window.changes)
                window.show(of: count, ids: former)
            }
            if shown.count != count || !window.changes.set.isEmpty { changes.report(subscriber) }
        }
    }

    private func isRespelled(_ former: Element?) -> Bool {
        guard let former, let element = self[id: former.id] else { return false }
        return Table.isRespelled(former, element)
    }

    /// Writes the changes of elements that have kept their positions.
    private func write(
        _ touched: [(id: ID, former: Element?)], within range: Range<Int>, to own: ChangeWriter
    ) throws(CodingFailure) {
        for (id, former) in touched {
            guard let former, let position = position(of: id), range.contains(position) else { continue }
            try write(former, self[position], to: own)
        }
    }

    private func write(_ former: Element, _ element: Element, to own: ChangeWriter) throws(CodingFailure) {
        try write(element.id, to: own) { own throws(CodingFailure) in try own.report(former, element) }
    }

    /// Writes the changes of a window with other elements, or another order, than before: first those of the elements,
    /// then those of the ids.
    private func write(
        _ touched: [(id: ID, former: Element?)], from former: [ID], to present: [ID], at range: Range<Int>,
        to own: ChangeWriter
    ) throws(CodingFailure) {
        let order = ListDifference(former.count, present.count) { former[$0] == present[$1] }
        let (before, after) = (Set(former), Set(present))
        if order.isLarge || !before.isEmpty && before.isDisjoint(with: after) {
            return try own.replace(with: Table(self[range]))
        }
        for id in former where !after.contains(id) {
            try write(id, to: own) { own throws(CodingFailure) in try own.remove() }
        }
        for position in range where !before.contains(self[position].id) {
            let element = self[position]
            try write(element.id, to: own) { own throws(CodingFailure) in try own.add(element) }
        }
        for case (let id, let former?) in touched where before.contains(id) && after.contains(id) {
            if let element = self[id: id] { try write(former, element, to: own) }
        }
        own.enter("ids", nil)
        defer { own.leave() }
        try own.report(order.steps, of: former.count, { former[$0].description }, { present[$0].description })
    }

    private func write(
        _ id: ID, to own: ChangeWriter, _ body: (ChangeWriter) throws(CodingFailure) -> Void
    ) throws(CodingFailure) {
        own.enter("entities", nil)
        own.enter(id.description, nil)
        defer {
            own.leave()
            own.leave()
        }
        try body(own)
    }
}
