import Adit
import AditJSON
import AditState
import Glibc

/// A folder for exports and imports, which the config names. Only files in it or in its subfolders are accessible.
///
/// It is opened once. Each component of a path is opened relative to the previous one, and never through a symbolic
/// link, so that no concurrent rename or link leads out of the folder.
package final class FileFolder {
    /// Its path, from the root on.
    let path: String
    /// The engine of stores, whose open files are not accessed.
    let engine: any StorageEngine
    private let descriptor: Int32

    /// Opens a folder.
    ///
    /// - Throws: ``CodingFailure`` if it cannot be opened as a folder.
    init(_ folder: FilePath, _ engine: any StorageEngine) throws(CodingFailure) {
        path = folder.absolute
        self.engine = engine
        do {
            descriptor = try openDescriptor { Glibc.open(folder.absolute, O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
        } catch {
            throw CodingFailure(
                path: "files.folder",
                reason: "found \"\(folder.path)\", which could not be opened: \(error.text)")
        }
    }

    deinit { close(descriptor) }

    /// Checks the path of a file, without access to the file system. Any thread.
    ///
    /// - Parameters:
    ///   - key: the key of the message that has the path.
    ///   - folder: the folder of the config; nil without one.
    /// - Throws: ``HostError`` `denied`.
    static func check(_ path: String, of key: String, _ folder: FileFolder?) throws(HostError) {
        guard folder != nil else {
            throw HostError(
                .denied, "\(key): the config names no folder; \"files\": {\"folder\": PATH} is expected")
        }
        let steps = path.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        let isBelow = steps.allSatisfy { step in
            !step.isEmpty && !step.elementsEqual(".".utf8) && !step.elementsEqual("..".utf8)
        }
        guard isBelow else {
            throw HostError(
                .denied,
                "\(key).path: found \"\(path.prefix(60))\"; a path below the folder of the config is expected, such as \"a/b.json\""
            )
        }
    }

    /// Opens the parent folder of a file.
    ///
    /// - Parameter path: a checked path.
    /// - Returns: a descriptor, which the caller closes, and the file's name in the folder.
    /// - Throws: ``StorageFailure``; ``HostError`` `denied` if any component of the path is a symbolic link.
    func open(parentOf path: String) throws -> (directory: Int32, name: String) {
        let steps = path.utf8.split(separator: UInt8(ascii: "/")).map { String(decoding: $0, as: UTF8.self) }
        var directory = Int32(-1)
        do {
            directory = try systemCall { fcntl(descriptor, F_DUPFD_CLOEXEC, STDERR_FILENO + 1) }
            for step in steps.dropLast() {
                try checkLink(step, in: directory, of: path)
                let flags = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC
                let next = try openDescriptor { openat(directory, step, flags) }
                close(directory)
                directory = next
            }
            let name = steps.last ?? ""
            try checkLink(name, in: directory, of: path)
            return (directory, name)
        } catch {
            if directory >= 0 { close(directory) }
            throw (error as? SystemError).map { StorageFailure.file(path, "could not be opened", $0.number) } ?? error
        }
    }

    private func checkLink(_ name: String, in directory: Int32, of path: String) throws(HostError) {
        var status = stat()
        guard fstatat(directory, name, &status, AT_SYMLINK_NOFOLLOW) == 0, status.st_mode & S_IFMT == S_IFLNK else {
            return
        }
        throw HostError(
            .denied,
            "\(path): found a symbolic link; a path below the folder of the config without any is expected")
    }
}
