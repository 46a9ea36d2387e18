import Adit
import AditHost
import AditJSON
import AditState

/// A journal entry of a recording or a store: a line with a valid checksum.
struct RecordedLine {
    /// The kind of an entry.
    enum Kind: String {
        case open, begin, message, reply, advance, `import`, timer, effect, batch, then, lost, gap, close, end
        case undo, redo
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
        guard let number = entry.number, let kind = entry.kind.flatMap(Kind.init), let value = entry.value else {
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

    /// Parses a part of the line.
    func parse(_ range: Range<Int>) -> JSONDocument? { parsed(text[range]) }

    /// The state from the entry on, as JSON; nil if unknown.
    var state: [UInt8]? { foundState ?? toldState.map { Array(text[$0]) } }

    /// The client that sent it; nil if the host did.
    var client: String? {
        guard let range = toldClient else { return nil }
        let text = Array("[".utf8) + text[range] + Array("]".utf8)
        return parsed(text[...])?.withRoot { (array) throws(Never) in array[0]?.string }
    }

    /// The value as a whole number.
    var integer: Int? { Int(String(decoding: text[value], as: UTF8.self)) }

    /// Whether it follows from the entries before, so that a replay need not trigger it.
    var follows: Bool { kind == .batch || kind == .lost || kind == .then }
}

/// Parses a text; returns nil if it is not JSON.
func parsed(_ text: ArraySlice<UInt8>) -> JSONDocument? {
    // The closure cannot return a value that is not copyable.
    var document: JSONDocument?
    text.withUnsafeBytes { bytes in
        do { document = try JSONDocument(parsing: bytes, depth: 2048) } catch { document = nil }
    }
    return document
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
        var scanner = LineScanner(line)
        while let (key, value) = scanner.next() {
            let name = String(decoding: line[key], as: UTF8.self)
            let text = { String(decoding: line[value], as: UTF8.self) }
            switch name {
            case "n": number = Int(text())
            case "client": client = value
            case "time": time = Int(text())
            case "draws": draws = value
            case "state": state = value
            case "heard", "unheard", "sum": break
            default: if kind == nil { (kind, self.value) = (name, value) }
            }
        }
    }
}
