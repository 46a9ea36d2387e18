import AditJSON
import AditState

/// The header of a database (<https://www.sqlite.org/fileformat.html>, 1.3), which is checked before SQLite accesses
/// the file.
struct FileHeader {
    static let count = 100
    /// "Adit", SQLite's `application_id` of a store.
    static let application: UInt32 = 0x4164_6974

    private let bytes: [UInt8]

    /// - Parameter bytes: the first bytes of the file; fewer if the file is shorter.
    init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// Whether the bytes are the beginning of a header.
    var isBeginning: Bool {
        magic.starts(with: bytes.prefix(magic.count)) && (bytes.count < 72 || number(68) == Self.application)
    }

    /// - Parameters:
    ///   - name: the name of the file in failures.
    ///   - size: the size of the file in bytes.
    ///   - hasWAL: whether a log exists that is not yet in the file.
    func check(_ name: String, size: Int, hasWAL: Bool) throws(StorageFailure) {
        guard !bytes.isEmpty else { throw strange(name, "it is empty") }
        guard bytes.starts(with: magic) else {
            // A truncated header gets a separate error.
            let isCut = magic.starts(with: bytes)
            throw isCut ? short(name, size, Self.count) : strange(name, "it is no SQLite database")
        }
        guard bytes.count == Self.count else { throw short(name, size, Self.count) }
        let application = number(68)
        guard application == Self.application else {
            let found = application == 0 ? "has no application_id" : "has the application_id \(application)"
            throw strange(name, "it is a database of something else: it \(found), not \(Self.application)")
        }
        // The size in pages is valid if it was written with the last change (1.3.7).
        let expected = Int(number(28)) * pageSize
        if !hasWAL, number(24) == number(92), size < expected { throw short(name, size, expected) }
    }

    private var pageSize: Int {
        let size = Int(bytes[16]) << 8 | Int(bytes[17])
        return size == 1 ? 65536 : size
    }

    private func number(_ offset: Int) -> UInt32 { bytes[offset..<offset + 4].reduce(0) { $0 << 8 | UInt32($1) } }
}

private let magic = Array("SQLite format 3\0".utf8)

private func strange(_ name: String, _ why: String) -> StorageFailure {
    StorageFailure(.schema, "\(name) is no store of Adit's: \(why)")
}

private func short(_ name: String, _ size: Int, _ expected: Int) -> StorageFailure {
    StorageFailure(.failed, "\(name) is damaged: it has \(size.counted("byte")); \(expected) are expected")
}
