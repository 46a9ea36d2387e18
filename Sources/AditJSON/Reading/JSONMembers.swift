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
    @usableFromInline var place = Place.beforeFirst
    /// Whether no other member follows: at the end of the object, or where the text is not JSON.
    @usableFromInline var isOver = false
    @usableFromInline var hasEnded = false
    /// The position of the next byte: of the quote of a key, or of the value that was returned last and may not have been read.
    @usableFromInline var position: UnsafePointer<UInt8>
    /// The position of the key at which this round began.
    @usableFromInline var began: UnsafePointer<UInt8>
    /// The next key, once no name was found there: it may have escapes, or white space before its colon.
    @usableFromInline var spelled: (key: JSONKey, value: UnsafePointer<UInt8>)?
    /// The bit of the name that was asked for last.
    @usableFromInline var bit: UInt64 = 1
    /// A bit for each key so far, or for each name.
    @usableFromInline var bits: UInt64 = 0

    @usableFromInline
    enum Place { case beforeFirst, key, value, end }

    // Inlinable, so that it is made in its variable: to copy it there costs more than what it does.
    @inlinable
    init(of object: JSONReader, contents: UnsafePointer<UInt8>) {
        self.object = object
        position = contents
        began = contents
    }

    private var source: UnsafeMutablePointer<JSONText> { object.source }

    /// Advances to the next key.
    ///
    /// - Returns: false after the last member, or if the text is not JSON.
    @inline(__always)
    private mutating func advance() -> Bool {
        if place == .key { return true }
        if isOver { return false }
        let isFirst = place == .beforeFirst
        if !isFirst {
            guard let stop = source.pointee.end(of: position, depth: object.depth + 1) else { return stopHere() }
            position = stop
        }
        switch source.pointee.byte(at: &position) {
        case UInt8(ascii: "}"):
            (place, isOver) = (.end, true)
            return false
        case UInt8(ascii: "\"") where isFirst: break
        case UInt8(ascii: ",") where !isFirst:
            position += 1
            guard source.pointee.byte(at: &position) == UInt8(ascii: "\"") else { return stopHere(.key) }
            if object.depth == 0 { source.pointee.hasManyMembers = true }
        default: return stopHere(isFirst ? .keyOrEnd : .commaOrBrace)
        }
        place = .key
        return true
    }

    /// Goes behind a key.
    @inline(__always)
    private mutating func member(at value: UnsafePointer<UInt8>) -> JSONReader {
        (place, position) = (.value, value)
        return JSONReader(source, at: value, depth: object.depth + 1)
    }

    /// Ends the reading where the text is not JSON.
    @inline(never)
    private mutating func stopHere(_ reason: JSONText.Problem.Reason? = nil) -> Bool {
        if let reason { source.pointee.fail(reason, at: position) }
        (place, isOver) = (.value, true)
        return false
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
    @inline(__always)
    mutating func nextUnchecked() -> (key: JSONKey, value: JSONReader)? {
        guard advance() else {
            endIfDone()
            return nil
        }
        guard let (key, value) = source.pointee.readKey(at: position) else {
            _ = stopHere()
            return nil
        }
        return (key, member(at: value))
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
    @inlinable
    public mutating func read<T: WireCodable>(_ key: StaticString, into variable: inout T?) throws(CodingFailure) {
        // Members that may be absent are often the last ones.
        guard !isOver, let member = value(of: key), !member.isNull else { return }
        do {
            let value = try T(reading: member)
            if case nil = variable {
                // Set for the first time: nil need not be destroyed, which the compiler does not know.
                withUnsafeMutablePointer(to: &variable) { $0.initialize(to: value) }
            } else {
                variable = value
            }
        } catch {
            throw error.within(member: key)
        }
    }

    /// Goes past a member that stands next, whatever its value.
    ///
    /// - Parameter key: the key as JSON, with its colon.
    /// - Returns: whether it stood there. Null is not the same as absent.
    package mutating func pass(_ key: StaticString) -> Bool { !isOver && value(of: key) != nil }

    /// Ends a round in which all names were asked for.
    ///
    /// - Returns: whether other members follow, for another round.
    /// - Throws: ``CodingFailure``, to be passed to ``failure(_:_:)``, if the next member has none of the names.
    public mutating func hasMore() throws(CodingFailure) -> Bool {
        if !isOver, place == .value, source.pointee.endObject(object.start, behind: position) {
            hasEnded = true
            return false
        }
        return try beginRound()
    }

    /// Returns nil: a variable for a value of a type that only its default tells. The default is not evaluated.
    @inlinable
    public static func absent<T>(_: @autoclosure () -> T) -> T? { nil }

    /// Returns the value of the next member if it has a name.
    @usableFromInline
    mutating func value(of name: StaticString) -> JSONReader? {
        bit = bit &<< 1 | bit &>> 63
        guard advance() else { return nil }
        let count = name.utf8CodeUnitCount
        // Both begin with a quote. Most other names differ in the byte behind it, and the text has one there.
        guard source.pointee.end - position > count, position[1] == name.utf8Start[1],
            Memory.areEqual(position, name.utf8Start, count: count)
        else { return spelled == nil ? nil : spelledValue(of: name) }
        position += count
        guard source.pointee.byte(at: &position) != nil else {
            _ = stopHere(.value)
            return nil
        }
        return named(at: position)
    }

    @inline(never)
    private mutating func spelledValue(of name: StaticString) -> JSONReader? {
        guard let (key, value) = spelled, name.names(key) else { return nil }
        spelled = nil
        return named(at: value)
    }

    @inline(__always)
    private mutating func named(at value: UnsafePointer<UInt8>) -> JSONReader {
        // A key that is there twice. Of many names, two may share their bit.
        if bits & bit != 0 { source.pointee.isUnchecked = true }
        bits |= bit
        return member(at: value)
    }

    /// Begins another round, unless the object ends.
    @inline(never)
    private mutating func beginRound() throws(CodingFailure) -> Bool {
        guard advance() else {
            guard place == .end else { throw .unfinished }
            endIfDone()
            hasEnded = true
            return false
        }
        if position == began {
            // No name was found here.
            guard spelled == nil, let key = source.pointee.readKey(at: position) else { throw .unfinished }
            spelled = key
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
        if hasEnded { return failure }
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
        return hasEscapes ? key.text == name : key == JSONKey(start: utf8Start + 1, count: utf8CodeUnitCount - 3)
    }

    /// The name of the key.
    fileprivate var name: String {
        var text = JSONText(utf8Start, count: utf8CodeUnitCount, depth: 0)
        defer { text.free() }
        return text.readString(at: utf8Start, isKey: true)?.text.text ?? ""
    }
}
