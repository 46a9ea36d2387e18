import AditJSON
import AditState

// The files beside a store, which belong to it by their names. SQLite overwrites and removes whatever has these names, so
// they are known by their content first.
extension StorePath {
    /// SQLite's rollback journal, which a store in write-ahead mode does not have.
    var journal: String { path + "-journal" }

    /// Checks that no foreign file has the name of a file beside an existing store.
    ///
    /// - Throws: ``StorageFailure`` `failed`, which names the file.
    func checkBeside(_ what: String = "could not be opened") throws(StorageFailure) {
        let hasHead = try content(of: head, what)?.isEmpty == false
        try check(head, what, HeadFile.isOwn)
        try check(shm, what, nil)
        // A log beside a head file is the store's own, however damaged: the head file says how far it has to go.
        if !hasHead { try check(wal, what, isLog) }
        // A shell that has changed the mode may have been killed: then it is a journal by which SQLite rolls back.
        try check(journal, what) { $0.first == 0 || $0.resembles(rollbackMagic) }
    }

    /// Checks that no foreign file has the name of a file that a new store makes or removes, and that none is left that
    /// SQLite would take for a part of a new database.
    ///
    /// - Parameter advice: the end of what is said of a file that is left.
    func checkNothingIsLeft(_ advice: String = "") throws(StorageFailure) {
        try check(head, "could not be created", HeadFile.isOwn)
        try check(shm, "could not be created", nil)
        for beside in [wal, journal] {
            let left = try attempt("could not be created") { () throws(SystemError) in
                try FileStatus.ifPresent(beside, followingLinks: false)
            }
            guard let left, left.size > 0 else { continue }
            throw StorageFailure(
                .failed,
                """
                \(path) could not be created: \(beside) is there, which has a part of what a file at that path \
                held\(advice)
                """)
        }
    }

    /// Removes the files beside a store that is gone. Foreign files stay.
    func removeBeside() throws(SystemError) {
        try remove(wal, if: isLog)
        if let status = try FileStatus.ifPresent(shm, followingLinks: false), isIndex(status) {
            try FileSystem.removeIfPresent(shm)
        }
        try removeHead()
    }

    /// Removes the head file. A foreign file stays.
    func removeHead() throws(SystemError) { try remove(head, if: HeadFile.isOwn) }

    private func remove(_ beside: String, if isOwn: ([UInt8]) -> Bool) throws(SystemError) {
        guard let bytes = try? content(of: beside, ""), bytes.isEmpty || isOwn(bytes) else { return }
        try FileSystem.removeIfPresent(beside)
    }

    /// Checks that a log with the last changes of the file is not beside another name of it. SQLite finds a log by the
    /// name of the file that it opens; by another hard link, it would silently continue without the last changes.
    ///
    /// - Complexity: O(n) in the number of files of the directory, if the file has more than one name.
    func checkNames(_ lock: FileLock, _ what: String = "could not be opened") throws(StorageFailure) {
        let count = try attempt(what) { () throws(SystemError) in try lock.descriptor.status().linkCount }
        guard count > 1 else { return }
        let others = try attempt(what) { () throws(SystemError) in
            let start = directory == "/" ? "/" : "\(directory)/"
            return try FileSystem.names(in: directory).map { name -> String in start + name }
                .filter { !$0.isSpelled(as: path) && FileIdentity(at: $0, followingLinks: false) == lock.file }
        }
        for other in others where size(of: other + "-wal") > 0 {
            throw StorageFailure(
                .failed,
                "\(path) \(what): it is also named \(other), and its last changes are in \(other)-wal; open it by that name"
            )
        }
        guard others.count + 1 < count, size(of: wal) == 0 else { return }
        throw StorageFailure(
            .failed,
            """
            \(path) \(what): the file has \(count) names (hard links), of which \(others.count + 1) \
            \(others.isEmpty ? "is" : "are") in \(directory), and its last changes may be in a log beside another one; \
            open it by the name by which it was written last, or open a copy of it
            """)
    }

    private func size(of path: String) -> Int {
        (try? FileStatus(of: path, followingLinks: false).size) ?? 0
    }

    /// - Parameter isOwn: whether the first bytes of a file are those of such a file; nil for the index of the log, which is
    ///   not opened: closing it would release the locks of another copy of SQLite in this process.
    private func check(_ beside: String, _ what: String, _ isOwn: (([UInt8]) -> Bool)?) throws(StorageFailure) {
        let isRight: Bool
        if let isOwn {
            isRight = try content(of: beside, what).map { $0.isEmpty || isOwn($0) } ?? true
        } else {
            isRight =
                try attempt(what) { () throws(SystemError) in
                    try FileStatus.ifPresent(beside, followingLinks: false)
                }.map(isIndex) ?? true
        }
        guard !isRight else { return }
        throw StorageFailure(
            .failed,
            "\(path) \(what): \(beside) is no file of a store, whose file of that name would replace it; move it away")
    }

    /// Returns the first bytes of a file beside the store; nil if the file is absent. For anything but a regular file, it is
    /// a byte with which no such file begins.
    private func content(of beside: String, _ what: String) throws(StorageFailure) -> [UInt8]? {
        try attempt(what) { () throws(SystemError) -> [UInt8]? in
            guard let status = try FileStatus.ifPresent(beside, followingLinks: false) else { return nil }
            guard status.kind == .regular else { return [0xFF] }
            return try FileSystem.prefix(HeadFile.size, of: beside, [.noFollow, .anyKind])
        }
    }
}

extension Collection<UInt8> where Index == Int {
    /// Whether two thirds of the first bytes are those of a pattern, or all are zero: a damaged file is still known.
    func resembles(_ pattern: [UInt8]) -> Bool {
        let first = prefix(pattern.count)
        let equal = zip(first, pattern).count { $0 == $1 }
        return first.allSatisfy { $0 == 0 } || equal * 3 >= Swift.min(first.count, pattern.count) * 2
    }
}

/// Whether bytes are the beginning of a write-ahead log (<https://www.sqlite.org/fileformat.html>, 4.1).
private func isLog(_ bytes: [UInt8]) -> Bool {
    bytes.resembles([0x37, 0x7F, 0x06, 0x82, 0, 0x2D, 0xE2, 0x18, 0, 0, 0x10, 0])
}

/// Whether a file may be the index of a log, which SQLite extends by pages of 4 KiB, and cuts to 3 bytes or none.
private func isIndex(_ status: FileStatus) -> Bool {
    status.kind == .regular && (status.size <= 3 || status.size % 4096 == 0)
}

private let rollbackMagic: [UInt8] = [0xD9, 0xD5, 0x05, 0xF9, 0x20, 0xA1, 0x63, 0xD7]
