import CJansson
import Glibc

/// A parser that writes a text's values into a ``JSONTape``.
///
/// It reads no byte at or after ``end``, and writes no node at or after ``nodesEnd`` and no byte at or after
/// ``bytesEnd``: each access is preceded by a comparison. Its functions take the position of the input they read, and
/// return the position after it, or nil to leave the text to jansson; parsing then stops.
// Positions are parameters and results, not a property: so they stay in registers, which saves an `add` a hundred
// instructions.
struct TapeParser {
    typealias Position = UnsafePointer<UInt8>

    let end: Position
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
        end: Position, _ count: Int, depth: Int, into nodes: UnsafeMutablePointer<TapeNode>, _ most: Int,
        _ bytes: UnsafeMutablePointer<UInt8>, _ mostBytes: Int
    ) {
        self.end = end
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

    /// Parses a text: one value, optionally surrounded by white space. The first node is that value.
    mutating func parse(from start: Position) -> Bool {
        guard var position = readValue(at: start, key: TapeText(start: start, count: 0), depth: 1) else { return false }
        return byte(at: &position) == nil
    }

    /// Reads a value and the white space before it.
    // Inlined where members and elements are read: a level of nesting is one call less.
    @inline(__always)
    private mutating func readValue(at position: Position, key: TapeText, depth: Int) -> Position? {
        guard position < end else { return nil }
        guard next < nodesEnd else {
            isFull = true
            return nil
        }
        switch position.pointee {
        case UInt8(ascii: "\""):
            guard let (text, stop) = readString(at: position, isKey: false) else { return nil }
            add(TapeNode.string, key, text.start, text.count)
            return stop
        case UInt8(ascii: "{"): return readObject(at: position, key: key, depth: depth)
        case UInt8(ascii: "["): return readArray(at: position, key: key, depth: depth)
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return readNumber(at: position, key: key)
        case UInt8(ascii: "t"): return readWord("true", JSON_TRUE, at: position, key: key)
        case UInt8(ascii: "f"): return readWord("false", JSON_FALSE, at: position, key: key)
        case UInt8(ascii: "n"): return readWord("null", JSON_NULL, at: position, key: key)
        default: return readSpacedValue(at: position, key: key, depth: depth)
        }
    }

    /// Reads a value that white space precedes.
    @inline(never)
    private mutating func readSpacedValue(at position: Position, key: TapeText, depth: Int) -> Position? {
        let start = endOfSpace(from: position, to: end)
        return start > position ? readValue(at: start, key: key, depth: depth) : nil
    }

    /// Appends a node. The caller has checked the capacity.
    @inline(__always)
    mutating func add(_ type: json_type, _ key: TapeText, _ start: Position, _ bits: Int) {
        next.initialize(to: TapeNode(type, key: key, start: start, bits: bits))
        next += 1
    }

    @inline(__always)
    private mutating func readWord(
        _ word: StaticString, _ type: json_type, at position: Position, key: TapeText
    ) -> Position? {
        let count = word.utf8CodeUnitCount
        guard end - position >= count, memcmp(position, word.utf8Start, count) == 0 else { return nil }
        add(type, key, position, 0)
        return position + count
    }

    /// Skips white space, and returns the next byte; nil at the end.
    @inline(__always)
    private func byte(at position: inout Position) -> UInt8? {
        // Usually there is no white space.
        if position < end, position.pointee > UInt8(ascii: " ") { return position.pointee }
        position = endOfSpace(from: position, to: end)
        return position < end ? position.pointee : nil
    }
}

/// Returns the position of the first byte that is no white space, or the end. jansson accepts the same four characters.
@inline(never)
private func endOfSpace(from start: UnsafePointer<UInt8>, to end: UnsafePointer<UInt8>) -> UnsafePointer<UInt8> {
    var position = start
    while position < end, isSpace(position.pointee) { position += 1 }
    return position
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

    /// Reads an object from its brace on.
    ///
    /// Most messages begin with several objects in each other, so those that begin the first member of another are read
    /// in a loop, not by calls. Until an object ends, its ``TapeNode/bits`` are the address of the one around it.
    private mutating func readObject(at start: Position, key: TapeText, depth: Int) -> Position? {
        let outermost = next
        var (object, position, key, depth) = (outermost, start, key, depth)
        while true {
            guard depth <= deepest else { return nil }
            let outer = object
            object = next
            add(TapeNode.object, key, position, Int(bitPattern: outer))
            position += 1
            let byte = byte(at: &position)
            if byte == UInt8(ascii: "}") { break }
            guard byte == UInt8(ascii: "\""), let (name, stop) = readString(at: position, isKey: true) else {
                return nil
            }
            position = stop
            guard self.byte(at: &position) == UInt8(ascii: ":") else { return nil }
            position += 1
            if position < end, position.pointee == UInt8(ascii: "{"), next < nodesEnd {
                key = name
                depth += 1
                continue
            }
            guard let stop = readValue(at: position, key: name, depth: depth + 1) else { return nil }
            position = stop
            break
        }
        while true {
            let outer = outer(of: object)
            guard let stop = endObject(object, at: position, depth: depth) else { return nil }
            if object == outermost { return stop }
            (object, position, depth) = (outer, stop, depth - 1)
        }
    }

    /// Reads the end of an object that is empty or has one member, or its other members.
    @inline(__always)
    private mutating func endObject(
        _ object: UnsafeMutablePointer<TapeNode>, at start: Position, depth: Int
    ) -> Position? {
        var position = start
        let byte = byte(at: &position)
        if byte == UInt8(ascii: "}") {
            end(object, next == object + 1 ? 0 : 1)
            return position + 1
        }
        return byte == UInt8(ascii: ",") ? readMembers(at: position, of: object, depth: depth) : nil
    }

    /// Returns the object around one that has not ended.
    @inline(__always)
    private func outer(of object: UnsafeMutablePointer<TapeNode>) -> UnsafeMutablePointer<TapeNode> {
        UnsafeMutablePointer(bitPattern: object.pointee.bits).unsafelyUnwrapped
    }

    /// Reads the members of an object after its first one, from a comma on.
    @inline(never)
    private mutating func readMembers(
        at start: Position, of object: UnsafeMutablePointer<TapeNode>, depth: Int
    ) -> Position? {
        var position = start
        var count = 1
        let first = object[1]
        /// A bit for each key: most keys have a bit that no other has.
        var seen = TapeText(start: first.key, count: Int(first.keyCount)).bit
        while true {
            position += 1
            guard byte(at: &position) == UInt8(ascii: "\"") else { return nil }
            if count == Self.fewMembers { return readManyMembers(at: position, of: object, depth: depth) }
            guard let (name, stop) = readString(at: position, isKey: true) else { return nil }
            let bit = name.bit
            if seen & bit != 0, isAmongKeys(name, of: object) { return nil }
            seen |= bit
            position = stop
            guard byte(at: &position) == UInt8(ascii: ":"),
                let stop = readValue(at: position + 1, key: name, depth: depth + 1)
            else { return nil }
            position = stop
            count += 1
            let byte = byte(at: &position)
            if byte == UInt8(ascii: "}") {
                end(object, count)
                return position + 1
            }
            guard byte == UInt8(ascii: ",") else { return nil }
        }
    }

    /// Reads the remaining members of a large object, from the next key on.
    @inline(never)
    private mutating func readManyMembers(
        at start: Position, of object: UnsafeMutablePointer<TapeNode>, depth: Int
    ) -> Position? {
        var keys = Set<TapeText>(minimumCapacity: 4 * Self.fewMembers)
        var member = object + 1
        while member < next {
            keys.insert(TapeText(start: member.pointee.key, count: Int(member.pointee.keyCount)))
            member += Int(member.pointee.size)
        }
        var position = start
        while byte(at: &position) == UInt8(ascii: "\"") {
            guard let (name, stop) = readString(at: position, isKey: true), keys.insert(name).inserted else {
                return nil
            }
            position = stop
            guard byte(at: &position) == UInt8(ascii: ":"),
                let stop = readValue(at: position + 1, key: name, depth: depth + 1)
            else { return nil }
            position = stop
            let byte = byte(at: &position)
            if byte == UInt8(ascii: "}") {
                end(object, keys.count)
                return position + 1
            }
            guard byte == UInt8(ascii: ",") else { return nil }
            position += 1
        }
        return nil
    }

    private mutating func readArray(at start: Position, key: TapeText, depth: Int) -> Position? {
        guard depth <= deepest else { return nil }
        let array = next
        add(TapeNode.array, key, start, 0)
        var position = start + 1
        if byte(at: &position) == UInt8(ascii: "]") { return position + 1 }
        var count = 0
        while true {
            let key = TapeText(start: position, count: 0)
            guard let stop = readValue(at: position, key: key, depth: depth + 1) else { return nil }
            position = stop
            count += 1
            let byte = byte(at: &position)
            if byte == UInt8(ascii: "]") {
                end(array, count)
                return position + 1
            }
            guard byte == UInt8(ascii: ",") else { return nil }
            position += 1
        }
    }

    @inline(__always)
    private func end(_ node: UnsafeMutablePointer<TapeNode>, _ count: Int) {
        let bytes = UInt(bitPattern: next) &- UInt(bitPattern: node)
        node.pointee.size = UInt32(truncatingIfNeeded: bytes / UInt(MemoryLayout<TapeNode>.stride))
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
