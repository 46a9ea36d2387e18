import Adit
import AditHost
import AditJSON
import AditState

/// A source of a replay's entries, in their order.
protocol RecordedLines: AnyObject {
    /// The amount that has been read, and the total: bytes of a recording, entries of a store.
    var progress: (done: Int, of: Int) { get }
    /// The number of an incomplete line, whose writer was killed; nil if none was found so far.
    var torn: Int? { get }
    /// The number of entries that are left out, as the state before them is unknown.
    var omitted: Int { get }
    /// The detail in which lines record the output.
    var detail: Journal.Detail { get }
    /// The expected final state, as JSON; nil if unknown.
    var last: [UInt8]? { get }

    /// Returns the next entry; nil at the end.
    ///
    /// - Throws: ``ReplayDifference`` if it is damaged, ``StorageFailure`` if it cannot be read.
    func next() throws -> RecordedLine?
}

/// A reader of a recording's entries.
final class RecordingReader: RecordedLines {
    let detail = Journal.Detail.all
    let last: [UInt8]? = nil
    let omitted = 0
    private(set) var torn: Int?
    private let file: ImportFile
    private let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 20, alignment: 16)
    /// The bytes in memory that have not been returned yet.
    private var rest = 0..<0
    private var offset = 0
    private var place = 0

    /// - Throws: ``StorageFailure`` if the file cannot be opened.
    init(_ path: String, _ engine: any StorageEngine) throws(StorageFailure) { file = try ImportFile(path, engine) }

    deinit { memory.deallocate() }

    var progress: (done: Int, of: Int) { (offset - rest.count, file.count) }

    func next() throws -> RecordedLine? {
        guard torn == nil else { return nil }
        var text: [UInt8] = []
        while true {
            if rest.isEmpty {
                let count = try file.read(at: offset, into: memory)
                guard count > 0 else { break }
                offset += count
                rest = 0..<count
            }
            let bytes = memory[rest]
            guard let end = bytes.firstIndex(of: UInt8(ascii: "\n")) else {
                text += bytes
                rest = 0..<0
                continue
            }
            text += memory[rest.lowerBound..<end]
            rest = (end + 1)..<rest.upperBound
            place += 1
            return try RecordedLine(text, place: place)
        }
        if !text.isEmpty { torn = place + 1 }
        return nil
    }
}

extension AppEntry {
    /// Reads the entries of a recording or of a store's journal.
    func readLines(_ source: Config.Replay) throws(HostError) -> any RecordedLines {
        do {
            guard let journal = try readJournal(source) else {
                return try RecordingReader(source.file ?? source.name, engine)
            }
            return try StoredLines(source.name, journal.batches, state: journal.state)
        } catch let error as HostError {
            throw error
        } catch let failure as StorageFailure {
            throw HostError(failure)
        } catch {
            throw HostError(.schema, "\(source.name) holds no state of the app \"\(name)\": \(error)")
        }
    }
}
