import Adit
import AditJSON
import AditState

/// A folder for exports and imports, which the config names. Only files in it or in its subfolders are accessible.
///
/// It is opened once. Each component of a path is opened relative to the previous one, and never through a symbolic
/// link, so that no concurrent rename or link leads out of the folder.
package final class FileFolder {
    /// Its path, from the root on.
    let path: String
    /// The engine of stores, whose open files are not accessed.
    let engine: any StorageEngine
    private let descriptor: FileDescriptor

    /// Opens a folder.
    ///
    /// - Throws: ``CodingFailure`` if it cannot be opened as a folder.
    init(_ folder: FilePath, _ engine: any StorageEngine) throws(CodingFailure) {
        path = folder.absolute
        self.engine = engine
        do {
            descriptor = try FileDescriptor.open(folder.absolute, .readOnly, .directory)
        } catch {
            throw CodingFailure(
                path: "files.folder",
                reason: "found \"\(folder.path)\", which could not be opened: \(error.text)")
        }
    }

    deinit { descriptor.close() }

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
    func open(parentOf path: String) throws -> (directory: FileDescriptor, name: String) {
        var steps = path.utf8.split(separator: UInt8(ascii: "/")).map { String(decoding: $0, as: UTF8.self) }
        let name = steps.popLast() ?? ""
        do {
            var directory = try descriptor.duplicate()
            do {
                for step in steps {
                    try checkLink(step, in: directory, of: path)
                    let next = try FileDescriptor.open(step, in: directory, .readOnly, [.directory, .noFollow])
                    directory.close()
                    directory = next
                }
                try checkLink(name, in: directory, of: path)
                return (directory, name)
            } catch {
                directory.close()
                throw error
            }
        } catch let error as SystemError {
            throw StorageFailure.file(path, "could not be opened", error)
        }
    }

    private func checkLink(_ name: String, in directory: FileDescriptor, of path: String) throws(HostError) {
        guard (try? FileStatus(of: name, in: directory, followingLinks: false).kind) == .symbolicLink else { return }
        throw HostError(
            .denied,
            "\(path): found a symbolic link; a path below the folder of the config without any is expected")
    }
}

extension StorageFailure {
    /// A system call on a file failed.
    static func file(_ path: String, _ what: String, _ error: SystemError) -> StorageFailure {
        StorageFailure(error.isOutOfResources ? .resources : .failed, "\(path) \(what): \(error.text)")
    }

    /// A file exists, and the message does not allow its replacement.
    static func isThere(_ path: String) -> StorageFailure {
        StorageFailure(.failed, "\(path) is there already; a path where nothing is, or \"replace\": true, is expected")
    }

    /// The path leads to something that is not a regular file.
    static func file(_ path: String, found kind: FileStatus.Kind) -> StorageFailure {
        switch kind {
        case .directory: .file(path, found: "a directory")
        case .symbolicLink: .file(path, found: "a symbolic link")
        case .regular, .other: .file(path, found: "something that is no file")
        }
    }

    /// The path exists, but not as a regular file that may be used.
    static func file(_ path: String, found: String) -> StorageFailure {
        StorageFailure(.failed, "\(path): found \(found); the path of a regular file is expected")
    }
}
