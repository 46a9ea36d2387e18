import AditJSON

/// The checksums of rows: 64 bits, which are stored with each.
enum RowChecksum {
    /// Of a member of the state.
    static func member(_ path: UnsafeRawBufferPointer, _ value: UnsafeRawBufferPointer) -> UInt64 {
        mixed(mixed(checksum(of: path) &+ 0x6D65_6D62_6572) ^ checksum(of: value))
    }

    /// Of a table's declaration.
    static func part(_ path: String, _ name: String) -> UInt64 {
        mixed(mixed(text(path) ^ 0x7061_7274) ^ text(name))
    }

    /// What tells the rows of a table from those of another.
    static func seed(of path: String) -> UInt64 { mixed(text(path) ^ 0x7461_626C_65) }

    /// Of an element, without its place.
    static func element(_ id: UnsafeRawBufferPointer, _ value: UnsafeRawBufferPointer, seed: UInt64) -> UInt64 {
        element(checksum(of: id), value, seed: seed)
    }

    /// The same where the checksum of the id's text is known.
    @inline(__always)
    static func element(_ id: UInt64, _ value: UnsafeRawBufferPointer, seed: UInt64) -> UInt64 {
        mixed(mixed(id &+ seed) ^ checksum(of: value))
    }

    /// Of where an element is, by its id's checksum: what an index says of it.
    @inline(__always)
    static func spot(_ id: UInt64, _ place: UInt64) -> UInt64 { mixed(mixed(id) &+ place) }

    /// What is added to an element's for its place, so that one can be moved without its value being read.
    static func place(_ place: Int64, seed: UInt64) -> UInt64 { mixed(UInt64(bitPattern: place) &+ seed) }

    /// Of the numbers and the text of a row of the journal.
    static func entries(
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

    static func text(_ text: String) -> UInt64 {
        var text = text
        return text.withUTF8 { checksum(of: UnsafeRawBufferPointer($0)) }
    }

    /// A number that has each bit of another in all of its own, and no other number has: the last step of SplitMix64
    /// (<https://prng.di.unimi.it/splitmix64.c>).
    static func mixed(_ number: UInt64) -> UInt64 {
        var bits = number &+ 0x9E37_79B9_7F4A_7C15
        bits = (bits ^ bits >> 30) &* 0xBF58_476D_1CE4_E5B9
        bits = (bits ^ bits >> 27) &* 0x94D0_49BB_1331_11EB
        return bits ^ bits >> 31
    }
}
