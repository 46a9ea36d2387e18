// Reading on within objects and arrays, and past whole values.
extension JSONText {
    /// Reads a key, its colon, and the white space before its value.
    @inline(__always)
    mutating func readKey(at position: Position) -> (key: JSONKey, value: Position)? {
        guard let (key, stop) = readString(at: position, isKey: true), let value = beginValue(after: stop) else {
            return nil
        }
        return (key, value)
    }

    /// Reads a colon, and the white space around it.
    @inline(__always)
    mutating func beginValue(after key: Position) -> Position? {
        var position = key
        guard byte(at: &position) == UInt8(ascii: ":") else { return fail(.colon, at: position) }
        position += 1
        return byte(at: &position) == nil ? fail(.value, at: position) : position
    }

    /// Skips a value, which begins at `start`, and checks all of it.
    ///
    /// - Parameter depth: the number of objects and arrays around it.
    @inline(never)
    mutating func skip(_ start: Position, depth: Int) -> Position? {
        switch start.pointee {
        case UInt8(ascii: "{"), UInt8(ascii: "["): return skipContents(start, depth: depth)
        case UInt8(ascii: "\""):
            guard countValue(at: start), let (text, stop) = readString(at: start, isKey: false) else { return nil }
            if text.count == stop - start - 2 {
                record(skipped: text, from: start, to: stop)
            } else {
                // The copy of a string with escapes: it is made anew where the string is read.
                release(to: UnsafeMutablePointer(mutating: text.start))
            }
            return stop
        default: return skipScalar(start)
        }
    }

    @inline(__always)
    private mutating func countValue(at start: Position) -> Bool {
        valuesLeft -= 1
        if valuesLeft < 0 { fail(.values, at: start) }
        return valuesLeft >= 0
    }

    @inline(__always)
    private mutating func skipScalar(_ start: Position) -> Position? {
        guard countValue(at: start) else { return nil }
        switch start.pointee {
        case UInt8(ascii: "\""): return readString(at: start, isKey: false)?.stop
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return readNumber(at: start)?.stop
        case UInt8(ascii: "t"): return word("true", at: start)
        case UInt8(ascii: "f"): return word("false", at: start)
        case UInt8(ascii: "n"): return word("null", at: start)
        default: return fail(.value, at: start)
        }
    }

    /// Skips an object or an array, by a stack of those that are open: a text may nest deeper than calls can.
    private mutating func skipContents(_ start: Position, depth: Int) -> Position? {
        let before = mark
        var open = JSONSkipping()
        let stop = skipContents(start, depth: depth, &open)
        release(to: before)
        return stop
    }

    private mutating func skipContents(_ start: Position, depth: Int, _ open: inout JSONSkipping) -> Position? {
        var position = start
        while true {
            // A value begins here.
            let isObject = position.pointee == UInt8(ascii: "{")
            if isObject || position.pointee == UInt8(ascii: "[") {
                guard depth + open.count < deepest else { return fail(.depth, at: position) }
                guard countValue(at: position) else { return nil }
                position += 1
                let byte = byte(at: &position)
                if byte == (isObject ? UInt8(ascii: "}") : UInt8(ascii: "]")) {
                    position += 1
                } else if isObject {
                    guard byte == UInt8(ascii: "\"") else { return fail(.keyOrEnd, at: position) }
                    open.begin(isObject: true)
                    guard let value = skipKey(at: position, &open) else { return nil }
                    position = value
                    continue
                } else {
                    guard byte != nil else { return fail(.valueOrEnd, at: position) }
                    open.begin(isObject: false)
                    continue
                }
            } else {
                guard let stop = skipScalar(position) else { return nil }
                position = stop
            }
            // A value ends here, and the open values around it may end, too.
            while true {
                guard let isObject = open.isObject else { return position }
                let byte = byte(at: &position)
                if byte == UInt8(ascii: ",") {
                    position += 1
                    let next = self.byte(at: &position)
                    if isObject {
                        guard next == UInt8(ascii: "\"") else { return fail(.key, at: position) }
                        guard let value = skipKey(at: position, &open) else { return nil }
                        position = value
                    } else if next == nil {
                        return fail(.value, at: position)
                    }
                    break
                }
                guard byte == (isObject ? UInt8(ascii: "}") : UInt8(ascii: "]")) else {
                    return fail(isObject ? .commaOrBrace : .commaOrBracket, at: position)
                }
                position += 1
                open.end()
            }
        }
    }

    private mutating func skipKey(at position: Position, _ open: inout JSONSkipping) -> Position? {
        guard let (key, value) = readKey(at: position) else { return nil }
        return open.insert(key) ? value : fail(.doubledKey, at: position)
    }
}

/// The objects and arrays that are open while a value is skipped, with the keys of the objects so far.
struct JSONSkipping {
    private struct Frame {
        var isObject = false
        /// The number of keys of the objects around it.
        var base = 0
        /// A bit for each key: most keys have a bit that no other has.
        var bits: UInt64 = 0
    }

    // Room for what most values need: it is neither allocated nor freed.
    private var frames = ShortStack<4, Frame>(repeating: Frame())
    private var keys = ShortStack<8, JSONKey>(repeating: JSONKey(start: StaticString("").utf8Start, count: 0))
    /// The keys of the large objects, by the positions of their frames.
    private var many: [Int: Set<JSONKey>] = [:]

    /// The number of keys up to which a key may be compared with all previous ones.
    private static var few: Int { 64 }

    var count: Int { frames.count }

    /// Whether the innermost one is an object; nil if none is open.
    var isObject: Bool? { count > 0 ? frames[count - 1].isObject : nil }

    mutating func begin(isObject: Bool) { frames.append(Frame(isObject: isObject, base: keys.count)) }

    mutating func end() {
        let last = count - 1
        let base = frames[last].base
        if keys.count - base == JSONSkipping.few { many[last] = nil }
        keys.removeLast(keys.count - base)
        frames.removeLast(1)
    }

    /// Adds a key to the innermost object.
    ///
    /// - Returns: false if it is there already.
    mutating func insert(_ key: JSONKey) -> Bool {
        let last = count - 1
        let (base, bits) = (frames[last].base, frames[last].bits)
        guard keys.count - base < JSONSkipping.few else {
            return many[last, default: Set(keys.suffix(from: base))].insert(key).inserted
        }
        if bits & key.bit != 0, keys.contains(key, from: base) { return false }
        frames[last].bits = bits | key.bit
        keys.append(key)
        return true
    }
}

/// A stack whose first elements need no memory of the heap.
private struct ShortStack<let room: Int, Element> {
    private var first: InlineArray<room, Element>
    private var rest: [Element] = []
    private(set) var count = 0

    init(repeating element: Element) { first = InlineArray(repeating: element) }

    subscript(position: Int) -> Element {
        get { position < room ? first[position] : rest[position - room] }
        set {
            if position < room { first[position] = newValue } else { rest[position - room] = newValue }
        }
    }

    mutating func append(_ element: Element) {
        if count < room { first[count] = element } else { rest.append(element) }
        count += 1
    }

    mutating func removeLast(_ number: Int) {
        count -= number
        if !rest.isEmpty { rest.removeLast(rest.count - max(0, count - room)) }
    }

    func suffix(from position: Int) -> [Element] { (position..<count).map { self[$0] } }
}

extension ShortStack where Element: Equatable {
    func contains(_ element: Element, from position: Int) -> Bool {
        for other in position..<count where self[other] == element { return true }
        return false
    }
}

extension JSONKey {
    /// One of 64 bits, equal for equal keys.
    @inline(__always)
    var bit: UInt64 {
        guard count > 0 else { return 1 }
        let sum = UInt64(start[0]) &+ UInt64(start[count - 1]) &* 5 &+ UInt64(truncatingIfNeeded: count) &* 11
        return 1 &<< sum
    }
}
