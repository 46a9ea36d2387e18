import Adit
import AditHost
import AditJSON
import AditState

/// A journal entry of a recording or a store: a line with a valid checksum.
struct RecordedLine {
    /// The kind of an entry.
    enum Kind: String, CaseIterable {
        case open, begin, message, reply, advance, `import`, timer, effect, batch, then, lost, gap, close, end
        case undo, redo, cancel

        /// - Parameter name: any key of a recording; nil if it is none of them, byte by byte.
        init?(_ name: String) {
            guard let kind = Kind.allCases.first(where: { $0.rawValue.isSpelled(as: name) }) else { return nil }
            self = kind
        }
    }

    /// The number of the line, counted from 1.
    let place: Int
    /// The line without the line feed.
    let text: [UInt8]
    /// The number of the entry in its opening.
    let number: Int
    let kind: Kind
    /// The value of the entry's kind, as JSON.
    let value: Range<Int>
    /// The client that sent it, as JSON; nil if the host did.
    private let toldClient: Range<Int>?
    /// The time of the core's clock; nil if not recorded.
    let time: Int?
    let draws: Range<Int>?
    /// The state in the line.
    private let toldState: Range<Int>?
    /// The state from another source.
    var foundState: [UInt8]?

    /// - Throws: ``ReplayDifference`` if the checksum is wrong, or the entry is unknown or invalid.
    init(_ text: [UInt8], place: Int) throws(ReplayDifference) {
        let entry = text.withUnsafeBytes { Entry(reading: $0) }
        guard let entry else { throw ReplayDifference(damaged: text, place) }
        guard let number = entry.number, let kind = entry.kind.flatMap(Kind.init(_:)), let value = entry.value else {
            throw ReplayDifference(
                line: place, entry: entry.number, what: "the entry",
                recorded: entry.kind.map { "\"\($0)\"" } ?? "nothing",
                came: "no entry that this version knows")
        }
        if let time = entry.time, time < 0 || time > CoreTime.latest {
            throw ReplayDifference(
                line: place, entry: number, what: "the entry's time", recorded: "\(time)",
                came: "no time of a clock; nanoseconds from 0 to \(CoreTime.latest) are expected")
        }
        self.place = place
        self.text = text
        self.number = number
        self.kind = kind
        self.value = value
        toldClient = entry.client
        time = entry.time
        draws = entry.draws
        toldState = entry.state
    }

    /// Calls `body` with a part of the line.
    func with<R>(_ range: Range<Int>, _ body: (UnsafeRawBufferPointer) -> R) -> R {
        text.withUnsafeBytes { body(UnsafeRawBufferPointer(rebasing: $0[range])) }
    }

    /// Reads a part of the line; nil if it is not JSON.
    func read<R, E: Error>(_ range: Range<Int>, _ body: (JSONReader) throws(E) -> R) throws(E) -> R? {
        try readPart(text[range], body)
    }

    /// The state from the entry on, as JSON; nil if unknown.
    var state: [UInt8]? { foundState ?? toldState.map { Array(text[$0]) } }

    /// The client that sent it; nil if the host did.
    var client: String? {
        toldClient.flatMap { read($0) { $0.string } ?? nil }
    }

    /// The value as a whole number.
    var integer: Int? { Int(String(decoding: text[value], as: UTF8.self)) }

    /// Whether it follows from the entries before, so that a replay need not trigger it.
    var follows: Bool { kind == .batch || kind == .lost || kind == .then }
}

/// Reads a line of a recording, or a part of one; nil if it is not JSON.
func readPart<R, E: Error>(
    _ text: UnsafeRawBufferPointer, _ body: (JSONReader) throws(E) -> R
) throws(E) -> R? {
    let outcome = try? JSONReader.read(text, as: "a line that is") { reader in
        Result { () throws(E) in try body(reader) }
    }
    return try outcome?.get()
}

func readPart<R, E: Error>(_ text: ArraySlice<UInt8>, _ body: (JSONReader) throws(E) -> R) throws(E) -> R? {
    let outcome = text.withUnsafeBytes { text in Result { () throws(E) in try readPart(text, body) } }
    return try outcome.get()
}

/// The members of a line.
private struct Entry {
    private(set) var number: Int?
    private(set) var kind: String?
    private(set) var value: Range<Int>?
    private(set) var client: Range<Int>?
    private(set) var time: Int?
    private(set) var draws: Range<Int>?
    private(set) var state: Range<Int>?

    /// Reads a line; nil if the checksum is wrong.
    init?(reading line: UnsafeRawBufferPointer) {
        guard hasRightChecksum(line) else { return nil }
        readPart(line) { reader in
            reader.forEachMember { (name, value) throws(Never) in
                guard let text = value.raw, let start = line.baseAddress, let first = text.baseAddress else { return }
                // A host's text is recorded as it was, with the white space around it.
                var (lower, upper) = (first - start, first - start + text.count)
                while lower > 0, line[lower - 1] <= UInt8(ascii: " ") { lower -= 1 }
                while upper < line.count, line[upper] <= UInt8(ascii: " ") { upper += 1 }
                let range = lower..<upper
                switch ByteString(name) {
                case "n": number = value.integer.map { Int($0) }
                case "client": client = range
                case "time": time = value.integer.map { Int($0) }
                case "draws": draws = range
                case "state": state = range
                case "heard", "unheard", "sum": break
                default: if kind == nil { (kind, self.value) = (name, range) }
                }
            }
        }
    }
}
