import Adit
import AditState

/// A file of a state to be imported.
package final class ImportFile {
    private let path: String
    private let descriptor: FileDescriptor
    /// Its size in bytes.
    package let count: Int

    /// Opens a file below a folder.
    ///
    /// - Throws: ``StorageFailure`` if it cannot be opened, is not a regular file, or is an open store; ``HostError`` if
    ///   the path has a symbolic link.
    convenience init(_ path: String, in folder: FileFolder) throws {
        let (directory, name) = try folder.open(parentOf: path)
        defer { directory.close() }
        try self.init(
            path, at: name, in: directory, whole: "\(folder.path)/\(path)", followingLinks: false, folder.engine)
    }

    /// Opens a file that the config names, in any folder.
    ///
    /// - Throws: ``StorageFailure`` if it cannot be opened, is not a regular file, or is an open store.
    package convenience init(_ path: String, _ engine: any StorageEngine) throws(StorageFailure) {
        try self.init(path, at: path, in: .workingDirectory, whole: path, followingLinks: true, engine)
    }

    private init(
        _ path: String, at name: String, in directory: FileDescriptor, whole: String, followingLinks: Bool,
        _ engine: any StorageEngine
    ) throws(StorageFailure) {
        self.path = path
        // Checked before opening: opening a pipe or a device may block, or have side effects.
        _ = try ImportFile.checked(path) { () throws(SystemError) in
            try FileStatus(of: name, in: directory, followingLinks: followingLinks)
        }
        if engine.hasOpen(whole) { throw .file(path, found: "a store that is open") }
        let file: FileDescriptor
        do {
            let options: FileDescriptor.OpenOptions = followingLinks ? .anyKind : [.anyKind, .noFollow]
            file = try FileDescriptor.open(name, in: directory, .readOnly, options)
        } catch {
            throw .file(path, "could not be opened", error)
        }
        descriptor = file
        do throws(StorageFailure) {
            count = try ImportFile.checked(path) { () throws(SystemError) in try file.status() }.size
        } catch {
            file.close()
            throw error
        }
    }

    deinit { descriptor.close() }

    private static func checked(
        _ path: String, _ read: () throws(SystemError) -> FileStatus
    ) throws(StorageFailure) -> FileStatus {
        let status: FileStatus
        do { status = try read() } catch { throw .file(path, "could not be opened", error) }
        guard status.kind == .regular else { throw .file(path, found: status.kind == .directory ? .directory : .other) }
        return status
    }

    /// Reads bytes from an offset on.
    ///
    /// - Returns: the number of bytes; 0 at the end.
    package func read(at offset: Int, into memory: UnsafeMutableRawBufferPointer) throws(StorageFailure) -> Int {
        do { return try descriptor.read(at: offset, into: memory) } catch {
            throw .file(path, "could not be read", error)
        }
    }
}
