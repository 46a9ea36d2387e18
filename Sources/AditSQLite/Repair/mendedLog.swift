/// Returns a damaged write-ahead log (<https://www.sqlite.org/fileformat.html>, 4) with new checksums, so that SQLite
/// accepts the damaged pages. The rows' own checksums show which of them are right.
///
/// A frame is damaged if its checksum does not follow from the previous one, while the next one follows from it. After
/// the last such frame, there may be frames of transactions that were rolled back.
///
/// - Returns: nil if nothing can be mended.
func mendedLog(_ bytes: [UInt8], pageSize: Int) -> [UInt8]? {
    guard pageSize >= 512, bytes.count >= LogFrame.start + LogFrame.header + pageSize else { return nil }
    let count = (bytes.count - LogFrame.start) / (LogFrame.header + pageSize)
    let frames = (0..<count).map { LogFrame(bytes, $0, pageSize) }
    // Two equal salts are right: of the header, or of one of the first frames.
    let salts = [Array(bytes[16..<24])] + frames.prefix(3).map(\.salt)
    guard let salt = salts.first(where: { salt in salts.filter { $0 == salt }.count > 1 }) else { return nil }
    let isBigEndian = bytes[3] & 1 == 1

    var log = Array(bytes[..<LogFrame.start])
    log.replaceSubrange(0..<8, with: [0x37, 0x7F, 0x06, isBigEndian ? 0x83 : 0x82, 0, 0x2D, 0xE2, 0x18])
    log.replaceSubrange(8..<12, with: LogSum.bytes(UInt32(truncatingIfNeeded: pageSize)))
    log.replaceSubrange(16..<24, with: salt)
    var sum = LogSum(isBigEndian: isBigEndian)
    sum.add(log[..<24])
    log.replaceSubrange(24..<32, with: sum.bytes)

    // The checksums before each frame: as written, and as mended.
    var before = frames[0].follows(LogSum(bytes[24..<32], isBigEndian)) ? LogSum(bytes[24..<32], isBigEndian) : sum
    for (index, frame) in frames.enumerated() {
        let found = frame.sum(behind: before)
        let written = LogSum(frame.stored, isBigEndian)
        let next = index + 1 < count ? frames[index + 1] : nil
        if found == written || next?.follows(written) == true {
            before = written
        } else if next?.follows(found) == true {
            before = found
        } else {
            break
        }
        let header = frame.changed + salt
        sum.add(frame.changed[...])
        sum.add(frame.page)
        log += header + sum.bytes + frame.page
    }
    return log.count > LogFrame.start ? log : nil
}

/// Returns whether SQLite reads a log to its end: its header is right, and behind the frames whose checksums are right,
/// none ends a transaction of the same run of the log. Such a transaction would be lost without a trace.
///
/// Frames of an earlier run, which have other salts, are in the file already.
func isReadToItsEnd(_ bytes: [UInt8]) -> Bool {
    // Nothing is committed in less than a frame, or in a log that was never written.
    guard bytes.count > LogFrame.start, !bytes.allSatisfy({ $0 == 0 }) else { return true }
    let pageSize = bytes[8..<12].reduce(0) { $0 << 8 | Int($1) }
    var sum = LogSum(isBigEndian: bytes[3] & 1 == 1)
    sum.add(bytes[..<24])
    guard [512, 1024, 2048, 4096, 8192, 16384, 32768, 65536].contains(pageSize),
        bytes[..<8].starts(with: [0x37, 0x7F, 0x06]), sum.bytes == Array(bytes[24..<32])
    else { return false }
    let count = (bytes.count - LogFrame.start) / (LogFrame.header + pageSize)
    let salt = Array(bytes[16..<24])
    var isRight = true
    for index in 0..<count {
        let frame = LogFrame(bytes, index, pageSize)
        isRight = isRight && frame.salt == salt && frame.follows(sum)
        if isRight {
            sum = LogSum(frame.stored, sum.isBigEndian)
        } else if frame.salt == salt, frame.changed[4...].contains(where: { $0 != 0 }) {
            return false
        }
    }
    return true
}

/// A frame of a log, with one page.
private struct LogFrame {
    /// The sizes of the log's header and of a frame's header in bytes.
    static let start = 32
    static let header = 24

    /// The page's number, and the size of the database if the frame ends a transaction.
    let changed: [UInt8]
    let salt: [UInt8]
    /// Its checksum.
    let stored: ArraySlice<UInt8>
    let page: ArraySlice<UInt8>

    init(_ bytes: [UInt8], _ index: Int, _ pageSize: Int) {
        let place = Self.start + index * (Self.header + pageSize)
        changed = Array(bytes[place..<place + 8])
        salt = Array(bytes[place + 8..<place + 16])
        stored = bytes[place + 16..<place + 24]
        page = bytes[place + Self.header..<place + Self.header + pageSize]
    }

    func sum(behind before: LogSum) -> LogSum {
        var sum = before
        sum.add(changed[...])
        sum.add(page)
        return sum
    }

    func follows(_ before: LogSum) -> Bool { sum(behind: before) == LogSum(stored, before.isBigEndian) }
}

/// The checksum of a log up to a position.
private struct LogSum: Equatable {
    let isBigEndian: Bool
    private var first: UInt32 = 0
    private var second: UInt32 = 0

    init(isBigEndian: Bool) { self.isBigEndian = isBigEndian }

    /// Reads a stored checksum, which is always big-endian.
    init(_ bytes: ArraySlice<UInt8>, _ isBigEndian: Bool) {
        self.isBigEndian = isBigEndian
        first = bytes.prefix(4).reduce(0) { $0 << 8 | UInt32($1) }
        second = bytes.suffix(4).reduce(0) { $0 << 8 | UInt32($1) }
    }

    /// - Parameter bytes: a multiple of 8 bytes.
    mutating func add(_ bytes: ArraySlice<UInt8>) {
        bytes.withUnsafeBytes { memory in
            for place in stride(from: 0, to: memory.count & ~7, by: 8) {
                let one = memory.loadUnaligned(fromByteOffset: place, as: UInt32.self)
                let other = memory.loadUnaligned(fromByteOffset: place + 4, as: UInt32.self)
                first &+= (isBigEndian ? UInt32(bigEndian: one) : UInt32(littleEndian: one)) &+ second
                second &+= (isBigEndian ? UInt32(bigEndian: other) : UInt32(littleEndian: other)) &+ first
            }
        }
    }

    var bytes: [UInt8] { Self.bytes(first) + Self.bytes(second) }

    static func bytes(_ number: UInt32) -> [UInt8] { [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) } }
}
