import CJansson
import Glibc

/// A value on a ``JSONTape``. The contents of an object or array follow it, each value with its own contents.
///
/// It begins like jansson's values, so that a ``JSONValue`` can point at either. Its type is one that jansson does not
/// use, which identifies the owner. jansson, given such a value by mistake, treats it as a value of another kind, and
/// touches only the reference count, which marks a constant.
struct TapeNode {
    /// The first member, at which ``JSONValue`` points.
    var header: json_t
    /// The bytes of the value's key.
    var key: UnsafePointer<UInt8>
    var keyCount: UInt32
    /// The number of nodes, including the contents.
    var size: UInt32
    /// The bytes of a string.
    var start: UnsafePointer<UInt8>
    /// The number of bytes of a string, members of an object or elements of an array; an integer's value; the bits of a
    /// double.
    var bits: Int
}

extension TapeNode {
    /// The bit that jansson's types do not have. The lower bits are the corresponding type of jansson.
    static var mark: UInt32 { 16 }

    static var object: json_type { json_type(mark | JSON_OBJECT.rawValue) }
    static var array: json_type { json_type(mark | JSON_ARRAY.rawValue) }
    static var string: json_type { json_type(mark | JSON_STRING.rawValue) }
    static var integer: json_type { json_type(mark | JSON_INTEGER.rawValue) }
    static var real: json_type { json_type(mark | JSON_REAL.rawValue) }
    /// A number that rounding has made whole, and that must not be read as an integer.
    static var rounded: json_type { json_type(2 * mark | real.rawValue) }

    /// Creates a value of one node, or an empty container.
    ///
    /// - Parameter type: one of the types above; jansson's for a value that is only a type.
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
    /// Creates a number that belongs to no tape.
    init(rounded number: Double) {
        header = json_t(type: TapeNode.rounded, refcount: .max)
        (key, keyCount, size) = (noText, 0, 1)
        (start, bits) = (noText, Int(bitPattern: UInt(number.bitPattern)))
    }
}

/// The start of an empty text.
private var noText: UnsafePointer<UInt8> { StaticString("").utf8Start }

/// An unescaped text: in the source text, or copied to a tape.
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
