import AditJSON
import AditState
import AditSystem
import Glibc

/// A note of the last commit in a separate file while a store is open: `PATH-head`.
///
/// For SQLite, a write-ahead log ends at the first wrong checksum, so a log that is damaged at its beginning looks
/// empty. This file contains the expected end. It is written after each commit, through a mapping, to two places in
/// turn, so that a torn write leaves the previous record. The mapping saves a system call per commit; SQLite maps its
/// `-shm` file in the same way.
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

    private let descriptor: Int32
    /// The mapped bytes of the file, which outlive the process.
    private let memory: UnsafeMutableRawPointer
    private let id: Int64
    /// The mark that survives a loss of power with `normal`; nil if every commit does.
    private let synced: Mark?
    private var sequence: Int64

    /// Opens the file; creates it if it does not exist.
    ///
    /// - Parameters:
    ///   - id: the id of the store.
    ///   - synced: the mark that survives a loss of power; nil if every commit does.
    init(_ path: StorePath, id: Int64, synced: Mark?) throws(SystemError) {
        let bytes = (try? Self.read(path)) ?? []
        let left = Self.records(bytes, id)
        sequence = left.map(\.sequence).max() ?? 0
        self.id = id
        self.synced = synced
        let file = try OpenFiles.shared.open(
            beside: path.head, O_RDWR | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY, mode: 0o600)
        descriptor = file
        do {
            if left.isEmpty {
                // Reserves the room on the disk.
                try systemCall { fchmod(file, 0o600) }
                try System.write([UInt8](repeating: 0, count: 2 * Self.distance), to: file)
            } else if bytes.count < 2 * Self.distance {
                try systemCall { ftruncate(file, off_t(2 * Self.distance)) }
            }
            memory = try Self.map(file)
        } catch {
            OpenFiles.shared.close(beside: file)
            throw error
        }
    }

    private static func map(_ descriptor: Int32) throws(SystemError) -> UnsafeMutableRawPointer {
        guard let memory = mmap(nil, 2 * distance, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0),
            memory != MAP_FAILED
        else { throw .last }
        return memory
    }

    /// Writes the mark of a commit.
    mutating func note(_ mark: Mark) {
        sequence &+= 1
        let synced = synced ?? mark
        withUnsafeTemporaryAllocation(of: Int64.self, capacity: Self.words) { words in
            var count = 0
            func add(_ word: Int64) {
                words[count] = word
                count += 1
            }
            add(Self.magic)
            add(id)
            add(sequence)
            add(mark.revision)
            add(mark.opens)
            add(mark.row)
            add(synced.revision)
            add(synced.opens)
            add(synced.row)
            add(Self.boot.0)
            add(Self.boot.1)
            add(Self.checksum(words[..<count]))
            let place = Int(sequence & 1) * Self.distance
            UnsafeMutableRawBufferPointer(start: memory + place, count: words.count * 8)
                .copyMemory(from: UnsafeRawBufferPointer(words))
        }
    }

    func close() {
        munmap(memory, 2 * Self.distance)
        OpenFiles.shared.close(beside: descriptor)
    }

    /// Returns the mark that a store with such a file must have reached; nil without the file, or if it belongs to
    /// another store.
    ///
    /// - Parameter id: the id of the store.
    static func expected(_ path: StorePath, id: Int64) throws(SystemError) -> Mark? {
        guard let last = records(try read(path), id).max(by: { $0.sequence < $1.sequence }) else { return nil }
        // Unsynced data outlives the process, but not the system.
        return last.boot == boot && boot != (0, 0) ? last.mark : last.synced
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
    private static let words = 12

    private static func checksum(_ words: some Sequence<Int64>) -> Int64 {
        Int64(bitPattern: words.reduce(0 as UInt64) { RowChecksum.mixed($0 ^ UInt64(bitPattern: $1)) })
    }

    private static func read(_ path: StorePath) throws(SystemError) -> [UInt8] {
        do throws(SystemError) {
            let descriptor = try System.open(path.head, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY)
            defer { Glibc.close(descriptor) }
            return try System.head(of: descriptor, count: 2 * distance)
        } catch {
            if error.number == ENOENT { return [] }
            throw error
        }
    }

    /// Returns the complete records of the two.
    private static func records(_ bytes: [UInt8]?, _ id: Int64) -> [Record] {
        let bytes = bytes ?? []
        return [0, distance].compactMap { start in
            guard bytes.count >= start + words * 8 else { return nil }
            let numbers = bytes.withUnsafeBytes { memory in
                (0..<words).map { memory.loadUnaligned(fromByteOffset: start + $0 * 8, as: Int64.self) }
            }
            guard numbers[0] == magic, numbers[1] == id, numbers[words - 1] == checksum(numbers.dropLast()) else {
                return nil
            }
            return Record(
                sequence: numbers[2], mark: Mark(revision: numbers[3], opens: numbers[4], row: numbers[5]),
                synced: Mark(revision: numbers[6], opens: numbers[7], row: numbers[8]), boot: (numbers[9], numbers[10]))
        }
    }

    /// The id of the system's present run (on Linux, a UUID); zeros if unknown.
    private static let boot: (Int64, Int64) = {
        guard let descriptor = try? System.open("/proc/sys/kernel/random/boot_id", O_RDONLY) else { return (0, 0) }
        defer { Glibc.close(descriptor) }
        let text = String(decoding: (try? System.head(of: descriptor, count: 64)) ?? [], as: UTF8.self)
        let digits = text.filter(\.isHexDigit)
        guard digits.count == 32, let high = UInt64(digits.prefix(16), radix: 16),
            let low = UInt64(digits.suffix(16), radix: 16)
        else { return (0, 0) }
        return (Int64(bitPattern: high), Int64(bitPattern: low))
    }()
}
