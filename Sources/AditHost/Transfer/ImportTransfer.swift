import Adit
import AditJSON
import AditState

/// A transfer that reads a state from a file.
final class ImportTransfer: Transfer {
    let work = HostMessage.LongWork.import
    let path: String
    let cause: Cause?
    private let folder: FileFolder
    private let begin: (@escaping JSONStream.Source) throws(CodingFailure) -> StateImport
    private var open: (file: ImportFile, reading: StateImport)?

    private static let piece = 1 << 16

    /// - Parameter begin: begins to read a state from a source of bytes.
    init(
        from path: String, in folder: FileFolder, _ cause: Cause?,
        _ begin: @escaping (@escaping JSONStream.Source) throws(CodingFailure) -> StateImport
    ) {
        self.path = path
        self.folder = folder
        self.cause = cause
        self.begin = begin
    }

    var progress: (done: Int, of: Int) { open.map { ($0.reading.offset, $0.file.count) } ?? (0, 0) }

    func resume(until time: MonotonicTime) throws -> TransferEnd? {
        let (file, reading) = try open ?? beginReading()
        open = (file, reading)
        repeat {
            if try !reading.readOn(bytes: ImportTransfer.piece) { return .imported(put: try reading.finish()) }
        } while MonotonicTime.now < time
        return nil
    }

    private func beginReading() throws -> (file: ImportFile, reading: StateImport) {
        let file = try ImportFile(path, in: folder)
        return (file, try begin { try file.read(at: $0, into: $1) })
    }
}
