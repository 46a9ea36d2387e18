import CJansson
import Glibc

/// A value on a ``JSONTape``. What an object or array consists of follows it, each value with all that it has in it.
///
/// It begins as jansson's values do, so that a ``JSONValue`` can point at either. Its type is none of jansson's: that tells whose
/// value it is, and jansson, given such a value by mistake, answers that it is none of what it was asked for, and touches
/// nothing but the count of references, which says that the value is a constant.
struct TapeNode {
    /// The first member: ``JSONValue`` points at it.
    var header: json_t
    /// The bytes of the key that it is the value of.
    var key: UnsafePointer<UInt8>
    var keyCount: UInt32
    /// How many nodes it takes: itself, and what it consists of.
    var size: UInt32
    /// The bytes of a string.
    var start: UnsafePointer<UInt8>
    /// How many bytes a string has, members an object, elements an array; an integer's value; the bits of a number's.
    var bits: Int
}

extension TapeNode {
    /// What a type has that is not jansson's. The bits below say which one of jansson's it stands for.
    static var mark: UInt32 { 16 }

    static var object: json_type { json_type(mark | JSON_OBJECT.rawValue) }
    static var array: json_type { json_type(mark | JSON_ARRAY.rawValue) }
    static var string: json_type { json_type(mark | JSON_STRING.rawValue) }
    static var integer: json_type { json_type(mark | JSON_INTEGER.rawValue) }
    static var real: json_type { json_type(mark | JSON_REAL.rawValue) }
    /// A number that rounding has made a whole one, and that is not to be read as an integer.
    static var rounded: json_type { json_type(2 * mark | real.rawValue) }

    /// A value of one node, or one that has nothing in it yet.
    ///
    /// - Parameter type: one of those above; of a value that is nothing but its type, jansson's.
    @inline(__always)
    init(_ type: json_type, key: TapeText, start: UnsafePointer<UInt8>, bits: Int) {
        header = json_t(type: type, refcount: .max)
        self.key = key.start
        keyCount = UInt32(truncatingIfNeeded: key.count)
        size = 1
        self.start = start
        self.bits = bits
    }
}

extension TapeNode {
    /// A number that belongs to no tape.
    init(rounded number: Double) {
        header = json_t(type: TapeNode.rounded, refcount: .max)
        (key, keyCount, size) = (noText, 0, 1)
        (start, bits) = (noText, Int(bitPattern: UInt(number.bitPattern)))
    }
}

/// Where a text would begin that has no bytes.
private var noText: UnsafePointer<UInt8> { StaticString("").utf8Start }

/// A text, without what it is escaped by: in the row, or where a tape has put it.
struct TapeText: Hashable {
    let start: UnsafePointer<UInt8>
    let count: Int

    static func == (left: TapeText, right: TapeText) -> Bool {
        left.count == right.count && memcmp(left.start, right.start, left.count) == 0
    }

    func hash(into hasher: inout Hasher) {
        hasher.combine(bytes: UnsafeRawBufferPointer(start: start, count: count))
    }
}
