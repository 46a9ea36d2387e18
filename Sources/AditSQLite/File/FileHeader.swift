import AditJSON
import AditState

/// The first bytes of a database (<https://www.sqlite.org/fileformat.html>, 1.3): what is asked of a file before SQLite
/// touches it.
struct FileHeader {
    static let count = 100
    /// "Adit", SQLite's `application_id` of a store.
    static let application: UInt32 = 0x4164_6974

    private let bytes: [UInt8]

    /// - Parameter bytes: the file's first ones, as many as there are.
    init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// Whether they are the beginning of a header, as far as they go.
    var isBeginning: Bool {
        magic.starts(with: bytes.prefix(magic.count)) && (bytes.count < 72 || number(68) == Self.application)
    }

    /// - Parameters:
    ///   - name: what failures call the file.
    ///   - size: how many bytes the file has.
    ///   - hasWAL: whether there is something beside it that is to be moved to it.
    func check(_ name: String, size: Int, hasWAL: Bool) throws(StorageFailure) {
        guard !bytes.isEmpty else { throw strange(name, "it is empty") }
        guard bytes.starts(with: magic) else {
            // A part of it is better said to be what it is.
            let isCut = magic.starts(with: bytes)
            throw isCut ? short(name, size, Self.count) : strange(name, "it is no SQLite database")
        }
        guard bytes.count == Self.count else { throw short(name, size, Self.count) }
        let application = number(68)
        guard application == Self.application else {
            let found = application == 0 ? "has no application_id" : "has the application_id \(application)"
            throw strange(name, "it is a database of something else: it \(found), not \(Self.application)")
        }
        // Its size in pages is right where it was written with the last change (1.3.7).
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
    StorageFailure(.failed, "\(name) is damaged: it has \(size) bytes; \(expected) are expected")
}
