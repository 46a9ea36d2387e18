import AditState
import CPostgres

/// A parameter of a statement.
enum Parameter {
    case integer(Int64)
    case checksum(UInt64)
    case bool(Bool)
    case text(UnsafeRawBufferPointer)
    case bytes([UInt8])

    /// Types by their numbers in PostgreSQL.
    enum Element: Int32 {
        case bigint = 20
        case text = 25
    }

    /// An array.
    static func array(of type: Element, _ elements: [Parameter]) -> Parameter {
        var bytes: [UInt8] = []
        func append(_ number: Int32) { withUnsafeBytes(of: number.bigEndian) { bytes.append(contentsOf: $0) } }
        // The number of dimensions, whether an element is NULL, the type, the count and the first index.
        for number in [1, 0, type.rawValue, Int32(truncatingIfNeeded: elements.count), 1] { append(number) }
        for element in elements {
            element.withBytes { element in
                append(Int32(truncatingIfNeeded: element.count))
                bytes.append(contentsOf: element)
            }
        }
        return .bytes(bytes)
    }

    /// Calls `body` with the bytes that libpq sends.
    func withBytes(_ body: (UnsafeRawBufferPointer) -> Void) {
        switch self {
        case .integer(let number): withUnsafeBytes(of: number.bigEndian, body)
        case .checksum(let sum): withUnsafeBytes(of: sum.bigEndian, body)
        case .bool(let value): withUnsafeBytes(of: value, body)
        case .bytes(let bytes): bytes.withUnsafeBytes(body)
        case .text(let text): body(text)
        }
    }
}

/// Statements and their parameters, as libpq sends them.
struct EncodedStatements {
    private var statements: [Statement] = []
    /// The index behind the last parameter of each statement.
    private var ends: [Int] = []
    private var starts: [Int] = []
    private var lengths: [Int32] = []
    /// The parameters, behind a byte by which even an empty one has an address: none would be NULL.
    private var bytes: [UInt8] = [0]

    var count: Int { statements.count }
    /// The size in memory, about.
    var size: Int { bytes.count + 16 * starts.count }

    /// - Throws: ``StorageFailure`` if a value is too large for the protocol.
    mutating func append(_ statement: Statement, _ parameters: [Parameter]) throws(StorageFailure) {
        for parameter in parameters {
            let start = bytes.count
            parameter.withBytes { bytes.append(contentsOf: $0) }
            guard let length = Int32(exactly: bytes.count - start) else {
                throw StorageFailure(
                    .failed, "found a value of \(bytes.count - start) bytes; PostgreSQL takes \(Int32.max) at most")
            }
            starts.append(start)
            lengths.append(length)
        }
        statements.append(statement)
        ends.append(starts.count)
    }

    mutating func removeAll() {
        statements.removeAll(keepingCapacity: true)
        ends.removeAll(keepingCapacity: true)
        starts.removeAll(keepingCapacity: true)
        lengths.removeAll(keepingCapacity: true)
        // The memory for a large value is not kept for the next ones.
        if bytes.capacity > 1 << 20 { bytes = [0] } else { bytes.removeLast(bytes.count - 1) }
    }

    /// Sends them.
    ///
    /// - Returns: false if libpq refuses.
    func send(by connection: OpaquePointer) -> Bool {
        bytes.withUnsafeBytes { bytes in
            withUnsafeTemporaryAllocation(of: UnsafePointer<CChar>?.self, capacity: starts.count) { values in
                for (index, start) in starts.enumerated() {
                    let address = bytes.baseAddress.map { $0 + start }
                    values.initializeElement(at: index, to: address?.assumingMemoryBound(to: CChar.self))
                }
                return lengths.withUnsafeBufferPointer { lengths in
                    var first = 0
                    for (statement, end) in zip(statements, ends) {
                        let (values, lengths) = (values.extracting(first..<end), lengths.extracting(first..<end))
                        guard
                            PQsendQueryPrepared(
                                connection, statement.rawValue, Int32(end - first), values.baseAddress,
                                lengths.baseAddress, Self.binary, 0) == 1
                        else { return false }
                        first = end
                    }
                    return true
                }
            }
        }
    }

    /// The formats of the parameters: all are binary.
    private static let binary = [Int32](repeating: 1, count: 16)
}
