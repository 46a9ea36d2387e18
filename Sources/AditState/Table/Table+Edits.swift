import AditJSON

extension Table where ID: LosslessStringConvertible & WireCodable, Element: WireCodable {
    /// Edits the elements and their order.
    ///
    /// - Complexity: O(edits), each at the cost of the table's own edit.
    @_documentation(visibility: private)
    public static func _apply(_ edits: PartEdits, to table: inout Table) throws(CodingFailure) {
        guard edits.edits.allSatisfy({ $0.path.count > edits.depth }) else { return try edits.put(&table) }
        var tableEdits = try TableEdits<ID, Element>(edits)
        try tableEdits.apply(to: &table)
    }
}

/// The edits of a table: those of its elements, and those of its ids, in which an element has its place.
private struct TableEdits<ID: Hashable, Element: Identifiable>
where Element.ID == ID, ID: LosslessStringConvertible & WireCodable, Element: WireCodable {
    private let edits: PartEdits
    /// The elements to insert or replace, by id; those that were inserted are removed from here.
    private var elements: [ByteString: PartEdit] = [:]
    /// The ids of elements to replace, in order.
    private var replaced: [ByteString] = []
    /// The ids of elements that are present, in order.
    private var present: [String] = []
    private var steps: [PartEdit] = []

    init(_ edits: PartEdits) throws(CodingFailure) {
        self.edits = edits
        for edit in edits.edits {
            guard edit.path.count == edits.depth + 2 else { throw edits.refusal(edit) }
            let (member, key) = (edit.path[edits.depth], edit.path[edits.depth + 1])
            switch (member, edit.operation) {
            case ("ids", _): steps.append(edit)
            case ("entities", .insert): elements[ByteString(key)] = edit
            case ("entities", .replace):
                elements[ByteString(key)] = edit
                replaced.append(ByteString(key))
                present.append(key)
            // The element goes with its id.
            case ("entities", .remove): present.append(key)
            default: throw edits.refusal(edit)
            }
        }
    }

    mutating func apply(to table: inout Table<ID, Element>) throws(CodingFailure) {
        // The journal lists elements in the order in which they were touched: a replay finds the same order.
        for key in present {
            if let id = ID(inTable: key) { table.update(id) { _ in } }
        }
        for step in steps { try apply(step, to: &table) }
        for key in replaced {
            guard let edit = elements.removeValue(forKey: key) else { continue }
            let element = try element(edit)
            guard ByteString(element.id.description) == key, table.update(element) else { throw edits.refusal(edit) }
        }
        if let left = elements.first { throw edits.refusal(left.value) }
    }

    private mutating func apply(_ step: PartEdit, to table: inout Table<ID, Element>) throws(CodingFailure) {
        guard let place = position(step.path) else { throw edits.refusal(step) }
        switch step.operation {
        case .insert(let id):
            guard place <= table.count, let element = try removeElement(id), table.insert(element, at: place) else {
                throw edits.refusal(step)
            }
        // The same id in another spelling.
        case .replace(let id):
            guard place < table.count, let element = try removeElement(id), table[place].id == element.id,
                table.update(element)
            else { throw edits.refusal(step) }
        case .remove:
            guard place < table.count else { throw edits.refusal(step) }
            table.remove(table[place].id)
        case .move(let from):
            guard let from = position(from), from < table.count, place < table.count else { throw edits.refusal(step) }
            table.move(table[from].id, to: place)
        }
    }

    private func position(_ path: [String]) -> Int? { path.last.flatMap(JSONPointer.index) }

    /// Returns the element to insert with an id; nil if absent.
    private mutating func removeElement(_ id: JSONReader) throws(CodingFailure) -> Element? {
        guard let text = id.string, let edit = elements.removeValue(forKey: ByteString(text)) else { return nil }
        let element = try element(edit)
        return element.id.description.isSpelled(as: text) ? element : nil
    }

    private func element(_ edit: PartEdit) throws(CodingFailure) -> Element {
        switch edit.operation {
        case .insert(let value), .replace(let value): try edits.read(value, edit)
        case .remove, .move: throw edits.refusal(edit)
        }
    }
}
