import AditJSON

/// The 64-bit checksums of rows, which storages in databases store with each row.
package enum RowChecksum {
    /// Returns the checksum of a member of the state.
    @inlinable
    package static func member(_ path: UnsafeRawBufferPointer, _ value: UnsafeRawBufferPointer) -> UInt64 {
        mixed(mixed(checksum(of: path) &+ 0x6D65_6D62_6572) ^ checksum(of: value))
    }

    /// Returns the checksum of a table's declaration.
    @inlinable
    package static func part(_ path: String, _ name: String) -> UInt64 {
        mixed(mixed(text(path) ^ 0x7061_7274) ^ text(name))
    }

    /// Returns the seed of a table's rows, so that equal rows of two tables have different checksums.
    @inlinable
    package static func seed(of path: String) -> UInt64 { mixed(text(path) ^ 0x7461_626C_65) }

    /// Returns the checksum of an element without its place.
    @inlinable
    package static func element(_ id: UnsafeRawBufferPointer, _ value: UnsafeRawBufferPointer, seed: UInt64) -> UInt64 {
        element(checksum(of: id), value, seed: seed)
    }

    /// Returns the same, given the checksum of the id's text.
    @inlinable
    @inline(__always)
    package static func element(_ id: UInt64, _ value: UnsafeRawBufferPointer, seed: UInt64) -> UInt64 {
        mixed(mixed(id &+ seed) ^ checksum(of: value))
    }

    /// Returns the checksum of an element's place, given the checksum of its id: the content of an index row.
    @inlinable
    @inline(__always)
    package static func spot(_ id: UInt64, _ place: UInt64) -> UInt64 { mixed(mixed(id) &+ place) }

    /// Returns the part of an element's checksum for its place. It is added, so that moving an element does not read
    /// its value.
    @inlinable
    package static func place(_ place: Int64, seed: UInt64) -> UInt64 { mixed(UInt64(bitPattern: place) &+ seed) }

    /// Returns the checksum of the numbers and the text of a row of the journal.
    @inlinable
    package static func entries(
        _ number: Int64, _ revision: Int64, _ opens: Int64, _ time: Int64, _ begins: Int64, _ ends: Int64,
        _ state: Int64,
        _ text: UnsafeRawBufferPointer
    ) -> UInt64 {
        var sum: UInt64 = 0x6A6F_7572_6E61_6C
        func add(_ number: Int64) { sum = mixed(sum ^ UInt64(bitPattern: number)) }
        add(number)
        add(revision)
        add(opens)
        add(time)
        add(begins)
        add(ends)
        add(state)
        return mixed(sum ^ checksum(of: text))
    }

    @inlinable
    package static func text(_ text: String) -> UInt64 {
        var text = text
        return text.withUTF8 { checksum(of: UnsafeRawBufferPointer($0)) }
    }

    /// Mixes each bit of a number into all bits of the result, one to one: the last step of SplitMix64
    /// (<https://prng.di.unimi.it/splitmix64.c>).
    @inlinable
    package static func mixed(_ number: UInt64) -> UInt64 {
        var bits = number &+ 0x9E37_79B9_7F4A_7C15
        bits = (bits ^ bits >> 30) &* 0xBF58_476D_1CE4_E5B9
        bits = (bits ^ bits >> 27) &* 0x94D0_49BB_1331_11EB
        return bits ^ bits >> 31
    }
}
