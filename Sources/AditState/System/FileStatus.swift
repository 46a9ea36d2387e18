import CLinux
import Glibc

/// The attributes of a file.
package struct FileStatus {
    package enum Kind {
        case regular, directory, symbolicLink, other
    }

    private let status: stat

    init(_ status: stat) { self.status = status }

    /// Reads the attributes of the file that a path leads to, without opening it.
    ///
    /// - Parameters:
    ///   - directory: where a relative path begins.
    ///   - followingLinks: whether the file that a symbolic link leads to is meant, not the link.
    package init(
        of path: String, in directory: FileDescriptor = .workingDirectory, followingLinks: Bool = true
    ) throws(SystemError) {
        var status = stat()
        try systemCall { fstatat(directory.number, path, &status, followingLinks ? 0 : AT_SYMLINK_NOFOLLOW) }
        self.init(status)
    }

    /// Reads the attributes of a file; nil if it does not exist.
    package static func ifPresent(_ path: String, followingLinks: Bool = true) throws(SystemError) -> FileStatus? {
        do {
            return try FileStatus(of: path, followingLinks: followingLinks)
        } catch {
            if error == .notFound { return nil }
            throw error
        }
    }

    package var kind: Kind {
        switch status.st_mode & S_IFMT {
        case S_IFREG: .regular
        case S_IFDIR: .directory
        case S_IFLNK: .symbolicLink
        default: .other
        }
    }

    package var permissions: UInt32 { status.st_mode & ~S_IFMT }
    /// Whether it belongs to the user that the process acts for.
    package var isOwn: Bool { status.st_uid == geteuid() }
    /// The size in bytes.
    package var size: Int { Int(status.st_size) }
    /// The number of its names.
    package var linkCount: Int { Int(status.st_nlink) }
    /// The time of the last change of the content, since 1970.
    package var modified: Duration { .seconds(status.st_mtim.tv_sec) + .nanoseconds(status.st_mtim.tv_nsec) }
    package var identity: FileIdentity { FileIdentity(device: UInt64(status.st_dev), inode: UInt64(status.st_ino)) }
}

/// The identity of a file, independent of its name.
package struct FileIdentity: Hashable, Sendable {
    private let device: UInt64
    private let inode: UInt64

    fileprivate init(device: UInt64, inode: UInt64) {
        self.device = device
        self.inode = inode
    }

    /// The identity of the file that a path leads to; nil if it leads to no file. Leaves the file's times unread, so that
    /// the next write does not have to record a new one (`adit_identify`).
    package init?(at path: UnsafePointer<CChar>, followingLinks: Bool = true) {
        var (device, inode) = (UInt64(0), UInt64(0))
        guard adit_identify(path, followingLinks ? 0 : AT_SYMLINK_NOFOLLOW, &device, &inode) == 0 else { return nil }
        (self.device, self.inode) = (device, inode)
    }
}
