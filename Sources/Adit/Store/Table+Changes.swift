import AditJSON

extension Table where ID: LosslessStringConvertible & WireCodable, Element: WireCodable {
    /// Tells what has changed: of the elements, each that was touched and is followed, and of the ids each step.
    ///
    /// - Complexity: that of the changes.
    // Inlinable is what most messages do (`benchmarks/run`).
    @inlinable
    public func writeChanges(since original: Table, to changes: ChangeWriter) throws(CodingFailure) {
        if changes.rows != nil { return try writeRows(since: original, to: changes) }
        if storage.appended == 0, storage.notes.count == 1, original.storage.kept == 0, descends(from: original),
            let former = storage.former.first, let element = self[id: former.id], case .wasReplaced = storage.notes[0]
        {
            return try tell(former, element, to: changes)
        }
        try writeAnyChanges(since: original, to: changes)
    }

    /// Whether one of the followed elements was touched; true where it takes more than a glance to know.
    ///
    /// - Complexity: that of the changes.
    @inlinable
    public func concerns(_ part: FollowedPart, since original: Table) -> Bool {
        let followed = FollowedElements<ID>.of(part)
        guard followed.areAll, original.storage.kept == 0, original.storage.appended == 0, descends(from: original)
        else {
            return true
        }
        // By index: a loop over the elements would take a copy of each.
        for index in storage.former.indices where followed.contains(storage.former[index].id) { return true }
        for index in storage.ids.indices where followed.contains(storage.ids[index]) { return true }
        for position in size - storage.appended..<size
        where followed.contains(chunks[place(ofPosition: position)].id) {
            return true
        }
        return false
    }

    /// Tells how one element differs.
    @usableFromInline
    func tell(_ former: Element, _ element: Element, to changes: ChangeWriter) throws(CodingFailure) {
        guard changes.enter("entities") else { return }
        defer { changes.leave() }
        let part = changes.followedPart?[former.id.description]
        guard changes.isCovered || part != nil else { return }
        changes.enter(former.id.description, part)
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
            let followed = changes.followedPart.map { FollowedElements<ID>.of($0) }
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
        _ elements: [(id: ID, former: Element?)], _ followed: FollowedElements<ID>?, to changes: ChangeWriter
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
        for step in order {
            switch step {
            case .insert(let id, let position): try changes.insert(id.description, at: position)
            case .remove(_, let position): try changes.remove(at: position)
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

/// Which elements of a table are followed, by their ids: so that the others need no text to be passed over.
@usableFromInline
final class FollowedElements<ID: Hashable & LosslessStringConvertible> {
    @usableFromInline let parts: [ID: FollowedPart]
    /// The same as a list where they are few: to look there is quicker than to hash an id.
    @usableFromInline let few: [(id: ID, part: FollowedPart)]
    /// Whether they are all of the table that is followed.
    @usableFromInline let areAll: Bool

    private init(_ table: FollowedPart) {
        var parts: [ID: FollowedPart] = [:]
        let entities = table["entities"]
        for (key, part) in entities?.parts ?? [:] {
            // An id has one spelling.
            if let id = ID(key), id.description == key { parts[id] = part }
        }
        self.parts = parts
        few = parts.count <= 4 ? parts.map { ($0.key, $0.value) } : []
        areAll = table.parts.count == 1 && entities?.followers.isEmpty ?? false
    }

    @inlinable
    subscript(id: ID) -> FollowedPart? {
        if few.isEmpty { return parts[id] }
        for index in few.indices where few[index].id == id { return few[index].part }
        return nil
    }

    @inlinable
    func contains(_ id: ID) -> Bool {
        if few.isEmpty { return parts[id] != nil }
        for index in few.indices where few[index].id == id { return true }
        return false
    }

    /// Those of a table.
    @inlinable
    static func of(_ table: FollowedPart) -> FollowedElements {
        table.meanings as? FollowedElements ?? make(table)
    }

    @usableFromInline
    static func make(_ table: FollowedPart) -> FollowedElements {
        let elements = FollowedElements(table)
        table.meanings = elements
        return elements
    }
}
