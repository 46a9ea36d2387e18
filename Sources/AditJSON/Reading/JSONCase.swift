/// The only member of an object: a case of an enum, with its values.
public struct JSONCase {
    /// The name of the case.
    public let key: JSONKey
    /// Its values.
    public let value: JSONReader
    /// The first byte of the object.
    private let start: UnsafePointer<UInt8>

    /// Begins to read an object. Whether it ends after its first member is found by ``end()``.
    ///
    /// - Throws: ``CodingFailure`` if the value is not an object, or is empty.
    @inline(__always)
    init(of object: JSONReader) throws(CodingFailure) {
        let source = object.source
        var position = object.start + 1
        guard object.isObject, object.depth < source.pointee.deepest,
            source.pointee.byte(at: &position) == UInt8(ascii: "\""),
            let (key, value) = source.pointee.readKey(at: position)
        else { throw JSONCase.none(in: object) }
        self.key = key
        self.value = JSONReader(source, at: value, depth: object.depth &+ 1)
        start = object.start
    }

    private var object: JSONReader { JSONReader(value.source, at: start, depth: value.depth - 1) }

    @inline(never)
    private static func none(in object: JSONReader) -> CodingFailure {
        do throws(CodingFailure) {
            guard object.isObject else { throw object.expected("an object with one case") }
            var members = try object.members()
            _ = members.next()
            return object.notOneCase()
        } catch {
            return error
        }
    }

    /// Ends the object.
    ///
    /// - Throws: ``CodingFailure``, to be passed to ``failure(_:)``, if it has another member, unless it is a text's outermost
    ///   object, behind which the core reads Adit's keys.
    public func end() throws(CodingFailure) {
        if !value.source.pointee.endObject(start, behind: value.start) { try endElsewhere() }
    }

    /// Ends the object if white space follows, or the value was not read.
    @inline(never)
    private func endElsewhere() throws(CodingFailure) {
        guard isOnly() || object.depth == 0 && object.source.pointee.allowsMembersBeside else {
            throw object.notOneCase()
        }
    }

    /// Returns the failure of an object: that it has more members, or else that of its value.
    public func failure(_ failure: CodingFailure) -> CodingFailure {
        object.source.pointee.isUnchecked = true
        return isOnly() ? failure.within(key) : object.notOneCase()
    }

    /// The failure of an object whose case is unknown: `no case "ad"; did you mean "add"? one of add, check, delete`.
    public func unknown(_ names: StaticString...) -> CodingFailure {
        guard isOnly() else { return object.notOneCase() }
        return CodingFailure(path: "", reason: ErrorSentences.unknownCase(key.text, names.map(\.text)))
    }

    /// Goes behind the object, unless it has another member.
    private func isOnly() -> Bool {
        let source = object.source
        guard var position = source.pointee.end(of: value.start, depth: value.depth) else { return true }
        switch source.pointee.byte(at: &position) {
        case UInt8(ascii: "}"): source.pointee.record(from: object.start, to: position + 1)
        case UInt8(ascii: ","):
            if object.depth == 0 { source.pointee.hasManyMembers = true }
            return false
        default: source.pointee.fail(.commaOrBrace, at: position)
        }
        return true
    }
}
