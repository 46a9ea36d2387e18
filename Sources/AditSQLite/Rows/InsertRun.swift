import AditJSON
import AditState

/// Pending insertions. Several are written at once, as running a statement costs a third of writing a row.
struct InsertRun {
    /// The number of rows written at once.
    static let width = 16
    /// The maximum size of the pending texts in bytes, without those of the last row.
    private static let mostBytes = 1 << 16

    private let texts = JSONWriter(capacity: 1 << 12)
    /// The ends of their ids and values in ``texts``.
    private var rows: [(place: Int64, sum: UInt64, id: Int, value: Int)] = []

    var count: Int { rows.count }
    var isFull: Bool { rows.count == Self.width || texts.count >= Self.mostBytes }

    mutating func add(_ place: Int64, _ sum: UInt64, _ id: RowText, _ value: RowText) {
        texts.write(raw: id.bytes)
        let end = texts.count
        texts.write(raw: value.bytes)
        rows.append((place, sum, end, texts.count))
    }

    mutating func clear() {
        rows.removeAll(keepingCapacity: true)
        texts.truncate(to: 0)
        texts.shrink(to: Self.mostBytes * 2)
    }

    /// Binds a row to a statement's parameters, from one on: its place, id, checksum and value.
    func bind(_ row: Int, to statement: Statement, from parameter: Int32 = 1) {
        let (place, sum, id, value) = rows[row]
        func text(_ start: Int, _ end: Int) -> RowText {
            RowText(UnsafeRawBufferPointer(rebasing: texts.bytes[start..<end]))
        }
        statement.bind(parameter, place)
        statement.bind(parameter + 1, text(row > 0 ? rows[row - 1].value : 0, id))
        statement.bind(parameter + 2, checksum: sum)
        statement.bind(parameter + 3, text(id, value))
    }
}
