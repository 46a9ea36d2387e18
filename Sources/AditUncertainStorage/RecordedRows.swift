import AditState

/// The rows of a transaction, to be written later.
final class RecordedRows: RowSink {
    private enum Step {
        case put([UInt8], member: String)
        case removeMember(String)
        case declare(String)
        case insert([UInt8], id: [UInt8], table: String, after: [UInt8]?)
        case replace([UInt8], id: [UInt8], table: String)
        case move([UInt8], table: String, after: [UInt8]?)
        case remove([UInt8], table: String)
        case removeAll(String)
    }

    private var steps: [Step] = []

    func put(_ value: RowText, of member: String) { steps.append(.put(Array(value.bytes), member: member)) }
    func remove(_ member: String) { steps.append(.removeMember(member)) }
    func declare(_ table: String) { steps.append(.declare(table)) }

    func insert(_ value: RowText, _ id: RowText, in table: String, after place: RowText?) {
        steps.append(
            .insert(Array(value.bytes), id: Array(id.bytes), table: table, after: place.map { Array($0.bytes) }))
    }

    func replace(_ value: RowText, _ id: RowText, in table: String) {
        steps.append(.replace(Array(value.bytes), id: Array(id.bytes), table: table))
    }

    func move(_ id: RowText, in table: String, after place: RowText?) {
        steps.append(.move(Array(id.bytes), table: table, after: place.map { Array($0.bytes) }))
    }

    func remove(_ id: RowText, in table: String) { steps.append(.remove(Array(id.bytes), table: table)) }
    func removeAll(in table: String) { steps.append(.removeAll(table)) }

    /// Writes the rows, in their order.
    func replay(to sink: any RowSink) throws {
        for step in steps {
            switch step {
            case .put(let value, let member): try withText(value) { try sink.put($0, of: member) }
            case .removeMember(let member): try sink.remove(member)
            case .declare(let table): try sink.declare(table)
            case .insert(let value, let id, let table, let place):
                try withText(value) { value in
                    try withText(id) { id in
                        try withPlace(place) { try sink.insert(value, id, in: table, after: $0) }
                    }
                }
            case .replace(let value, let id, let table):
                try withText(value) { value in try withText(id) { try sink.replace(value, $0, in: table) } }
            case .move(let id, let table, let place):
                try withText(id) { id in try withPlace(place) { try sink.move(id, in: table, after: $0) } }
            case .remove(let id, let table): try withText(id) { try sink.remove($0, in: table) }
            case .removeAll(let table): try sink.removeAll(in: table)
            }
        }
    }

    private func withText(_ bytes: [UInt8], _ body: (RowText) throws -> Void) throws {
        try bytes.withUnsafeBytes { try body(RowText($0)) }
    }

    private func withPlace(_ bytes: [UInt8]?, _ body: (RowText?) throws -> Void) throws {
        guard let bytes else { return try body(nil) }
        try withText(bytes) { try body($0) }
    }
}
