import CJansson
import Glibc

/// A parser that writes a text's values into a ``JSONTape``.
///
/// It reads no byte at or after ``end``, and writes no node at or after ``nodesEnd`` and no byte at or after
/// ``bytesEnd``: each access is preceded by a comparison. Its functions advance past the input they read, or return
/// false or nil to leave the text to jansson; parsing then stops.
struct TapeParser {
    var position: UnsafePointer<UInt8>
    let end: UnsafePointer<UInt8>
    /// Whether the text has at least the length of a word.
    let hasEightBytes: Bool
    private let nodes: UnsafeMutablePointer<TapeNode>
    private var next: UnsafeMutablePointer<TapeNode>
    private let nodesEnd: UnsafeMutablePointer<TapeNode>
    /// The position for the next copied string.
    var bytes: UnsafeMutablePointer<UInt8>
    let bytesEnd: UnsafeMutablePointer<UInt8>
    /// The maximum nesting of objects and arrays.
    private let deepest: Int

    init(
        _ start: UnsafePointer<UInt8>, _ count: Int, depth: Int, into nodes: UnsafeMutablePointer<TapeNode>,
        _ most: Int,
        _ bytes: UnsafeMutablePointer<UInt8>, _ mostBytes: Int
    ) {
        position = start
        end = start + count
        hasEightBytes = count >= 8
        self.nodes = nodes
        next = nodes
        nodesEnd = nodes + most
        self.bytes = bytes
        bytesEnd = bytes + mostBytes
        deepest = min(depth, Self.deepest)
    }

    /// Whether the capacity for values was exceeded.
    private(set) var isFull = false

    /// Parses the text: one value, optionally surrounded by white space. The first node is that value.
    mutating func parse() -> Bool {
        guard readValue(key: TapeText(start: position, count: 0), depth: 1) else { return false }
        skipSpace()
        return position == end
    }

    /// Reads a value and the white space before it.
    // Inlined where members and elements are read: a level of nesting is one call less.
    @inline(__always)
    private mutating func readValue(key: TapeText, depth: Int) -> Bool {
        guard position < end else { return false }
        guard next < nodesEnd else {
            isFull = true
            return false
        }
        switch position.pointee {
        case UInt8(ascii: "\""):
            guard let text = readString(isKey: false) else { return false }
            add(TapeNode.string, key, text.start, text.count)
            return true
        case UInt8(ascii: "{"): return readObject(key: key, depth: depth)
        case UInt8(ascii: "["): return readArray(key: key, depth: depth)
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return readNumber(key: key)
        case UInt8(ascii: "t"): return readWord("true", JSON_TRUE, key: key)
        case UInt8(ascii: "f"): return readWord("false", JSON_FALSE, key: key)
        case UInt8(ascii: "n"): return readWord("null", JSON_NULL, key: key)
        default: return readSpacedValue(key: key, depth: depth)
        }
    }

    /// Reads a value that white space precedes.
    @inline(never)
    private mutating func readSpacedValue(key: TapeText, depth: Int) -> Bool {
        skipSpace() && readValue(key: key, depth: depth)
    }

    /// Appends a node. The caller has checked the capacity.
    @inline(__always)
    mutating func add(_ type: json_type, _ key: TapeText, _ start: UnsafePointer<UInt8>, _ bits: Int) {
        next.initialize(to: TapeNode(type, key: key, start: start, bits: bits))
        next += 1
    }

    @inline(__always)
    private mutating func readWord(_ word: StaticString, _ type: json_type, key: TapeText) -> Bool {
        let count = word.utf8CodeUnitCount
        guard end - position >= count, memcmp(position, word.utf8Start, count) == 0 else { return false }
        add(type, key, position, 0)
        position += count
        return true
    }

    /// Skips white space, and returns whether there was any. jansson accepts the same four characters.
    @discardableResult
    @inline(never)
    private mutating func skipSpace() -> Bool {
        let start = position
        while position < end, isSpace(position.pointee) { position += 1 }
        return position > start
    }

    /// Skips white space, and returns whether the next byte is `byte`.
    @inline(__always)
    private mutating func isNext(_ byte: Unicode.Scalar) -> Bool {
        guard position < end else { return false }
        // Usually there is no white space.
        if position.pointee == UInt8(ascii: byte) { return true }
        guard position.pointee <= UInt8(ascii: " ") else { return false }
        return skipSpace() && position < end && position.pointee == UInt8(ascii: byte)
    }

    /// Skips white space and the next byte, if that is `byte`.
    @inline(__always)
    private mutating func skip(_ byte: Unicode.Scalar) -> Bool {
        guard isNext(byte) else { return false }
        position += 1
        return true
    }
}

private func isSpace(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\t") || byte == UInt8(ascii: "\r")
}

// MARK: - Objects and arrays

extension TapeParser {
    /// The nesting limit of the tape: each level is a recursive call.
    private static var deepest: Int { 64 }
    /// The number of members up to which a key may be compared with all previous ones.
    private static var fewMembers: Int { 64 }

    private mutating func readObject(key: TapeText, depth: Int) -> Bool {
        guard depth <= deepest else { return false }
        let object = next
        add(TapeNode.object, key, position, 0)
        position += 1
        if skip("}") { return true }
        var count = 0
        /// A bit for each key: most keys have a bit that no other has.
        var seen: UInt64 = 0
        repeat {
            if count == Self.fewMembers { return readManyMembers(of: object, depth: depth) }
            guard isNext("\""), let name = readString(isKey: true) else { return false }
            let bit = name.bit
            if seen & bit != 0, isAmongKeys(name, of: object) { return false }
            seen |= bit
            guard skip(":"), readValue(key: name, depth: depth + 1) else { return false }
            count += 1
        } while skip(",")
        guard skip("}") else { return false }
        end(object, count)
        return true
    }

    /// Reads the remaining members of a large object; ``position`` is at the next key.
    @inline(never)
    private mutating func readManyMembers(of object: UnsafeMutablePointer<TapeNode>, depth: Int) -> Bool {
        var keys = Set<TapeText>(minimumCapacity: 4 * Self.fewMembers)
        var member = object + 1
        while member < next {
            keys.insert(TapeText(start: member.pointee.key, count: Int(member.pointee.keyCount)))
            member += Int(member.pointee.size)
        }
        repeat {
            guard isNext("\""), let name = readString(isKey: true), keys.insert(name).inserted, skip(":"),
                readValue(key: name, depth: depth + 1)
            else { return false }
        } while skip(",")
        guard skip("}") else { return false }
        end(object, keys.count)
        return true
    }

    private mutating func readArray(key: TapeText, depth: Int) -> Bool {
        guard depth <= deepest else { return false }
        let array = next
        add(TapeNode.array, key, position, 0)
        position += 1
        if skip("]") { return true }
        var count = 0
        repeat {
            guard readValue(key: TapeText(start: position, count: 0), depth: depth + 1) else { return false }
            count += 1
        } while skip(",")
        guard skip("]") else { return false }
        end(array, count)
        return true
    }

    @inline(__always)
    private func end(_ node: UnsafeMutablePointer<TapeNode>, _ count: Int) {
        node.pointee.size = UInt32(truncatingIfNeeded: next - node)
        node.pointee.bits = count
    }

    /// Returns whether an incomplete object already has the key.
    private func isAmongKeys(_ name: TapeText, of object: UnsafeMutablePointer<TapeNode>) -> Bool {
        var member = object + 1
        while member < next {
            if Int(member.pointee.keyCount) == name.count, memcmp(member.pointee.key, name.start, name.count) == 0 {
                return true
            }
            member += Int(member.pointee.size)
        }
        return false
    }
}

extension TapeText {
    /// One of 64 bits, equal for equal texts.
    @inline(__always)
    fileprivate var bit: UInt64 {
        guard count > 0 else { return 1 }
        let sum = UInt64(start[0]) &+ UInt64(start[count - 1]) &* 5 &+ UInt64(truncatingIfNeeded: count) &* 11
        return 1 &<< sum
    }
}
