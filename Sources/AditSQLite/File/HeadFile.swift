import AditJSON
import AditState

/// A note of the last commit in a separate file while a store is open: `PATH-head`.
///
/// For SQLite, a write-ahead log ends at the first wrong checksum, so a log that is damaged at its beginning looks
/// empty. This file contains the expected end. It is written after each commit, to two places in turn, so that a torn
/// write leaves the previous record.
///
/// It is written by `pwrite`, which costs a system call for each commit, and not through a mapping: a mapping of a file
/// that another process has cut short, or for which the disk has no room left, ends the process by SIGBUS.
struct HeadFile {
    /// The progress of a store. Its numbers never decrease.
    struct Mark: Equatable {
        var revision: Int64
        var opens: Int64
        /// The last row of the journal.
        var row: Int64

        static let none = Mark(revision: 0, opens: 0, row: 0)

        func includes(_ other: Mark) -> Bool {
            revision >= other.revision && opens >= other.opens && row >= other.row
        }
    }

    private let descriptor: FileDescriptor
    private let path: String
    private let id: Int64
    /// The mark that survives a loss of power with `normal`; nil if every commit does.
    private let synced: Mark?
    /// The number of the last record that was written.
    private var sequence: Int64

    /// Opens the file; creates it if it does not exist.
    ///
    /// - Parameters:
    ///   - id: the id of the store.
    ///   - synced: the mark that survives a loss of power; nil if every commit does.
    init(_ path: StorePath, id: Int64, synced: Mark?) throws(SystemError) {
        let bytes = (try? Self.read(path)) ?? []
        // A file that has come since the store was opened.
        guard Self.isOwn(bytes) else { throw .exists }
        let left = Self.records(bytes, id)
        sequence = left.map(\.sequence).max() ?? 0
        self.path = path.head
        self.id = id
        self.synced = synced
        let file = try OpenFiles.shared.open(
            beside: path.head, .readWrite, [.create, .noFollow, .anyKind], permissions: 0o600)
        descriptor = file
        guard left.isEmpty else { return }
        do {
            // Reserves the room on the disk.
            try file.setPermissions(0o600)
            try file.truncate()
            try file.write([UInt8](repeating: 0, count: Self.size))
        } catch {
            OpenFiles.shared.close(beside: file)
            throw error
        }
    }

    /// Writes the mark of a commit. If the disk refuses it, the file keeps the previous mark, and the next commit tries
    /// again: a commit cannot be taken back, and an older mark demands less of the log.
    mutating func record(_ mark: Mark) {
        let next = sequence &+ 1
        let synced = synced ?? mark
        withUnsafeTemporaryAllocation(of: Int64.self, capacity: Self.words) { words in
            var count = 0
            func add(_ word: Int64) {
                words[count] = word
                count += 1
            }
            add(Self.magic)
            add(id)
            add(next)
            add(mark.revision)
            add(mark.opens)
            add(mark.row)
            add(synced.revision)
            add(synced.opens)
            add(synced.row)
            add(Self.boot.0)
            add(Self.boot.1)
            add(Self.checksum(words[..<count]))
            if descriptor.write(UnsafeRawBufferPointer(words), at: Int(next & 1) * Self.distance) { sequence = next }
        }
    }

    /// - Parameter removes: whether the file is removed, unless another one has its name by now.
    func close(removing removes: Bool) {
        if removes, let own = try? descriptor.status(), FileIdentity(at: path) == own.identity {
            try? FileSystem.removeIfPresent(path)
        }
        OpenFiles.shared.close(beside: descriptor)
    }

    /// Returns the mark that a store with such a file must have reached; nil without the file, or if it belongs to
    /// another store.
    ///
    /// - Parameter id: the id of the store; nil if it is unknown.
    static func expected(_ path: StorePath, id: Int64?) throws(SystemError) -> Mark? {
        guard let last = records(try read(path), id).max(by: { $0.sequence < $1.sequence }) else { return nil }
        // Unsynced data outlives the process, but not the system.
        return last.boot == boot && boot != (0, 0) ? last.mark : last.synced
    }

    /// Returns whether a file's first bytes are those of a head file, of any store: one with a record, whole or damaged,
    /// or one that was made and not written.
    static func isOwn(_ bytes: [UInt8]) -> Bool {
        let magic = withUnsafeBytes(of: magic.littleEndian) { Array($0) }
        let hasRecord = [0, distance].contains { start in
            bytes.count > start && bytes[start] != 0 && bytes[start...].resembles(magic)
        }
        return hasRecord || bytes.allSatisfy { $0 == 0 }
    }
}

extension HeadFile {
    private struct Record {
        var sequence: Int64
        var mark: Mark
        var synced: Mark
        var boot: (Int64, Int64)
    }

    /// "AditHead", read as a little-endian number.
    private static let magic: Int64 = 0x6461_6548_7469_6441
    /// The two places are in different sectors.
    private static let distance = 512
    static let size = 2 * distance
    private static let words = 12

    private static func checksum(_ words: some Sequence<Int64>) -> Int64 {
        Int64(bitPattern: words.reduce(0 as UInt64) { RowChecksum.mixed($0 ^ UInt64(bitPattern: $1)) })
    }

    private static func read(_ path: StorePath) throws(SystemError) -> [UInt8] {
        do throws(SystemError) {
            return try FileSystem.prefix(size, of: path.head, [.noFollow, .anyKind])
        } catch {
            if error == .notFound { return [] }
            throw error
        }
    }

    /// Returns the complete records of the two.
    ///
    /// - Parameter id: the id of the store; nil for any.
    private static func records(_ bytes: [UInt8], _ id: Int64?) -> [Record] {
        return [0, distance].compactMap { start in
            guard bytes.count >= start + words * 8 else { return nil }
            let numbers = bytes.withUnsafeBytes { memory in
                (0..<words).map { memory.loadUnaligned(fromByteOffset: start + $0 * 8, as: Int64.self) }
            }
            guard numbers[0] == magic, id == nil || numbers[1] == id, numbers[words - 1] == checksum(numbers.dropLast())
            else {
                return nil
            }
            return Record(
                sequence: numbers[2], mark: Mark(revision: numbers[3], opens: numbers[4], row: numbers[5]),
                synced: Mark(revision: numbers[6], opens: numbers[7], row: numbers[8]), boot: (numbers[9], numbers[10]))
        }
    }

    /// The id of the system's present run (on Linux, a UUID); zeros if unknown.
    private static let boot: (Int64, Int64) = {
        let text = String(
            decoding: (try? FileSystem.prefix(64, of: "/proc/sys/kernel/random/boot_id")) ?? [], as: UTF8.self)
        let digits = text.filter(\.isHexDigit)
        guard digits.count == 32, let high = UInt64(digits.prefix(16), radix: 16),
            let low = UInt64(digits.suffix(16), radix: 16)
        else { return (0, 0) }
        return (Int64(bitPattern: high), Int64(bitPattern: low))
    }()
}
