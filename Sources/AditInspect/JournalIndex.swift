import AditJSON
import AditState

/// An index of a journal: its events, and by which of them each part of the state was changed.
///
/// It is made from the newest row to the oldest, so that what was last is there at once, and goes on with each new row. It
/// has places in the journal, and no texts but ids. Events, batches and changes have numbers that do not change: negative
/// for those that were there when it was opened, from 0 on for those since. One thread at a time.
struct JournalIndex {
    /// An entry of the journal that is not the end of a batch.
    struct Event {
        let text: Place
        let kind: Kind
        let name: Int32
        let client: Int32
        /// A checksum of its `@id`; 0 without one.
        let id: UInt32
        /// Nanoseconds on the core's clock, since the opening.
        let time: Int64
        /// The revision after its batch; negative until that is known.
        var revision: Int
        /// Whether its output has an error, as far as the journal has output.
        let hasFailed: Bool
        /// Nanoseconds until the next event of the same batch; -1 of the last one, and under a clock that stands still.
        var took: Int64
    }

    enum Kind: String, CaseIterable {
        case open, begin, message, reply, advance, cancel, `import`, timer, effect, then, lost, gap, close, end, undo,
            redo

        /// - Parameter name: any key of an entry; nil if it is none of them, byte by byte.
        init?(_ name: String) {
            guard let kind = Kind.allCases.first(where: { $0.rawValue.isSpelled(as: name) }) else { return nil }
            self = kind
        }
    }

    /// The end of a batch.
    struct Batch {
        let text: Place
        let from: Int
        let revision: Int
        /// Milliseconds since 1970; 0 if the journal has no dates.
        let date: Int64
    }

    /// A change of a part of the state that is not the order of a table.
    struct Change {
        let text: Place
        /// The change of the same unit before it; nil of the oldest.
        var older: Int32
        /// A checksum of its path.
        let path: UInt32
        /// Whether it is of the whole unit.
        let isWhole: Bool
        let revision: Int
    }

    /// A text within a row of the journal.
    struct Place {
        let row: Int64
        let offset: UInt32
        let count: UInt32
    }

    /// A part of the state whose changes are listed: an element of a table, or a member of the state.
    struct Unit {
        var newest: Int32
        var oldest: Int32
        /// Its pointer, in ``names``.
        let start: Int
        let count: Int32
    }

    static let none = Int32.min

    var events = Numbered<Event>()
    var batches = Numbered<Batch>()
    var changes = Numbered<Change>()
    private(set) var units: [Unit] = []
    private var unitsByPath: [UInt64: Int32] = [:]
    private var names: [UInt8] = []
    /// The units that are no elements.
    private(set) var members: [Int32] = []
    /// The order of the elements of each table.
    var orders: [ByteString: ElementOrder] = [:]
    /// The names of messages, and those of clients.
    private(set) var words: [String] = [""]
    private var wordNumbers: [UInt64: Int32] = [:]
    /// The pointer that is being looked up.
    private var pointer: [UInt8] = []
    let tables: [String]
    /// The rows that are in it.
    private(set) var rows: ClosedRange<Int64>?
    /// Why it does not go back further; nil if it does, or has everything.
    var obstacle: String?

    init(tables: [String]) { self.tables = tables }

    // MARK: Names

    /// Returns the number of a word.
    mutating func word(_ text: String) -> Int32 {
        text.isEmpty ? 0 : word(Array(text.utf8).withUnsafeBytes { checksum(of: $0) }, text)
    }

    mutating func word(_ sum: UInt64, _ text: @autoclosure () -> String) -> Int32 {
        if let number = wordNumbers[sum] { return number }
        words.append(text())
        wordNumbers[sum] = Int32(words.count - 1)
        return Int32(words.count - 1)
    }

    /// Returns the number of the unit of a pointer.
    mutating func unit(_ path: UnsafeRawBufferPointer, isElement: Bool) -> Int32 {
        let sum = checksum(of: path)
        if let number = unitsByPath[sum] { return number }
        let number = Int32(units.count)
        units.append(
            Unit(newest: JournalIndex.none, oldest: JournalIndex.none, start: names.count, count: Int32(path.count)))
        names += path
        unitsByPath[sum] = number
        if !isElement { members.append(number) }
        return number
    }

    /// Returns the number of the unit of an element.
    ///
    /// - Parameter id: its id, as the key of the table has it.
    mutating func element(_ id: some Sequence<UInt8>, of table: String) -> Int32 {
        pointer.removeAll(keepingCapacity: true)
        pointer += table.utf8
        pointer += "/entities/".utf8
        for byte in id {
            switch byte {
            case UInt8(ascii: "~"): pointer += "~0".utf8
            case UInt8(ascii: "/"): pointer += "~1".utf8
            default: pointer.append(byte)
            }
        }
        let path = pointer
        return path.withUnsafeBytes { unit($0, isElement: true) }
    }

    /// Returns the number of the unit of a pointer; nil if it is none.
    func existingUnit(_ path: String) -> Int32? { unitsByPath[Array(path.utf8).withUnsafeBytes { checksum(of: $0) }] }

    func pointer(of unit: Int32) -> String {
        let unit = units[Int(unit)]
        return String(decoding: names[unit.start..<unit.start + Int(unit.count)], as: UTF8.self)
    }

    // MARK: Rows

    mutating func note(row: Int64) {
        let (low, high) = (min(rows?.lowerBound ?? row, row), max(rows?.upperBound ?? row, row))
        rows = low...high
    }

    mutating func add(_ change: Change, of unit: Int32, isNewer: Bool) {
        let place = Int(unit)
        if isNewer {
            let number = changes.add(newer: change)
            changes[number].older = units[place].newest
            units[place].newest = Int32(number)
            if units[place].oldest == JournalIndex.none { units[place].oldest = Int32(number) }
        } else {
            let number = changes.add(older: change)
            if units[place].oldest == JournalIndex.none {
                units[place].newest = Int32(number)
            } else {
                changes[Int(units[place].oldest)].older = Int32(number)
            }
            units[place].oldest = Int32(number)
        }
    }

    /// The batch that a revision is in, or that it ends; nil if the journal does not have it.
    func batch(of revision: Int) -> Int? {
        let number = firstNumber(in: batches.first..<batches.end) { batches[$0].revision >= revision }
        return number < batches.end ? number : nil
    }
}

/// Returns the first number of a range that satisfies a condition, as all behind it do; the end of the range if none
/// does.
func firstNumber(in range: Range<Int>, where condition: (Int) -> Bool) -> Int {
    var (low, high) = (range.lowerBound, range.upperBound)
    while low < high {
        let middle = low + (high - low) / 2
        if condition(middle) { high = middle } else { low = middle + 1 }
    }
    return low
}

/// A list that grows at both ends. Its elements keep their numbers: negative for those that were added at the beginning.
struct Numbered<Element> {
    private var (older, newer): ([Element], [Element]) = ([], [])

    var first: Int { -older.count }
    var end: Int { newer.count }
    var count: Int { older.count + newer.count }
    var isEmpty: Bool { count == 0 }

    subscript(number: Int) -> Element {
        get { number < 0 ? older[-1 - number] : newer[number] }
        set { if number < 0 { older[-1 - number] = newValue } else { newer[number] = newValue } }
    }

    mutating func add(older element: Element) -> Int {
        older.append(element)
        return -older.count
    }

    mutating func add(newer element: Element) -> Int {
        newer.append(element)
        return newer.count - 1
    }
}
