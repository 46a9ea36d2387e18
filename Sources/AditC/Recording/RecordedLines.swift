import Adit
import AditJSON
import AditState
import Glibc

/// Where the entries of a replay come from, in their order.
protocol RecordedLines: AnyObject {
    /// How far it has been read, and how much there is, in bytes.
    var progress: (done: Int, of: Int) { get }
    /// Which line ends in its midst, as the process was killed while it was written; nil: none so far.
    var torn: Int? { get }
    /// How many entries are left out, as what was before is not known any more.
    var omitted: Int { get }
    /// How much lines say of what was heard.
    var detail: Journal.Detail { get }
    /// The expected final state, as JSON; nil if unknown.
    var last: [UInt8]? { get }

    /// The next one; nil at the end.
    ///
    /// - Throws: ``ReplayDifference`` where it is damaged, ``StorageFailure`` where it cannot be read.
    func next() throws -> RecordedLine?
}

/// Those of a recording.
final class RecordingReader: RecordedLines {
    let detail = Journal.Detail.all
    let last: [UInt8]? = nil
    let omitted = 0
    private(set) var torn: Int?
    private let file: ImportFile
    private let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 20, alignment: 16)
    /// What has been read and not been given.
    private var rest = 0..<0
    private var offset = 0
    private var place = 0

    /// - Throws: ``StorageFailure`` where there is no such file.
    init(_ path: String) throws(StorageFailure) { file = try ImportFile(path) }

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
