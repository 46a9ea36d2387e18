/// A text that is being read: its bounds, and what has been found in it so far. ``JSONReader`` is one of its values.
///
/// The functions that scan take the position of what they read, and return the position behind it. They return nil where
/// the text is not JSON; then ``problem`` says why. They read no byte at or after ``end``: each access is preceded by a
/// comparison.
// Positions are parameters and results, not a property: so they stay in registers.
@usableFromInline
struct JSONText {
    @usableFromInline typealias Position = UnsafePointer<UInt8>

    let start: Position
    @usableFromInline let end: Position
    /// The maximum nesting of objects and arrays.
    let deepest: Int
    /// Whether the text has at least the length of a word.
    let hasEightBytes: Bool

    /// The first error of syntax.
    private(set) var problem: Problem?
    /// Whether a part of the text may have a key twice, or be no JSON at all: what stood behind an error of shape, which a
    /// decoder may have caught.
    var isUnchecked = false
    /// Whether the outermost object has more than one member.
    var hasManyMembers = false
    /// Whether it may have more, though it is read as a case.
    var allowsMembersBeside = false
    /// The maximum number of values, and the number that ``skip(_:depth:)`` may still pass.
    var mostValues = Int.max
    var valuesLeft = Int.max

    /// The value that was read last as a whole; at ``end`` at first.
    private var readStart: Position
    private var readEnd: Position

    /// The string that was skipped last, so that it need not be scanned again; at ``end`` at first.
    private var skippedStart: Position
    private var skippedEnd: Position
    private var skipped: JSONKey

    /// The memory of strings that had escapes. A string is never longer than its escaped form, and so no text needs more than
    /// its own length, unless it is read twice: then it gets further blocks.
    private var block: UnsafeMutablePointer<UInt8>?
    private var blockEnd: UnsafeMutablePointer<UInt8>?
    /// The position for the next copied string.
    private var unused: UnsafeMutablePointer<UInt8>?
    /// Memory that few texts need. It keeps this value a plain one, which is quick to create.
    private var memory: Unmanaged<JSONMemory>?

    /// Creates a text, which must stay valid as long as it is read.
    // Inlined: made in its place, it need not be copied.
    @inline(__always)
    init(_ start: Position, count: Int, depth: Int) {
        self.start = start
        end = start + count
        deepest = depth
        hasEightBytes = count >= 8
        readStart = end
        readEnd = end
        skippedStart = end
        skippedEnd = end
        skipped = JSONKey(start: start, count: 0)
    }

    /// Creates a text from bytes that are in memory, of which there may be none.
    init(_ bytes: Slice<UnsafeMutableRawBufferPointer>, depth: Int) {
        let bytes = UnsafeRawBufferPointer(rebasing: bytes).assumingMemoryBound(to: UInt8.self)
        // Of memory without an address nothing is read.
        self.init(bytes.baseAddress ?? StaticString("").utf8Start, count: bytes.count, depth: depth)
    }

    /// Frees the memory. The text must not be read afterwards.
    @inline(__always)
    func free() {
        block?.deallocate()
        memory?.release()
    }
}

// MARK: - Values that were read

extension JSONText {
    /// Notes that a value was read as a whole: what follows it is found without another scan.
    @inline(__always)
    mutating func record(from start: Position, to stop: Position) { (readStart, readEnd) = (start, stop) }

    /// Notes that a value is read anew.
    @inline(__always)
    mutating func begin() { readStart = end }

    /// Returns whether the value at a position was read last.
    @inline(__always)
    func wasRead(_ start: Position) -> Bool { readStart == start }

    /// Returns the position behind a value, which is skipped unless it was read last.
    @inline(__always)
    mutating func end(of start: Position, depth: Int) -> Position? {
        readStart == start ? readEnd : skip(start, depth: depth)
    }

    /// Returns the element behind one that was read last, if nothing but a comma stands between them.
    @inline(__always)
    func nextElement(behind value: Position) -> Position? {
        guard readStart == value, end - readEnd > 1, readEnd.pointee == UInt8(ascii: ","),
            readEnd[1] > UInt8(ascii: " ")
        else { return nil }
        return readEnd + 1
    }

    /// Goes behind a value that was read last and is the last one in an object: to its end.
    ///
    /// - Returns: whether the object ends there.
    @inline(__always)
    mutating func endObject(_ object: Position, behind value: Position) -> Bool {
        guard readStart == value, readEnd < end, readEnd.pointee == UInt8(ascii: "}") else { return false }
        (readStart, readEnd) = (object, readEnd + 1)
        return true
    }
}

// MARK: - Errors

extension JSONText {
    /// An error of syntax, by the place of the unexpected byte.
    struct Problem {
        enum Reason {
            case value, valueOrEnd, key, keyOrEnd, colon, commaOrBrace, commaOrBracket, end, digit
            case string, escape, surrogate, control, encoding, nulInKey
            case doubledKey, depth, integer, number, values
        }

        let reason: Reason
        let place: Position
    }

    /// Notes an error, unless there was one before.
    ///
    /// - Returns: nil, the result of a scan that found one.
    @inline(never)
    @discardableResult
    mutating func fail(_ reason: Problem.Reason, at place: Position) -> Position? {
        if problem == nil { problem = Problem(reason: reason, place: place) }
        return nil
    }
}

extension JSONText {
    /// Returns the position of the quote before a key; nil if the key was copied.
    func place(of key: JSONKey) -> Position? { key.start > start && key.start <= end ? key.start - 1 : nil }
}

// MARK: - White space, and words

extension JSONText {
    /// Skips white space, and returns the next byte; nil at the end.
    @inline(__always)
    func byte(at position: inout Position) -> UInt8? {
        // Usually there is no white space.
        if position < end, position.pointee > UInt8(ascii: " ") { return position.pointee }
        position = endOfSpace(from: position, to: end)
        return position < end ? position.pointee : nil
    }

    /// Reads `true`, `false` or `null`.
    @inline(__always)
    mutating func word(_ word: StaticString, at position: Position) -> Position? {
        let count = word.utf8CodeUnitCount
        guard end - position >= count, Memory.areEqual(position, word.utf8Start, count: count) else {
            return fail(.value, at: position)
        }
        return position + count
    }
}

/// Returns the position of the first byte that is not white space, or the end.
@inline(never)
private func endOfSpace(from start: UnsafePointer<UInt8>, to end: UnsafePointer<UInt8>) -> UnsafePointer<UInt8> {
    var position = start
    while position < end, isSpace(position.pointee) { position += 1 }
    return position
}

private func isSpace(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\t") || byte == UInt8(ascii: "\r")
}

// MARK: - Strings that were skipped

extension JSONText {
    /// Notes a string that was skipped.
    @inline(__always)
    mutating func record(skipped string: JSONKey, from start: Position, to stop: Position) {
        (skippedStart, skippedEnd, skipped) = (start, stop, string)
    }

    /// Returns the string at a position if it was skipped last.
    @inline(__always)
    func skippedString(at start: Position) -> (text: JSONKey, stop: Position)? {
        skippedStart == start ? (skipped, skippedEnd) : nil
    }
}

// MARK: - Memory

/// The former memory of strings that had escapes, in a text that needed more of it.
final class JSONMemory {
    var blocks: [(start: UnsafeMutablePointer<UInt8>, end: UnsafeMutablePointer<UInt8>)] = []

    deinit { for block in blocks { block.start.deallocate() } }
}

extension JSONText {
    /// The memory, which is made when it is first asked for.
    var ownMemory: JSONMemory {
        mutating get {
            if let memory { return memory.takeUnretainedValue() }
            let new = JSONMemory()
            memory = Unmanaged.passRetained(new)
            return new
        }
    }

    /// Returns memory for a string with escapes.
    ///
    /// - Parameter start: the position behind its first quote.
    mutating func room(from start: Position) -> UnsafeMutablePointer<UInt8> {
        guard let block, let unused, let blockEnd else { return begin(blockOf: end - start) }
        // Usually all that follows has room, and the end of the string need not be found before.
        if blockEnd - unused >= end - start { return unused }
        let count = escapedCount(from: start)
        if blockEnd - unused >= count { return unused }
        ownMemory.blocks.append((block, blockEnd))
        return begin(blockOf: max(count, JSONText.leastBlock))
    }

    private mutating func begin(blockOf count: Int) -> UnsafeMutablePointer<UInt8> {
        let new = UnsafeMutablePointer<UInt8>.allocate(capacity: count + 1)
        (block, unused, blockEnd) = (new, new, new + count)
        return new
    }

    /// The minimum size of the blocks after the first one.
    private static var leastBlock: Int { 1 << 12 }

    /// Returns the length of a string with its escapes; that of the rest of the text if it does not end.
    private func escapedCount(from start: Position) -> Int {
        var position = start
        while position < end, position.pointee != UInt8(ascii: "\"") {
            // A backslash, and the character that it escapes.
            position += position.pointee == UInt8(ascii: "\\") && end - position > 1 ? 2 : 1
        }
        return position - start
    }

    /// Keeps the string that was written last to ``room(from:)``.
    mutating func retain(to end: UnsafeMutablePointer<UInt8>) { unused = end }

    /// The place of the next copied string, to be restored when later ones are no longer used.
    var mark: UnsafeMutablePointer<UInt8>? { unused }

    mutating func release(to mark: UnsafeMutablePointer<UInt8>?) {
        guard let mark, let block, let blockEnd else { return }
        if mark < block || mark > blockEnd { freeBlocks(after: mark) }
        unused = mark
    }

    /// Frees the blocks that were begun after a mark.
    @inline(never)
    private mutating func freeBlocks(after mark: UnsafeMutablePointer<UInt8>) {
        while let start = block, let end = blockEnd, mark < start || mark > end,
            let former = ownMemory.blocks.popLast()
        {
            start.deallocate()
            (block, blockEnd) = former
        }
    }
}
