import AditJSON
import AditState
import CSQLite
import Glibc

/// A copy of a damaged file and its log in a temporary folder, with a header that SQLite can read.
final class DamagedCopy {
    /// The maximum size of a log that is looked at, in bytes.
    private static let largestLog = 1 << 30

    private let folder: String
    private let copy: StorePath
    private let original: StorePath
    private var database: Database?
    /// Whether SQLite reads the log to its end (``isReadToItsEnd(_:)``).
    private(set) var isLogRead = true

    init(of original: StorePath, _ lock: FileLock, beside new: StorePath) throws(StorageFailure) {
        self.original = original
        var template = Array("\(new.path).repair-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else {
            throw StorageFailure(.failed, "\(new.path) could not be created: \(SystemError.last.text)")
        }
        template.removeLast()
        folder = String(decoding: template.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        copy = try StorePath(folder + "/copy")
        try make(lock)
    }

    deinit { remove() }

    /// Removes the copy.
    func remove() {
        database?.close()
        database = nil
        for name in (try? System.names(in: folder)) ?? [] where name != "." && name != ".." {
            _ = try? System.remove("\(folder)/\(name)")
        }
        rmdir(folder)
    }

    private func make(_ lock: FileLock) throws(StorageFailure) {
        try original.attempt("could not be copied to \(copy.path)") { () throws(SystemError) in
            try System.copy(lock.descriptor, to: copy.path)
            try copyLog(to: copy.wal)
            isLogRead = try checkLog()
            let descriptor = try System.open(copy.path, O_RDWR)
            defer { close(descriptor) }
            let size = Int(try System.status(of: descriptor).st_size)
            let header = mendedHeader(try System.head(of: descriptor, count: FileHeader.count), size: size)
            if let header { _ = header.withUnsafeBytes { pwrite(descriptor, $0.baseAddress, $0.count, 0) } }
        }
    }

    private func checkLog() throws(SystemError) -> Bool {
        guard try System.isThere(copy.wal) else { return true }
        let descriptor = try System.open(copy.wal, O_RDONLY)
        defer { close(descriptor) }
        let size = Int(try System.status(of: descriptor).st_size)
        return size <= Self.largestLog ? isReadToItsEnd(try System.head(of: descriptor, count: size)) : false
    }

    private func copyLog(to place: String) throws(SystemError) {
        guard try System.isThere(original.wal) else { return }
        let descriptor = try System.open(original.wal, O_RDONLY | O_NOFOLLOW | O_NONBLOCK)
        defer { close(descriptor) }
        try System.copy(descriptor, to: place)
    }

    /// Opens the copy with its log. If the log ends before the last commit, tries a log in which damaged frames are
    /// accepted, and takes it if it reaches further.
    func open(_ read: (Database) throws(StorageFailure) -> Salvage) throws(StorageFailure) -> Salvage {
        var found: Result<Salvage, StorageFailure> = .failure(original.damage("nothing of a store was found in it"))
        do throws(StorageFailure) {
            let salvage = try read(opened())
            if salvage.isUpToDate { return salvage }
            found = .success(salvage)
        } catch {
            found = .failure(error)
        }
        guard try mendLog() else { return try read(opened()) }
        if let salvage = try? read(opened()), salvage.mark.includes((try? found.get())?.mark ?? .none) {
            return salvage
        }
        // The original log.
        database?.close()
        try original.attempt("could not be copied to \(copy.path)") { () throws(SystemError) in
            try System.remove(copy.shm)
            try copyLog(to: copy.wal)
        }
        return try read(opened())
    }

    private func opened() throws(StorageFailure) -> Database {
        let database = try Database(
            opening: copy.path, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOFOLLOW, name: original.path)
        database.retainWAL()
        // A damaged row of the schema must not hide the others.
        // No one else has the copy: its log needs no index that is mapped.
        try database.execute(
            "PRAGMA locking_mode = EXCLUSIVE; PRAGMA writable_schema = ON; PRAGMA temp_store = MEMORY;")
        self.database = database
        return database
    }

    /// - Returns: whether the log was replaced.
    private func mendLog() throws(StorageFailure) -> Bool {
        database?.close()
        return try original.attempt("could not be copied to \(copy.path)") { () throws(SystemError) in
            guard try System.isThere(copy.wal) else { return false }
            let descriptor = try System.open(copy.wal, O_RDWR)
            defer { close(descriptor) }
            let file = try System.open(copy.path, O_RDONLY)
            defer { close(file) }
            let header = try System.head(of: file, count: FileHeader.count)
            let size = Int(try System.status(of: descriptor).st_size)
            guard header.count == FileHeader.count, size <= Self.largestLog else { return false }
            let bytes = try System.head(of: descriptor, count: size)
            guard let log = mendedLog(bytes, pageSize: Int(header[16]) << 8 | Int(header[17])) else { return false }
            try systemCall { ftruncate(descriptor, 0) }
            try System.remove(copy.shm)
            try systemCall { Int32(truncatingIfNeeded: lseek(descriptor, 0, SEEK_SET)) }
            try System.write(log, to: descriptor)
            return true
        }
    }
}

/// Returns the header of a file with the values that every store has; nil if it is missing.
private func mendedHeader(_ header: [UInt8], size: Int) -> [UInt8]? {
    guard header.count == FileHeader.count else { return nil }
    var header = header
    func set(_ place: Int, _ bytes: [UInt8]) { header.replaceSubrange(place..<place + bytes.count, with: bytes) }
    set(0, Array("SQLite format 3\0".utf8))
    let given = Int(header[16]) << 8 | Int(header[17])
    let pageSize = given >= 512 && given & (given - 1) == 0 ? given : 4096
    set(16, [UInt8(truncatingIfNeeded: pageSize >> 8), UInt8(truncatingIfNeeded: pageSize)])
    // Write-ahead mode; no reserved bytes; the payload fractions.
    set(18, [2, 2, 0, 64, 32, 32])
    // The size in pages, marked as valid; no free pages, as they are not read.
    let pages = size / pageSize
    set(28, [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: pages >> $0) })
    set(32, [UInt8](repeating: 0, count: 8))
    set(44, [0, 0, 0, 4])
    set(52, [0, 0, 0, 0, 0, 0, 0, 1])
    set(64, [0, 0, 0, 0])
    set(92, Array(header[24..<28]))
    return header
}

extension System {
    /// Copies the content of a descriptor to a new file, readable by this user only.
    fileprivate static func copy(_ descriptor: Int32, to path: String) throws(SystemError) {
        let new = try open(path, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW, mode: 0o600)
        defer { close(new) }
        var bytes = [UInt8](repeating: 0, count: 1 << 18)
        var place: off_t = 0
        while true {
            let count = try systemCall {
                bytes.withUnsafeMutableBytes { pread(descriptor, $0.baseAddress, $0.count, place) }
            }
            if count == 0 { return }
            try write(Array(bytes.prefix(count)), to: new)
            place += off_t(count)
        }
    }
}

extension StorePath {
    func damage(_ what: String) -> StorageFailure { StorageFailure(.failed, "\(path) is damaged: \(what)") }
}
