import AditJSON
import AditState

/// Elements of a table that are inserted one behind the other: one statement takes them all.
struct InsertedRun {
    struct Element {
        let id, value: [UInt8]
        /// The checksum of the id, and that of the row.
        let hash, sum: UInt64
    }

    let table: String
    /// The element that the first one follows; nil if it is the first of the table.
    let place: [UInt8]?
    private(set) var elements: [Element]
    private var size = 0

    /// How many elements, and how many bytes of them, a statement takes, about.
    private static let most = (count: 1000, bytes: 1 << 18)

    init(in table: String, after place: RowText?, _ first: Element) {
        self.table = table
        self.place = place.map { Array($0.bytes) }
        elements = []
        append(first)
    }

    /// Whether an element that follows `place` is the next one of this run.
    func isFollowed(in table: String, after place: RowText?) -> Bool {
        // The place before all elements is found in another way.
        guard let place, self.place != nil, elements.count < Self.most.count, size < Self.most.bytes else {
            return false
        }
        return self.table == table && elements[elements.count - 1].id.elementsEqual(place.bytes)
    }

    mutating func append(_ element: Element) {
        elements.append(element)
        size += element.id.count + element.value.count
    }

    /// The ids, the checksums of the rows, and the values.
    var parameters: (ids: Parameter, sums: Parameter, values: Parameter) {
        (
            .array(of: .text, elements.map { StoredText.parameter($0.id) }),
            .array(of: .bigint, elements.map { .checksum($0.sum) }),
            .array(of: .text, elements.map { .bytes($0.value) })
        )
    }
}
