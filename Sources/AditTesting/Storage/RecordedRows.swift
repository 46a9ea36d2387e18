import AditState

/// The rows of a transaction, to be written later.
final class RecordedRows: RowSink {
    private var steps: [(any RowSink) throws(StorageFailure) -> Void] = []

    /// Writes the rows, in their order.
    func replay(to sink: any RowSink) throws(StorageFailure) {
        for step in steps { try step(sink) }
    }

    func put(_ value: RowText, of member: String) {
        let value = Text(value)
        steps.append { (sink) throws(StorageFailure) in
            try value.read { (value) throws(StorageFailure) in try sink.put(value, of: member) }
        }
    }

    func remove(_ member: String) {
        steps.append { (sink) throws(StorageFailure) in try sink.remove(member) }
    }

    func declare(_ table: String) {
        steps.append { (sink) throws(StorageFailure) in try sink.declare(table) }
    }

    func insert(_ value: RowText, _ id: RowText, in table: String, after place: RowText?) {
        let (value, id, place) = (Text(value), Text(id), place.map { Text($0) })
        steps.append { (sink) throws(StorageFailure) in
            try Text.read(value, id, place) { (value, id, place) throws(StorageFailure) in
                try sink.insert(value, id, in: table, after: place)
            }
        }
    }

    func replace(_ value: RowText, _ id: RowText, in table: String) {
        let (value, id) = (Text(value), Text(id))
        steps.append { (sink) throws(StorageFailure) in
            try Text.read(value, id, nil) { (value, id, _) throws(StorageFailure) in
                try sink.replace(value, id, in: table)
            }
        }
    }

    func move(_ id: RowText, in table: String, after place: RowText?) {
        let (id, place) = (Text(id), place.map { Text($0) })
        steps.append { (sink) throws(StorageFailure) in
            try Text.read(id, id, place) { (_, id, place) throws(StorageFailure) in
                try sink.move(id, in: table, after: place)
            }
        }
    }

    func remove(_ id: RowText, in table: String) {
        let id = Text(id)
        steps.append { (sink) throws(StorageFailure) in
            try id.read { (id) throws(StorageFailure) in try sink.remove(id, in: table) }
        }
    }

    func removeAll(in table: String) {
        steps.append { (sink) throws(StorageFailure) in try sink.removeAll(in: table) }
    }

    /// A copy of a row's text.
    private struct Text {
        private let bytes: [UInt8]

        init(_ text: RowText) { bytes = Array(text.bytes) }

        func read(_ body: (RowText) throws(StorageFailure) -> Void) throws(StorageFailure) {
            try bytes.withUnsafeBytes { bytes in
                Result { () throws(StorageFailure) in try body(RowText(bytes)) }
            }.get()
        }

        static func read(
            _ first: Text, _ second: Text, _ third: Text?,
            _ body: (RowText, RowText, RowText?) throws(StorageFailure) -> Void
        ) throws(StorageFailure) {
            try first.read { (first) throws(StorageFailure) in
                try second.read { (second) throws(StorageFailure) in
                    guard let third else { return try body(first, second, nil) }
                    try third.read { (third) throws(StorageFailure) in try body(first, second, third) }
                }
            }
        }
    }
}
