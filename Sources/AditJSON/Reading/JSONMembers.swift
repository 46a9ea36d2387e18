/// The members of an object, read one after the other.
///
/// ``next()`` returns them in the order of the text. Generated decoders ask for them by name instead, in rounds: in each, all
/// names are asked for in the order of their declaration, and those that stand next are read. A text in that order takes one
/// round, and any other is read in one pass, too.
///
/// ```swift
/// var x: Int?
/// var y = JSONMembers.absent(0)
/// var members = try reader.members()
/// do throws(CodingFailure) {
///     repeat {
///         try members.read(#""x":"#, into: &x)
///         try members.read(#""y":"#, into: &y)
///     } while try members.hasMore()
///     return Point(x: try reader.required(x, #""x":"#), y: y ?? 0)
/// } catch {
///     throw members.failure(error, "x", "y")
/// }
/// ```
public struct JSONMembers {
    @usableFromInline let object: JSONReader
    /// Where the iteration stands.
    @usableFromInline var place: Place
    /// The position of the next byte: of the quote of a key, or of the value that was returned last and may not have been read.
    @usableFromInline var position: UnsafePointer<UInt8>
    /// The position of the key at which this round began.
    @usableFromInline var began: UnsafePointer<UInt8>
    /// The next key at ``Place/spelled``.
    @usableFromInline var spelled: (key: JSONKey, value: UnsafePointer<UInt8>)?
    /// The bit of the name that was asked for last.
    @usableFromInline var bit: UInt64 = 1
    /// A bit for each key so far, or for each name.
    @usableFromInline var bits: UInt64 = 0

    @usableFromInline
    enum Place {
        case beforeFirst, value, key
        /// At a key that no name was found for as it stands: it may have escapes, or white space before its colon.
        case spelled
        case end
        /// Where the text is not JSON.
        case broken
    }

    /// - Parameter contents: the position behind the brace and white space.
    // Inlinable, so that it is made in its variable: to copy it there costs more than what it does.
    @inlinable
    init(of object: JSONReader, contents: UnsafePointer<UInt8>) {
        self.object = object
        position = contents
        began = contents
        place = contents < object.source.pointee.end && contents.pointee == UInt8(ascii: "\"") ? .key : .beforeFirst
    }

    @usableFromInline var source: UnsafeMutablePointer<JSONText> { @inline(__always) get { object.source } }

    /// Advances to the next key, or to the end.
    @usableFromInline
    mutating func advance() {
        let isFirst = place == .beforeFirst
        guard isFirst || place == .value else { return }
        if !isFirst {
            guard let stop = source.pointee.end(of: position, depth: object.depth &+ 1) else { return stopHere() }
            position = stop
        }
        switch source.pointee.byte(at: &position) {
        case UInt8(ascii: "}"):
            place = .end
            return
        case UInt8(ascii: "\"") where isFirst: break
        case UInt8(ascii: ",") where !isFirst:
            position += 1
            guard source.pointee.byte(at: &position) == UInt8(ascii: "\"") else { return stopHere(.key) }
            if object.depth == 0 { source.pointee.hasManyMembers = true }
        default: return stopHere(isFirst ? .keyOrEnd : .commaOrBrace)
        }
        place = .key
    }

    /// The value that the iteration stands at.
    @inlinable var value: JSONReader {
        @inline(__always) get { JSONReader(source, at: position, depth: object.depth &+ 1) }
    }

    /// Ends the reading where the text is not JSON.
    @inline(never)
    private mutating func stopHere(_ reason: JSONText.Problem.Reason? = nil) {
        if let reason { source.pointee.fail(reason, at: position) }
        place = .broken
    }
}

// MARK: - In the order of the text

extension JSONMembers {
    /// Returns the next member; nil after the last.
    public mutating func next() -> (key: JSONKey, value: JSONReader)? {
        guard let (key, value) = nextUnchecked() else { return nil }
        // Few keys share their bit. If two do, the text is checked once it has been read.
        if bits & key.bit != 0 { source.pointee.isUnchecked = true }
        bits |= key.bit
        return (key, value)
    }

    /// Returns the next member, whose key may be there twice.
    @usableFromInline
    @inline(__always)
    mutating func nextUnchecked() -> (key: JSONKey, value: JSONReader)? {
        advance()
        guard place == .key || place == .spelled else {
            endIfDone()
            return nil
        }
        guard let (key, value) = source.pointee.readKey(at: position) else {
            stopHere()
            return nil
        }
        (place, position) = (.value, value)
        return (key, self.value)
    }

    /// Notes that the object was read as a whole.
    @inline(__always)
    private mutating func endIfDone() {
        guard place == .end else { return }
        source.pointee.record(from: object.start, to: position + 1)
    }
}

// MARK: - By name

extension JSONMembers {
    /// Reads the value of a key into a variable if it stands next. Null is the same as absent.
    ///
    /// - Parameters:
    ///   - key: the key as JSON, with its colon: `"item":`.
    ///   - variable: the variable, which stays as it is otherwise.
    /// - Throws: ``CodingFailure``, to be passed to ``failure(_:_:)``, if it has the wrong type.
    // Inlined, so that the compiler compares the bytes of the key, which it knows, without a call.
    @inlinable
    @inline(__always)
    public mutating func read<T: WireCodable>(_ key: StaticString, into variable: inout T?) throws(CodingFailure) {
        if find(key) { try readValue(of: key, into: &variable) }
    }

    @inlinable
    mutating func readValue<T: WireCodable>(of key: StaticString, into variable: inout T?) throws(CodingFailure) {
        if !value.isNull {
            do { variable = try T(reading: value) } catch { throw error.within(member: key) }
        }
        advance()
    }

    /// Goes past a member that stands next, whatever its value.
    ///
    /// - Parameter key: the key as JSON, with its colon.
    /// - Returns: whether it stood there. Null is not the same as absent.
    package mutating func pass(_ key: StaticString) -> Bool {
        guard find(key) else { return false }
        advance()
        return true
    }

    /// Ends a round in which all names were asked for.
    ///
    /// - Returns: whether other members follow, for another round.
    /// - Throws: ``CodingFailure``, to be passed to ``failure(_:_:)``, if the next member has none of the names.
    public mutating func hasMore() throws(CodingFailure) -> Bool {
        if place == .beforeFirst { advance() }
        guard place == .end else { return try beginRound() }
        endIfDone()
        return false
    }

    /// Returns nil: a variable for a value of a type that only its default tells. The default is not evaluated.
    @inlinable
    public static func absent<T>(_: @autoclosure () -> T) -> T? { nil }

    /// Goes to the value of the next member if it has a name.
    @inlinable
    @inline(__always)
    mutating func find(_ name: StaticString) -> Bool {
        bit = bit &<< 1 | bit &>> 63
        let count = name.utf8CodeUnitCount
        guard place == .key, source.pointee.end - position > count,
            Memory.areEqual(position, name.utf8Start, count: count)
        else { return place == .spelled && findSpelled(name) }
        position += count
        return enter()
    }

    /// Goes to the value behind a colon.
    @inlinable
    @inline(__always)
    mutating func enter() -> Bool {
        place = .value
        // A key that is there twice. Of many names, two may share their bit.
        if bits & bit != 0 { recordTwice() }
        bits |= bit
        return position.pointee > UInt8(ascii: " ") || skipSpace()
    }

    @usableFromInline
    mutating func recordTwice() { source.pointee.isUnchecked = true }

    @usableFromInline
    mutating func skipSpace() -> Bool {
        if source.pointee.byte(at: &position) != nil { return true }
        stopHere(.value)
        return false
    }

    @usableFromInline
    mutating func findSpelled(_ name: StaticString) -> Bool {
        guard let (key, value) = spelled, name.names(key) else { return false }
        spelled = nil
        position = value
        return enter()
    }

    /// Begins another round.
    @inline(never)
    private mutating func beginRound() throws(CodingFailure) -> Bool {
        guard place == .key else { throw .unfinished }
        if position == began {
            // No name was found here.
            guard let key = source.pointee.readKey(at: position) else { throw .unfinished }
            (place, spelled) = (.spelled, key)
        }
        (began, bit) = (position, 1)
        return true
    }
}

// MARK: - Failures

extension JSONMembers {
    /// Returns the failure of an object: that of its first unknown key, or else that of a value.
    ///
    /// - Parameters:
    ///   - failure: the failure of a value, or of ``hasMore()``.
    ///   - names: the keys that the type has.
    public mutating func failure(_ failure: CodingFailure, _ names: StaticString...) -> CodingFailure {
        // Then all its keys are known.
        if place == .end { return failure }
        source.pointee.isUnchecked = true
        var unknown: JSONKey?
        func look(at key: JSONKey) {
            if unknown == nil, !names.contains(where: key.matches) { unknown = key }
        }
        while let (key, _) = nextUnchecked() { look(at: key) }
        return unknown.map { object.unknownKey($0, names) } ?? failure
    }
}

extension JSONReader {
    /// Returns the value that was read for a key of this object.
    ///
    /// - Parameters:
    ///   - value: the variable that ``JSONMembers`` read it into.
    ///   - key: the key as JSON, with its colon.
    /// - Throws: ``CodingFailure``, to be passed to ``JSONMembers/failure(_:_:)``, if it is absent, and its type has no value for
    ///   that.
    @inlinable
    public func required<T: WireCodable>(_ value: T?, _ key: StaticString) throws(CodingFailure) -> T {
        if let value { return value }
        if let absent = T.absent { return absent }
        throw missing(member: key)
    }

    /// The failure of a missing key.
    ///
    /// - Parameter key: the key as JSON, with its colon.
    @usableFromInline
    func missing(member key: StaticString) -> CodingFailure { missing(named: key.name) }
}

extension CodingFailure {
    /// The failure of an object whose next member has none of the names, or is not JSON.
    fileprivate static var unfinished: CodingFailure { CodingFailure(path: "", reason: "found another key") }

    /// Returns the failure with a key prepended to its path.
    ///
    /// - Parameter key: the key as JSON, with its colon.
    @usableFromInline
    func within(member key: StaticString) -> CodingFailure { within(key.name) }
}

// Keys as JSON, with their colons.
extension StaticString {
    /// Returns whether a key has this name.
    @inline(never)
    fileprivate func names(_ key: JSONKey) -> Bool {
        let hasEscapes = UnsafeRawBufferPointer(start: utf8Start, count: utf8CodeUnitCount).hasByte(UInt8(ascii: "\\"))
        if hasEscapes { return name.isSpelled(as: key.text) }
        return key == JSONKey(start: utf8Start + 1, count: utf8CodeUnitCount - 3)
    }

    /// The name of the key.
    fileprivate var name: String {
        var text = JSONText(utf8Start, count: utf8CodeUnitCount, depth: 0)
        defer { text.free() }
        return text.readString(at: utf8Start, isKey: true)?.text.text ?? ""
    }
}
