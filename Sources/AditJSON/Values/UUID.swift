import Synchronization

/// A universally unique identifier: 128 bits, in the lower-case text of RFC 9562 on the wire.
///
/// ```swift
/// UUID("6ba7b810-9dad-11d1-80b4-00c04fd430c8")  // nil where the text is not a UUID
/// UUID(using: &generator)                       // a random one, version 4
/// ```
public struct UUID: Hashable, Sendable {
    private let high: UInt64
    private let low: UInt64

    /// A UUID of the given 128 bits.
    public init(high: UInt64, low: UInt64) {
        self.high = high
        self.low = low
    }

    /// A random UUID (version 4), drawn from `generator`.
    public init(using generator: inout some RandomNumberGenerator) {
        self.init(random: generator.next(), generator.next())
    }

    /// Creates a UUID (version 4) from 128 random bits, of which 122 are used.
    package init(random high: UInt64, _ low: UInt64) {
        self.high = high & 0xFFFF_FFFF_FFFF_0FFF | 0x4000
        self.low = low & 0x3FFF_FFFF_FFFF_FFFF | 0x8000_0000_0000_0000
    }
}

extension UUID {
    /// The hash for `Dictionary` and `Set`. It is computed several times per message, at a fifth of the cost of the
    /// standard hasher, which `hash(into:)` still feeds.
    ///
    /// Hosts choose ids, and must not be able to choose many that collide. Multilinear hashing in 128 bits with secret
    /// keys per process is strongly universal: any two ids share a bucket of 2^n with a probability of 2^-n (Lemire and
    /// Kaser, "Strongly universal string hashing is fast", 2013). The last steps map 64 bits to 64 bits one to one, so
    /// that neighbouring ids are spread.
    public func _rawHashValue(seed: Int) -> Int {
        let firstKey = HashKeys.first.load(ordering: .acquiring)
        guard firstKey != 0 else { return rawHashValueDrawingKeys(seed: seed) }
        let first = firstKey.multipliedFullWidth(by: high)
        let second = HashKeys.second.load(ordering: .relaxed).multipliedFullWidth(by: low)
        let carry: UInt64 = first.low.addingReportingOverflow(second.low).overflow ? 1 : 0
        var hash = first.high &+ HashKeys.firstHigh.load(ordering: .relaxed) &* high
        hash &+= second.high &+ HashKeys.secondHigh.load(ordering: .relaxed) &* low &+ carry
        hash ^= hash >> 32 ^ UInt64(truncatingIfNeeded: seed)
        hash &*= 0x9E37_79B9_7F4A_7C15
        return Int(truncatingIfNeeded: hash ^ hash >> 29)
    }

    @inline(never)
    private func rawHashValueDrawingKeys(seed: Int) -> Int {
        HashKeys.draw()
        return _rawHashValue(seed: seed)
    }
}

/// Two keys of 128 bits, derived from the process's hash seed.
///
/// They are computed at the first hash. A lazily initialized constant would be checked at each access, at a third of
/// the cost of a hash. Two threads that compute them at once get the same keys.
private enum HashKeys {
    /// 0 until all keys are set.
    static let first = Atomic<UInt64>(0)
    static let firstHigh = Atomic<UInt64>(0)
    static let second = Atomic<UInt64>(0)
    static let secondHigh = Atomic<UInt64>(0)

    static func draw() {
        firstHigh.store(key(2), ordering: .relaxed)
        second.store(key(3), ordering: .relaxed)
        secondHigh.store(key(4), ordering: .relaxed)
        first.store(max(key(1), 1), ordering: .releasing)
    }

    private static func key(_ number: Int) -> UInt64 {
        var hasher = Hasher()
        hasher.combine(number)
        return UInt64(truncatingIfNeeded: hasher.finalize())
    }
}

extension UUID: LosslessStringConvertible {
    /// Parses the text form, 8-4-4-4-12 hexadecimal digits of either case; nil if `text` has another form.
    public init?(_ text: String) {
        var text = text
        guard let uuid = text.withUTF8({ UUID(utf8: $0) }) else { return nil }
        self = uuid
    }

    package init?(utf8 text: UnsafeBufferPointer<UInt8>) {
        let dash = UInt8(ascii: "-")
        guard text.count == 36, text[8] == dash, text[13] == dash, text[18] == dash, text[23] == dash else {
            return nil
        }
        let memory = UnsafeRawBufferPointer(text)
        func eight(_ first: Int, _ second: Int) -> UInt64 {
            let low = memory.loadUnaligned(fromByteOffset: first, as: UInt32.self)
            let high = memory.loadUnaligned(fromByteOffset: second, as: UInt32.self)
            return UInt64(UInt32(littleEndian: low)) | UInt64(UInt32(littleEndian: high)) << 32
        }
        guard let values = hexValues(SIMD4(eight(0, 4), eight(9, 14), eight(19, 24), eight(28, 32))) else { return nil }
        high = values[0] << 32 | values[1]
        low = values[2] << 32 | values[3]
    }

    /// The text form, in lower case.
    public var description: String {
        String(unsafeUninitializedCapacity: 36) { text in
            write(to: text)
            return 36
        }
    }

    /// Writes the 36 bytes of the text form.
    package func write(to text: UnsafeMutableBufferPointer<UInt8>) {
        let memory = UnsafeMutableRawBufferPointer(text)
        memory.storeBytes(of: hexDigits(high >> 32), toByteOffset: 0, as: UInt64.self)
        let second = hexDigits(high & 0xFFFF_FFFF)
        let third = hexDigits(low >> 32)
        memory.storeBytes(of: UInt32(truncatingIfNeeded: second), toByteOffset: 9, as: UInt32.self)
        memory.storeBytes(of: UInt32(truncatingIfNeeded: second >> 32), toByteOffset: 14, as: UInt32.self)
        memory.storeBytes(of: UInt32(truncatingIfNeeded: third), toByteOffset: 19, as: UInt32.self)
        memory.storeBytes(of: UInt32(truncatingIfNeeded: third >> 32), toByteOffset: 24, as: UInt32.self)
        memory.storeBytes(of: hexDigits(low & 0xFFFF_FFFF), toByteOffset: 28, as: UInt64.self)
        text[8] = UInt8(ascii: "-")
        text[13] = UInt8(ascii: "-")
        text[18] = UInt8(ascii: "-")
        text[23] = UInt8(ascii: "-")
    }
}

extension UUID: Codable {
    public init(from decoder: any Decoder) throws {
        self = try decoder.decodeText("a UUID such as \(UUID.example)")
    }

    public func encode(to encoder: any Encoder) throws { try description.encode(to: encoder) }

    static let example = "6ba7b810-9dad-11d1-80b4-00c04fd430c8"
}

/// Returns the eight digits of 32 bits, the first in the lowest byte.
private func hexDigits(_ number: UInt64) -> UInt64 {
    // Spread a half-byte to each byte, then convert all to characters at once.
    var spread = number.byteSwapped >> 32
    spread = (spread | spread << 16) & 0x0000_FFFF_0000_FFFF
    spread = (spread | spread << 8) & 0x00FF_00FF_00FF_00FF
    spread = (spread & 0x000F_000F_000F_000F) << 8 | (spread >> 4) & 0x000F_000F_000F_000F
    let isLetter = ((spread &+ 0x0606_0606_0606_0606) >> 4) & 0x0101_0101_0101_0101
    return (spread &+ 0x3030_3030_3030_3030 &+ isLetter &* 0x27).littleEndian
}

/// Parses four times eight digits of either case, the first in the lowest byte; nil if one is invalid.
@inline(__always)
private func hexValues(_ digits: SIMD4<UInt64>) -> SIMD4<UInt64>? {
    func each(_ byte: UInt64) -> SIMD4<UInt64> { SIMD4(repeating: byte &* 0x0101_0101_0101_0101) }
    // Digits are 0x30 to 0x39, letters 0x41 to 0x46 or, with 0x20 added, 0x61 to 0x66.
    let isLetter: SIMD4<UInt64> = (digits &>> 6) & each(1)
    let upper: SIMD4<UInt64> = (digits & each(0xF0)) | (isLetter &<< 5)
    var wrong: SIMD4<UInt64> = upper ^ (each(0x30) &+ (isLetter &<< 4) &+ (isLetter &<< 5))
    // Letters are 10 to 15, so that only they reach 16 with 6 added.
    let values: SIMD4<UInt64> = (digits & each(0x0F)) &+ (isLetter &<< 3) &+ isLetter
    wrong |= (values | ((values &+ each(6)) ^ (isLetter &<< 4))) & each(0x10)
    guard wrong[0] | wrong[1] | wrong[2] | wrong[3] == 0 else { return nil }
    // Combine half-bytes to bytes, then the bytes.
    var joined: SIMD4<UInt64> = ((values &<< 4) | (values &>> 8)) & SIMD4(repeating: 0x00FF_00FF_00FF_00FF)
    joined = (joined | (joined &>> 8)) & SIMD4(repeating: 0x0000_FFFF_0000_FFFF)
    joined |= joined &>> 16
    return SIMD4(
        reversed(joined[0]), reversed(joined[1]), reversed(joined[2]), reversed(joined[3]))
}

/// Returns the four lowest bytes in reverse order.
@inline(__always)
private func reversed(_ bytes: UInt64) -> UInt64 { UInt64(UInt32(truncatingIfNeeded: bytes).byteSwapped) }
