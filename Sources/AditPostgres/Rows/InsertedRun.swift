import AditJSON
import AditState

/// Elements of a table that are inserted one behind the other: one statement takes them all.
struct InsertedRun {
    let table: String
    /// The element that the first one follows; nil if it is the first of the table.
    let place: [UInt8]?
    private(set) var count = 0
    private(set) var last: [UInt8] = []
    /// The checksum of the first element's id.
    private(set) var firstHash: UInt64 = 0
    private(set) var firstSum: UInt64 = 0
    /// The sum of all rows' checksums.
    private(set) var sum: UInt64 = 0
    private(set) var firstValue: [UInt8] = []
    private var ids = ArrayParameter(.text)
    private var sums = ArrayParameter(.bigint)
    private var values = ArrayParameter(.text)

    /// How many elements, and how many bytes of them, a statement takes, about.
    private static let most = (count: 1000, bytes: 1 << 18)

    init(in table: String, after place: [UInt8]?) { (self.table, self.place) = (table, place) }

    /// Whether an element that follows `place` is the next one of this run.
    func isFollowed(in table: String, after place: RowText?) -> Bool {
        // A run at the beginning of a table has one: its place is found in another way.
        guard let place, self.place != nil, count < Self.most.count, values.size + ids.size < Self.most.bytes else {
            return false
        }
        return self.table == table && last.elementsEqual(place.bytes)
    }

    mutating func append(_ value: RowText, _ id: RowText, hash: UInt64, sum: UInt64) {
        if count == 0 {
            (firstHash, firstSum, firstValue) = (hash, sum, Array(value.bytes))
        }
        count += 1
        last = Array(id.bytes)
        self.sum &+= sum
        StoredText.parameter(id.bytes).withBytes { ids.append($0) }
        withUnsafeBytes(of: sum.bigEndian) { sums.append($0) }
        values.append(value.bytes)
    }

    /// The arrays of a run of several elements.
    func parameters() -> (ids: Parameter, sums: Parameter, values: Parameter) {
        (.bytes(ids.bytes(count)), .bytes(sums.bytes(count)), .bytes(values.bytes(count)))
    }
}

/// An array, as PostgreSQL receives one.
private struct ArrayParameter {
    /// Types by their numbers in PostgreSQL.
    enum Element: Int32 {
        case bigint = 20
        case text = 25
    }
    private let element: Element
    private var elements: [UInt8] = []

    init(_ element: Element) { self.element = element }

    var size: Int { elements.count }

    mutating func append(_ bytes: UnsafeRawBufferPointer) {
        Self.append(Int32(truncatingIfNeeded: bytes.count), to: &elements)
        elements.append(contentsOf: bytes)
    }

    /// The number of dimensions, whether an element is NULL, the type, the count and the first index; then the elements.
    func bytes(_ count: Int) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(elements.count + 20)
        for number in [1, 0, element.rawValue, Int32(truncatingIfNeeded: count), 1] { Self.append(number, to: &bytes) }
        bytes.append(contentsOf: elements)
        return bytes
    }

    private static func append(_ number: Int32, to bytes: inout [UInt8]) {
        withUnsafeBytes(of: number.bigEndian) { bytes.append(contentsOf: $0) }
    }
}
