import Adit
import AditJSON
import AditState

/// A transfer that writes a snapshot of the state to a file.
final class ExportTransfer: Transfer {
    let work = HostMessage.LongWork.export
    let path: String
    let cause: Cause?
    private let export: StateExport
    private let replaces: Bool
    private let folder: FileFolder
    private let revision: Int
    private var file: ExportFile?
    private let text = JSONWriter()

    /// The maximum number of bytes in one write, and in one slice.
    private static let piece = 1 << 18
    private static let slice = 1 << 20

    init(
        _ export: StateExport, to path: String, in folder: FileFolder, replacing replaces: Bool, revision: Int,
        _ cause: Cause?
    ) {
        self.export = export
        self.folder = folder
        self.path = path
        self.replaces = replaces
        self.revision = revision
        self.cause = cause
    }

    var progress: (done: Int, of: Int) { (export.done, export.count) }

    func resume(until time: MonotonicTime) throws -> TransferEnd? {
        let file = try file ?? ExportFile(path, in: folder, replacing: replaces)
        self.file = file
        let start = file.count
        repeat {
            let goesOn = try export.writeOn(to: text, bytes: ExportTransfer.piece)
            try file.write(text.bytes)
            text.truncate(to: 0)
            text.shrink(to: 2 * ExportTransfer.piece)
            if !goesOn {
                try file.finish()
                return .done(.exported(path: path, revision: Count(revision), bytes: Count(file.count)))
            }
        } while file.count - start < ExportTransfer.slice && MonotonicTime.now < time
        file.beginWriting(from: start)
        return nil
    }
}
