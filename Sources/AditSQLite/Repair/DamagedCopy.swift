import AditJSON
import AditState
import CSQLite

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
        do { folder = try FileSystem.createTemporaryDirectory("\(new.path).repair-") } catch {
            throw StorageFailure(.failed, "\(new.path) could not be created: \(error.text)")
        }
        copy = try StorePath(folder + "/copy")
        try make(lock)
    }

    deinit { remove() }

    /// Removes the copy.
    func remove() {
        database?.close()
        database = nil
        for name in (try? FileSystem.names(in: folder)) ?? [] where name != "." && name != ".." {
            try? FileSystem.removeIfPresent("\(folder)/\(name)")
        }
        FileSystem.removeDirectory(folder)
    }

    private func make(_ lock: FileLock) throws(StorageFailure) {
        try original.attempt("could not be copied to \(copy.path)") { () throws(SystemError) in
            try lock.descriptor.copy(to: copy.path)
            try copyLog(to: copy.wal)
            isLogRead = try checkLog()
            let descriptor = try FileDescriptor.open(copy.path, .readWrite)
            defer { descriptor.close() }
            let size = try descriptor.status().size
            let header = mendedHeader(try descriptor.prefix(FileHeader.count), size: size)
            if let header { _ = header.withUnsafeBytes { descriptor.write($0, at: 0) } }
        }
    }

    private func checkLog() throws(SystemError) -> Bool {
        guard try FileSystem.exists(copy.wal) else { return true }
        let descriptor = try FileDescriptor.open(copy.wal, .readOnly)
        defer { descriptor.close() }
        let size = try descriptor.status().size
        return size <= Self.largestLog ? isReadToItsEnd(try descriptor.prefix(size)) : false
    }

    private func copyLog(to place: String) throws(SystemError) {
        guard try FileSystem.exists(original.wal) else { return }
        let descriptor = try FileDescriptor.open(original.wal, .readOnly, [.noFollow, .anyKind])
        defer { descriptor.close() }
        try descriptor.copy(to: place)
    }

    /// Opens the copy with its log. If the log ends before the last commit, tries a log in which damaged frames are
    /// accepted, and takes it if it reaches further.
    func open(_ read: (Database) throws(StorageFailure) -> Salvage) throws(StorageFailure) -> Salvage {
        let found = try? read(opened())
        if let found, found.isUpToDate { return found }
        guard try mendLog() else { return try read(opened()) }
        if let salvage = try? read(opened()), salvage.mark.includes(found?.mark ?? .none) { return salvage }
        // The original log.
        database?.close()
        try original.attempt("could not be copied to \(copy.path)") { () throws(SystemError) in
            try FileSystem.removeIfPresent(copy.shm)
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
            guard try FileSystem.exists(copy.wal) else { return false }
            let descriptor = try FileDescriptor.open(copy.wal, .readWrite)
            defer { descriptor.close() }
            let header = try FileSystem.prefix(FileHeader.count, of: copy.path)
            let size = try descriptor.status().size
            guard header.count == FileHeader.count, size <= Self.largestLog else { return false }
            let bytes = try descriptor.prefix(size)
            guard let log = mendedLog(bytes, pageSize: Int(header[16]) << 8 | Int(header[17])) else { return false }
            try descriptor.truncate()
            try FileSystem.removeIfPresent(copy.shm)
            try descriptor.write(log)
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

extension FileDescriptor {
    /// Copies the content to a new file, readable by this user only.
    fileprivate func copy(to path: String) throws(SystemError) {
        let new = try FileDescriptor.open(path, .writeOnly, [.create, .truncate, .noFollow], permissions: 0o600)
        defer { new.close() }
        let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 18, alignment: 16)
        defer { memory.deallocate() }
        var offset = 0
        while true {
            let count = try read(at: offset, into: memory)
            if count == 0 { return }
            try new.write(UnsafeRawBufferPointer(rebasing: memory[..<count]))
            offset += count
        }
    }
}
