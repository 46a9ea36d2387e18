import AditJSON

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
        if let (former, element) = table.onlyReplaced(since: original), !isRespelled(former, element) {
            return try table.report(former, element, to: changes)
        }
        try table.writeAnyChanges(since: original, to: changes)
    }

    /// Returns whether an element's id is spelled differently than before: equal ids may have two texts, as `é` has. On
    /// the wire these are two keys.
    @inlinable
    static func isRespelled(_ former: Element, _ element: Element) -> Bool {
        // The texts of ids take as long as most changes.
        if SubscribedElements<ID>.haveOneSpelling || haveSameBits(former.id, element.id) { return false }
        return !former.id.description.isSpelled(as: element.id.description)
    }

    /// Writes how one element differs whose id is spelled as before.
    @inlinable
    func report(_ former: Element, _ element: Element, to changes: ChangeWriter) throws(CodingFailure) {
        if changes.hasWindows { try reportWindows([(former.id, former)], isReordered: false, to: changes) }
        let followed = changes.part.map { SubscribedElements<ID>.of(SubscriptionFilter($0)).takeUnretainedValue() }
        guard changes.isCovered || followed?.entities != nil else { return }
        changes.enter("entities", followed?.entities)
        defer { changes.leave() }
        let part = followed?.part(spelledAs: former.id)
        guard changes.isCovered || part != nil else { return }
        // The text of an id takes as long as all of its change.
        changes.enter(part?.key ?? former.id.description, part)
        defer { changes.leave() }
        try changes.report(former, element)
    }

    @usableFromInline
    func writeAnyChanges(since original: Table, to changes: ChangeWriter) throws(CodingFailure) {
        try report(difference(since: original), since: original, to: changes)
    }

    func report(
        _ difference: TableDifference<ID, Element>, since original: Table, to changes: ChangeWriter
    ) throws(CodingFailure) {
        switch difference {
        case .all:
            if try !isEqual(former(original)) { try changes.replace(with: self) }
        case .some(let elements, let order):
            try reportWindows(elements, isReordered: !order.isEmpty, to: changes)
            let followed = changes.part.map { SubscribedElements<ID>.of(SubscriptionFilter($0)).takeUnretainedValue() }
            if changes.enter("entities") {
                defer { changes.leave() }
                try report(elements, followed, to: changes)
                // A window of the elements is a range of their order.
                if !order.isEmpty { changes.removeWindows().forEach(changes.touchValue) }
            }
            let respelled = respelled(elements)
            if !order.isEmpty || !respelled.isEmpty, changes.enter("ids") {
                defer { changes.leave() }
                try report(order, to: changes)
                try report(respelled: respelled, to: changes)
            }
        }
    }

    private func report(
        _ elements: [(id: ID, former: Element?)], _ followed: SubscribedElements<ID>?, to changes: ChangeWriter
    ) throws(CodingFailure) {
        let isCovered = changes.isCovered
        for (id, former) in elements where isCovered || followed?[id] != nil {
            switch (former, self[id: id]) {
            case (let former?, let element?) where Table.isRespelled(former, element):
                try report(former, nil, followed, to: changes)
                try report(nil, element, followed, to: changes)
            case (let former, let element): try report(former, element, followed, to: changes)
            }
        }
    }

    /// Writes how one element differs, if it has subscriptions: nil where it was not there, or is not there any more.
    private func report(
        _ former: Element?, _ element: Element?, _ followed: SubscribedElements<ID>?, to changes: ChangeWriter
    ) throws(CodingFailure) {
        guard let id = (element ?? former)?.id else { return }
        let part = followed?.part(spelledAs: id)
        guard changes.isCovered || part != nil else { return }
        changes.enter(part?.key ?? id.description, part)
        defer { changes.leave() }
        try changes.report(former, becoming: element)
    }

    /// Returns the elements that were there before, with an id spelled differently, each with its position.
    private func respelled(_ elements: [(id: ID, former: Element?)]) -> [(id: ID, position: Int)] {
        if SubscribedElements<ID>.haveOneSpelling { return [] }
        return elements.compactMap { _, former in
            guard let former, let position = position(of: former.id), Table.isRespelled(former, self[position]) else {
                return nil
            }
            return (self[position].id, position)
        }
    }

    /// Writes the new spellings of ids, after the steps of the order.
    private func report(respelled: [(id: ID, position: Int)], to changes: ChangeWriter) throws(CodingFailure) {
        for (id, position) in respelled where changes.enter("\(position)") {
            defer { changes.leave() }
            try changes.replace(with: id.description)
        }
    }

    private func report(_ order: [TableStep<ID>], to changes: ChangeWriter) throws(CodingFailure) {
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
                // The log has the id as it was spelled at first.
                try changes.insert((self[id: id]?.id ?? id).description, at: position, of: present)
            case .remove(_, let position):
                try changes.remove(at: position, of: present)
                present -= 1
            case .move(_, let from, let to): try changes.move(from: from, to: to)
            }
        }
    }

    private func isEqual(_ other: Table?) throws(CodingFailure) -> Bool {
        guard let other, count == other.count, lazy.map(\.id).elementsEqual(other.lazy.map(\.id)) else { return false }
        return try haveSameText(self, other)
    }
}

extension Table: Changeable {}
