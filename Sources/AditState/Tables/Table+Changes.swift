import AditJSON
import AditTable

extension Table where ID: LosslessStringConvertible & WireCodable, Element: WireCodable {
    /// Writes the changes: each element that was touched and is followed, and each step of the order.
    ///
    /// - Complexity: O(changes).
    // The path of most messages is inlinable (`benchmarks/run`).
    @inlinable
    public static func writeChanges(of table: Table, since original: Table, to changes: ChangeWriter)
        throws(CodingFailure)
    {
        if changes.rows != nil { return try table.writeRows(since: original, to: changes) }
        if let (former, element) = table.onlyReplaced(since: original) {
            return try table.tell(former, element, to: changes)
        }
        try table.writeAnyChanges(since: original, to: changes)
    }

    /// Writes how one element differs.
    @inlinable
    func tell(_ former: Element, _ element: Element, to changes: ChangeWriter) throws(CodingFailure) {
        if changes.hasWindows { try tellWindows([(former.id, former)], isReordered: false, to: changes) }
        let followed = changes.part.map {
            SubscribedElements<ID>.of(SubscriptionFilter($0)).takeUnretainedValue()
        }
        guard changes.isCovered || followed?.entities != nil else { return }
        changes.enter("entities", followed?.entities)
        defer { changes.leave() }
        let part = followed?.part(spelledAs: former.id)
        guard changes.isCovered || part != nil else { return }
        // The text of an id takes as long as all of its change.
        changes.enter(part?.key ?? former.id.description, part)
        defer { changes.leave() }
        try changes.tell(former, element)
    }

    @usableFromInline
    func writeAnyChanges(since original: Table, to changes: ChangeWriter) throws(CodingFailure) {
        try tell(difference(since: original), since: original, to: changes)
    }

    func tell(
        _ difference: TableDifference<ID, Element>, since original: Table, to changes: ChangeWriter
    ) throws(CodingFailure) {
        switch difference {
        case .all:
            if try !isEqual(former(original)) { try changes.replace(with: self) }
        case .some(let elements, let order):
            try tellWindows(elements, isReordered: !order.isEmpty, to: changes)
            let followed = changes.part.map {
                SubscribedElements<ID>.of(SubscriptionFilter($0)).takeUnretainedValue()
            }
            if !elements.isEmpty, changes.enter("entities") {
                defer { changes.leave() }
                try tell(elements, followed, to: changes)
            }
            if !order.isEmpty, changes.enter("ids") {
                defer { changes.leave() }
                try tell(order, to: changes)
            }
        }
    }

    private func tell(
        _ elements: [(id: ID, former: Element?)], _ followed: SubscribedElements<ID>?, to changes: ChangeWriter
    ) throws(CodingFailure) {
        let isCovered = changes.isCovered
        for (id, former) in elements {
            let part = followed?[id]
            guard isCovered || part != nil else { continue }
            changes.enter(id.description, part)
            defer { changes.leave() }
            switch (former, self[id: id]) {
            case (let former?, let element?): try changes.tell(former, element)
            case (nil, let element?): try changes.add(element)
            case (_, nil): try changes.remove()
            }
        }
    }

    private func tell(_ order: [TableStep<ID>], to changes: ChangeWriter) throws(CodingFailure) {
        // The count before the steps.
        var present = order.reduce(count) {
            switch $1 {
            case .insert: $0 - 1
            case .remove: $0 + 1
            case .move: $0
            }
        }
        for step in order {
            switch step {
            case .insert(let id, let position):
                present += 1
                try changes.insert(id.description, at: position, of: present)
            case .remove(_, let position):
                try changes.remove(at: position, of: present)
                present -= 1
            case .move(_, let from, let to): try changes.move(from: from, to: to)
            }
        }
    }

    private func isEqual(_ other: Table?) throws(CodingFailure) -> Bool {
        guard let other, count == other.count, lazy.map(\.id).elementsEqual(other.lazy.map(\.id)) else { return false }
        let (text, otherText) = (JSONWriter(), JSONWriter())
        try encodeWire(self, to: text)
        try encodeWire(other, to: otherText)
        return text.bytes.elementsEqual(otherText.bytes)
    }
}
