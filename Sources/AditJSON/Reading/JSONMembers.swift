import Glibc

/// The members of an object, read one after the other.
///
/// ``next()`` returns them in the order of the text. Generated decoders ask for them by name instead, in the order of their
/// declaration, by ``read(_:)``: usually the text has the same order, and each is read where it stands. Whether a key that
/// does not stand there follows later is found by one scan of the rest. If it does, all members are searched for, once.
public struct JSONMembers {
    let object: JSONReader
    /// The position behind the last key or value that was read.
    private var position: UnsafePointer<UInt8>
    /// The start of the last value, which may not have been read.
    private var last: UnsafePointer<UInt8>?
    private var isFirst = true
    /// Whether it stands before the end of the object.
    private var isAtEnd = false
    private var hasEnded = false
    /// The number of the index of all members, once they were asked for in another order; -1 before.
    private var number = -1
    /// A bit for each key ahead, once another key than the wanted one stood there.
    private var ahead: UInt64?
    /// A bit for each key so far.
    private var bits: UInt64 = 0
    /// The number of members that were asked for by name.
    private var found = 0

    init(of object: JSONReader) {
        self.object = object
        position = object.start + 1
        object.source.pointee.begin()
    }

    private var source: UnsafeMutablePointer<JSONText> { object.source }

    /// Advances to the next key.
    ///
    /// - Returns: the position of its first quote; nil after the last member, or if the text is not JSON.
    @inline(__always)
    private mutating func advance() -> UnsafePointer<UInt8>? {
        if let last {
            guard let stop = source.pointee.end(of: last, depth: object.depth + 1) else { return stopHere() }
            position = stop
            self.last = nil
        }
        switch source.pointee.byte(at: &position) {
        case UInt8(ascii: "}"):
            isAtEnd = true
            return nil
        case UInt8(ascii: "\"") where isFirst: return position
        case UInt8(ascii: ",") where !isFirst:
            var key = position + 1
            guard source.pointee.byte(at: &key) == UInt8(ascii: "\"") else { return noKey(.key, at: key) }
            if object.depth == 0 { source.pointee.hasManyMembers = true }
            return key
        default: return noKey(isFirst ? .keyOrEnd : .commaOrBrace, at: position)
        }
    }

    /// Goes behind a key.
    @inline(__always)
    private mutating func member(at value: UnsafePointer<UInt8>) -> JSONReader {
        isFirst = false
        last = value
        return JSONReader(source, at: value, depth: object.depth + 1)
    }

    @inline(never)
    private mutating func noKey(
        _ reason: JSONText.Problem.Reason, at place: UnsafePointer<UInt8>
    ) -> UnsafePointer<UInt8>? {
        source.pointee.fail(reason, at: place)
        return stopHere()
    }

    /// Ends the reading where the text is not JSON.
    @inline(never)
    private mutating func stopHere() -> UnsafePointer<UInt8>? {
        (position, last, isFirst) = (source.pointee.end, nil, false)
        return nil
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
        guard let place = advance() else {
            endIfDone()
            return nil
        }
        guard let (key, value) = source.pointee.readKey(at: place) else {
            _ = stopHere()
            return nil
        }
        return (key, member(at: value))
    }

    /// Notes that the object was read as a whole.
    @inline(__always)
    private mutating func endIfDone() {
        guard position < source.pointee.end else { return }
        source.pointee.record(from: object.start, to: position + 1)
    }
}

// MARK: - By name

extension JSONMembers {
    /// Returns the value of a key; nil if absent.
    ///
    /// - Parameter key: the key as JSON, with its colon: `"item":`.
    @usableFromInline
    mutating func value(of key: StaticString) -> JSONReader? {
        if isAtEnd { return nil }
        if number < 0 {
            guard let place = advance() else { return nil }
            let count = key.utf8CodeUnitCount
            if source.pointee.end - place > count, memcmp(place, key.utf8Start, count) == 0 {
                position = place + count
                guard source.pointee.byte(at: &position) != nil else {
                    _ = noKey(.value, at: position)
                    return nil
                }
                found &+= 1
                return member(at: position)
            }
            guard mayFollow(key, from: place) else { return nil }
        }
        return search(for: key)
    }

    /// Returns whether a key may stand behind another one.
    @inline(never)
    private mutating func mayFollow(_ key: StaticString, from place: UnsafePointer<UInt8>) -> Bool {
        guard let ahead = ahead ?? scan(from: place), !key.hasEscapes else { return true }
        self.ahead = ahead
        return ahead & key.plain.bit != 0
    }

    /// Scans the rest of the object, and returns a bit for each key; nil if two share theirs, or the text is not JSON.
    private func scan(from place: UnsafePointer<UInt8>) -> UInt64? {
        var (bits, position) = (0 as UInt64, place)
        while true {
            guard let (key, value) = source.pointee.readKey(at: position),
                let stop = source.pointee.skip(value, depth: object.depth + 1), bits & key.bit == 0
            else { return nil }
            bits |= key.bit
            position = stop
            guard source.pointee.byte(at: &position) == UInt8(ascii: ",") else { return bits }
            position += 1
            guard source.pointee.byte(at: &position) == UInt8(ascii: "\"") else { return nil }
        }
    }

    private var index: JSONIndex? { number < 0 ? nil : source.pointee.ownMemory.indexes[number] }

    /// Looks for a key in the index.
    @inline(never)
    private mutating func search(for key: StaticString) -> JSONReader? {
        if number < 0 {
            guard let index = JSONIndex(of: object) else {
                _ = stopHere()
                return nil
            }
            let memory = source.pointee.ownMemory
            number = memory.indexes.count
            isAtEnd = false
            memory.indexes.append(index)
        }
        guard let value = index?[key] else { return nil }
        found += 1
        return value
    }

    /// Reads the value of a key; absent and null are the same.
    ///
    /// - Parameter key: the key as JSON, with its colon: `"item":`.
    /// - Throws: ``CodingFailure`` if it is missing and required, or has the wrong type.
    @inlinable
    public mutating func read<T: WireCodable>(_ key: StaticString) throws(CodingFailure) -> T {
        guard let member = value(of: key), !member.isNull else {
            if let absent = T.absent { return absent }
            throw missing(key)
        }
        do {
            return try T(reading: member)
        } catch {
            throw error.within(member: key)
        }
    }

    /// Reads the value of a key, or returns the default if it is absent or null.
    @inlinable
    public mutating func read<T: WireCodable>(
        _ key: StaticString, default value: @autoclosure () -> T
    ) throws(CodingFailure) -> T {
        guard let member = self.value(of: key), !member.isNull else { return value() }
        do {
            return try T(reading: member)
        } catch {
            throw error.within(member: key)
        }
    }

    /// Reads the value of a key into a variable, which keeps its value if the key is absent or null.
    @inlinable
    public mutating func read<T: WireCodable>(_ key: StaticString, into variable: inout T) throws(CodingFailure) {
        guard let member = self.value(of: key), !member.isNull else { return }
        do {
            variable = try T(reading: member)
        } catch {
            throw error.within(member: key)
        }
    }

    /// Ends the object.
    ///
    /// - Throws: ``CodingFailure``, to be passed to ``failure(_:_:)``, if it has members that were not asked for.
    public mutating func end() throws(CodingFailure) {
        if isAtEnd {
            endIfDone()
        } else if number >= 0 || !(last.map { source.pointee.endObject(object.start, behind: $0) } ?? false) {
            try endElsewhere()
        }
        hasEnded = true
    }

    @inline(never)
    private mutating func endElsewhere() throws(CodingFailure) {
        if let index {
            guard found == index.count else { throw .unfinished }
            source.pointee.record(from: object.start, to: index.end)
        } else {
            guard advance() == nil else { throw .unfinished }
            endIfDone()
        }
    }
}

// MARK: - Failures

extension JSONMembers {
    /// Returns the failure of an object: that of its first unknown key, or else that of a value.
    ///
    /// - Parameters:
    ///   - failure: the failure of a value, or of ``end()``.
    ///   - names: the keys that the type has.
    public mutating func failure(_ failure: CodingFailure, _ names: StaticString...) -> CodingFailure {
        // Then it is a failure of what follows the object.
        if hasEnded { return failure }
        source.pointee.isUnchecked = true
        var unknown: JSONKey?
        func look(at key: JSONKey) {
            if unknown == nil, !names.contains(where: key.matches) { unknown = key }
        }
        if let index {
            for (key, _) in index.members { look(at: key) }
            source.pointee.record(from: object.start, to: index.end)
        } else {
            while let (key, _) = nextUnchecked() { look(at: key) }
        }
        return unknown.map { object.unknownKey($0, names) } ?? failure
    }

    /// The failure of a missing key.
    ///
    /// - Parameter key: the key as JSON, with its colon.
    @usableFromInline
    func missing(_ key: StaticString) -> CodingFailure { object.missing(named: key.name) }
}

extension CodingFailure {
    /// The failure of an object with more members than were asked for.
    fileprivate static var unfinished: CodingFailure { CodingFailure(path: "", reason: "found another key") }

    /// Returns the failure with a key prepended to its path.
    ///
    /// - Parameter key: the key as JSON, with its colon.
    @usableFromInline
    func within(member key: StaticString) -> CodingFailure { within(key.name) }
}

extension JSONIndex {
    /// Returns the value of a key; nil if absent.
    ///
    /// - Parameter key: the key as JSON, with its colon.
    fileprivate subscript(key: StaticString) -> JSONReader? {
        key.hasEscapes ? self[key.name] : self[key.plain]
    }
}

// Keys as JSON, with their colons.
extension StaticString {
    fileprivate var hasEscapes: Bool { memchr(utf8Start, Int32(UInt8(ascii: "\\")), utf8CodeUnitCount) != nil }

    /// The name of a key without escapes.
    fileprivate var plain: JSONKey { JSONKey(start: utf8Start + 1, count: utf8CodeUnitCount - 3) }

    /// The name of the key.
    fileprivate var name: String {
        var text = JSONText(utf8Start, count: utf8CodeUnitCount, depth: 0)
        defer { text.free() }
        return text.readString(at: utf8Start, isKey: true)?.text.text ?? ""
    }
}
