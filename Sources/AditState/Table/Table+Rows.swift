import AditJSON

// A table in a storage: one row per element.
extension Table: TableParts where ID: LosslessStringConvertible & WireCodable, Element: WireCodable {
    public static var isStoredInParts: Bool { true }

    package func writeID(_ position: Int, to writer: JSONWriter) throws(CodingFailure) {
        writer.write(json: try id(at: position))
    }

    package func writeElement(_ position: Int, to writer: JSONWriter) throws(CodingFailure) {
        try encodeWire(self[position], to: writer)
    }

    /// Writes the changed rows, and the changes for subscribers of the table.
    // The path of most messages is inlinable, so that it is specialized for the table's elements (`benchmarks/run`).
    @inlinable
    func writeRows(since original: Table, to changes: ChangeWriter) throws(CodingFailure) {
        guard let rows = changes.removeRows() else { return }
        defer { changes.giveBack(rows) }
        let isFollowed = changes.isCovered || changes.part?.mayBeConcerned(original, self) ?? false
        if let (former, element) = onlyReplaced(since: original), !Table.isRespelled(former, element) {
            try rows.replace(element.id.description, former, element)
            return isFollowed ? try report(former, element, to: changes) : ()
        }
        if let first = firstAppended(since: original), !isFollowed { return try append(from: first, to: rows) }
        try writeAnyRows(since: original, to: rows, isFollowed ? changes : nil)
    }

    @usableFromInline
    func writeAnyRows(
        since original: Table, to rows: RowWriter, _ changes: ChangeWriter?
    ) throws(CodingFailure) {
        let difference = difference(since: original)
        try write(difference, since: original, to: rows)
        if let changes { try report(difference, since: original, to: changes) }
    }

    @inlinable
    func append(from first: Int, to rows: RowWriter) throws(CodingFailure) {
        var last = first > 0 ? try id(at: first - 1) : nil
        var noted: [String] = []
        for position in first..<count {
            let element = self[position]
            let id = try key(of: element)
            try rows.insert(id, element, after: last)
            last = id
            guard rows.hasJournal else { continue }
            rows.recordInsertion(id)
            noted.append(id)
        }
        // The journal lists the elements before their order.
        for (offset, id) in noted.enumerated() { rows.recordStep(.add, id, from: nil, to: first + offset) }
    }

    private func write(
        _ difference: TableDifference<ID, Element>, since original: Table, to rows: RowWriter
    ) throws(CodingFailure) {
        switch difference {
        case .some(let elements, let order):
            try write(elements, order, to: rows)
        case .all:
            let former = original.isOriginal ? former(original) : original
            if let former, case .some(let elements, let order) = self.difference(since: former) {
                return try write(elements, order, to: rows)
            }
            try rows.replaceTable(former, self)
            var last: String?
            for position in 0..<count {
                let id = try id(at: position)
                try rows.insert(id, self[position], after: last)
                last = id
            }
        }
    }

    /// - Parameters:
    ///   - elements: the touched elements, with their former values.
    ///   - order: the steps from the old order to the new one.
    private func write(
        _ elements: [(id: ID, former: Element?)], _ order: [TableStep<ID>], to rows: RowWriter
    ) throws(CodingFailure) {
        var formers: [ID: Element] = [:]
        // Elements whose ids are equal to the former ones, with another spelling.
        var spelled: [(id: ID, former: Element)] = []
        var placed: [(position: Int, id: ID, isNew: Bool)] = []
        for (id, former) in elements {
            guard let former else {
                if let position = position(of: id) { placed.append((position, id, true)) }
                continue
            }
            if !order.isEmpty { formers[id] = former }
            guard let element = self[id: id] else {
                try rows.remove(former.id.description, former)
                continue
            }
            if former.id.description.isSpelled(as: element.id.description) {
                try rows.replace(former.id.description, former, element)
            } else {
                try rows.remove(former.id.description, former)
                spelled.append((id, former))
            }
        }
        try place(placed, order, spelled.map(\.id), formers, to: rows)
        record(order, formers, to: rows)
        for (id, former) in spelled {
            guard let position = position(of: id) else { continue }
            rows.recordSpelling(former.id.description, self[position].id.description, at: position)
        }
    }

    /// Writes new and moved rows after their predecessors, in the order of positions, so that each predecessor exists.
    private func place(
        _ new: [(position: Int, id: ID, isNew: Bool)], _ order: [TableStep<ID>], _ spelled: [ID],
        _ formers: [ID: Element], to rows: RowWriter
    ) throws(CodingFailure) {
        var placed = new
        var known = Set<ID>()
        for id in spelled where known.insert(id).inserted {
            if let position = position(of: id) { placed.append((position, id, true)) }
        }
        let isNew = Set(new.lazy.map(\.id))
        for step in order {
            let id: ID
            switch step {
            case .remove: continue
            case .insert(let other, _), .move(let other, _, _): id = other
            }
            guard !isNew.contains(id), known.insert(id).inserted, let position = position(of: id) else { continue }
            placed.append((position, id, false))
        }
        placed.sort { $0.position < $1.position }
        for (position, _, isNew) in placed {
            let id = try id(at: position)
            let before = position > 0 ? try self.id(at: position - 1) : nil
            if isNew {
                try rows.insert(id, self[position], after: before)
                rows.recordInsertion(id)
            } else {
                rows.move(id, after: before)
            }
        }
    }

    /// Writes the steps of the order to the journal. It spells an id as before the batch, until the end.
    private func record(_ order: [TableStep<ID>], _ formers: [ID: Element], to rows: RowWriter) {
        guard rows.hasJournal else { return }
        func text(_ id: ID) -> String { (formers[id]?.id ?? self[id: id]?.id ?? id).description }
        for step in order {
            switch step {
            case .insert(let id, let position): rows.recordStep(.add, text(id), from: nil, to: position)
            case .remove(let id, let position): rows.recordStep(.remove, text(id), from: nil, to: position)
            case .move(let id, let from, let to): rows.recordStep(.move, text(id), from: from, to: to)
            }
        }
    }

    /// Returns the text of an id as a key.
    @inlinable
    func id(at position: Int) throws(CodingFailure) -> String { try key(of: self[position]) }

    @inlinable
    func key(of element: Element) throws(CodingFailure) -> String {
        let text = element.id.description
        if text.hasNUL { throw CodingFailure(path: "", reason: "found a key with a NUL; one without is expected") }
        return text
    }
}
