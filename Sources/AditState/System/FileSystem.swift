import CLinux
import Glibc

/// Files by their names: finding, renaming and removing them. A relative path begins at the parameter `directory`, by default at
/// the working directory.
package enum FileSystem {
    /// Opens a file for reading, and returns its first `count` bytes, or all bytes of a shorter one.
    package static func prefix(
        _ count: Int, of path: String, _ options: FileDescriptor.OpenOptions = []
    ) throws(SystemError) -> [UInt8] {
        let descriptor = try FileDescriptor.open(path, .readOnly, options)
        defer { descriptor.close() }
        return try descriptor.prefix(count)
    }

    /// Returns the names in a directory, including `.` and `..`.
    package static func names(in path: String) throws(SystemError) -> [String] {
        let descriptor = try FileDescriptor.open(path, .readOnly, .directory)
        guard let stream = fdopendir(descriptor.number) else {
            let error = SystemError.last
            descriptor.close()
            throw error
        }
        // Closes the descriptor, too.
        defer { closedir(stream) }
        var names: [String] = []
        while let entry = readdir(stream) {
            names.append(
                withUnsafeBytes(of: &entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) })
        }
        return names
    }

    /// Returns whether a path leads to a file.
    package static func exists(_ path: String) throws(SystemError) -> Bool { try FileStatus.ifPresent(path) != nil }

    /// Syncs a directory, so that created, renamed and removed files survive a loss of power.
    package static func synchronize(directory path: String) throws(SystemError) {
        let descriptor = try FileDescriptor.open(path, .readOnly, .directory)
        defer { descriptor.close() }
        try descriptor.synchronize()
    }
}

// MARK: - Changing names

extension FileSystem {
    /// Removes a file.
    package static func remove(
        _ path: String, in directory: FileDescriptor = .workingDirectory
    ) throws(SystemError) {
        try systemCall { unlinkat(directory.number, path, 0) }
    }

    /// Removes a file if it exists.
    package static func removeIfPresent(
        _ path: String, in directory: FileDescriptor = .workingDirectory
    ) throws(SystemError) {
        do { try remove(path, in: directory) } catch {
            if error != .notFound { throw error }
        }
    }

    /// Renames a file. Another file of the new name is replaced.
    package static func rename(
        _ from: String, to: String, in directory: FileDescriptor = .workingDirectory
    ) throws(SystemError) {
        try systemCall { renameat(directory.number, from, directory.number, to) }
    }

    /// Renames a file unless the new name exists.
    ///
    /// - Throws: ``SystemError/exists`` if the new name exists.
    package static func renameWithoutReplacing(
        _ from: String, to: String, in directory: FileDescriptor = .workingDirectory
    ) throws(SystemError) {
        do {
            try rename(from, to, in: directory, ADIT_RENAME_NOREPLACE)
        } catch {
            guard error.isUnsupported else { throw error }
            try systemCall { linkat(directory.number, from, directory.number, to, 0) }
            try removeIfPresent(from, in: directory)
        }
    }

    /// Exchanges the names of two files.
    ///
    /// - Returns: false if the file system does not support it.
    package static func exchange(
        _ one: String, _ other: String, in directory: FileDescriptor = .workingDirectory
    ) throws(SystemError) -> Bool {
        do {
            try rename(one, other, in: directory, ADIT_RENAME_EXCHANGE)
            return true
        } catch {
            if error.isUnsupported { return false }
            throw error
        }
    }

    private static func rename(
        _ from: String, _ to: String, in directory: FileDescriptor, _ flags: Int
    ) throws(SystemError) {
        try systemCall { renameat2(directory.number, from, directory.number, to, UInt32(flags)) }
    }
}

// MARK: - Directories and paths

extension FileSystem {
    /// Creates a directory for this user only, unless the path exists.
    package static func createDirectory(_ path: String) throws(SystemError) {
        if mkdir(path, 0o700) != 0, errno != EEXIST { throw .last }
    }

    /// Creates a directory for this user only.
    ///
    /// - Returns: its path: the prefix, and six characters.
    package static func createTemporaryDirectory(_ prefix: String) throws(SystemError) -> String {
        var template = Array("\(prefix)XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { throw .last }
        return String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// Removes a directory if it is empty.
    package static func removeDirectory(_ path: String) { rmdir(path) }

    /// Returns a path without symbolic links and dots.
    package static func realPath(_ path: String) throws(SystemError) -> String {
        guard let real = realpath(path, nil) else { throw .last }
        defer { free(real) }
        return String(cString: real)
    }

    /// Returns an absolute path for a path that begins at the working directory, without resolving links. The path itself if
    /// it is absolute, or if the working directory is gone.
    package static func absolutePath(_ path: String) -> String {
        if path.utf8.first == UInt8(ascii: "/") { return path }
        guard let directory = getcwd(nil, 0) else { return path }
        defer { free(directory) }
        let start = String(cString: directory)
        return start.utf8.last == UInt8(ascii: "/") ? start + path : "\(start)/\(path)"
    }

    /// Checks that this user may read and write a file, or find and create files in a directory.
    package static func checkAccess(to path: String, isDirectory: Bool) throws(SystemError) {
        let mode = isDirectory ? W_OK | X_OK : R_OK | W_OK
        guard faccessat(AT_FDCWD, path, mode, Int32(AT_EACCESS)) == 0 else { throw .last }
    }

    /// Returns whether this user may write so many bytes to a new file of a directory; true if the system does not know.
    package static func hasRoom(for bytes: Int, in directory: String) -> Bool {
        var system = statvfs()
        guard statvfs(directory, &system) == 0, system.f_blocks > 0 else { return true }
        let blocks = geteuid() == 0 ? system.f_bfree : system.f_bavail
        let (free, isOver) = UInt64(blocks).multipliedReportingOverflow(by: UInt64(system.f_frsize))
        let hasNode = system.f_files == 0 || system.f_ffree > 0
        return hasNode && (isOver || free >= UInt64(bytes))
    }
}
