// The parts of a value, for code that looks for some of them. Each search scans the value from its start.
extension JSONReader {
    /// Returns an iterator over the members of an object.
    ///
    /// - Throws: ``CodingFailure`` if the value is not an object.
    @inlinable
    public func members() throws(CodingFailure) -> JSONMembers { JSONMembers(of: self, contents: try beginObject()) }

    /// Returns the position of what stands in an object.
    @usableFromInline
    func beginObject() throws(CodingFailure) -> UnsafePointer<UInt8> {
        guard isObject else { throw expected("an object") }
        try checkDepth()
        source.pointee.begin()
        return contents
    }

    /// The position of what stands in an object.
    @inline(__always)
    private var contents: UnsafePointer<UInt8> {
        var position = start + 1
        _ = source.pointee.byte(at: &position)
        return position
    }

    /// Returns the only member of an object: a case with its values.
    ///
    /// - Throws: ``CodingFailure`` if the value is not an object, or is empty.
    public func onlyMember() throws(CodingFailure) -> JSONCase { try JSONCase(of: self) }

    /// Returns an iterator over the elements of an array.
    ///
    /// - Throws: ``CodingFailure`` if the value is not an array.
    @usableFromInline
    package func elements() throws(CodingFailure) -> JSONElements {
        guard isArray else { throw expected("an array") }
        try checkDepth()
        return JSONElements(of: self)
    }

    /// Refuses an object or array that nests too deep.
    @inline(__always)
    private func checkDepth() throws(CodingFailure) {
        guard depth < source.pointee.deepest else { throw tooDeep() }
    }

    @inline(never)
    private func tooDeep() -> CodingFailure {
        source.pointee.fail(.depth, at: start)
        return CodingFailure(path: "", reason: "nested too deep")
    }

    /// Calls `body` with each key and value of an object, in the order of the text; never for other kinds.
    ///
    /// - Throws: the error of `body`.
    public func forEachMember<E: Error>(_ body: (String, JSONReader) throws(E) -> Void) throws(E) {
        guard isObject, var members = try? members() else { return }
        var before = source.pointee.mark
        while let (key, value) = members.next() {
            let name = key.text
            source.pointee.release(to: before)
            try body(name, value)
            before = source.pointee.mark
        }
    }

    /// Calls `body` with each element of an array, in order; never for other kinds.
    ///
    /// - Throws: the error of `body`.
    public func forEachElement<E: Error>(_ body: (JSONReader) throws(E) -> Void) throws(E) {
        guard isArray, var elements = try? elements() else { return }
        while let element = elements.next() { try body(element) }
    }

    /// The value of a key; nil if this is not an object or the key is absent.
    package subscript(key: String) -> JSONReader? {
        guard isObject, var members = try? members() else { return nil }
        while let (name, value) = members.nextUnchecked() {
            if name.bytes.elementsEqual(key.utf8) { return value }
        }
        return nil
    }

    /// The element of an array; nil if this is not an array or the index is out of range.
    package subscript(index: Int) -> JSONReader? {
        guard isArray, index >= 0, var elements = try? elements() else { return nil }
        for _ in 0..<index where elements.next() == nil { return nil }
        return elements.next()
    }

    /// The number of members of an object or elements of an array; 0 for other kinds.
    package var count: Int {
        var count = 0
        forEachMember { (_, _) throws(Never) in count += 1 }
        forEachElement { _ in count += 1 }
        return count
    }

    /// The elements of an array, of which each may be read; empty for other kinds.
    package var array: [JSONReader] {
        var array: [JSONReader] = []
        forEachElement { array.append($0) }
        return array
    }

    /// Whether the object has another member than its first; known once its first one was read.
    package var hasManyMembers: Bool { source.pointee.hasManyMembers }

    /// Lets the outermost object have other members behind the case that it is read as: ``hasManyMembers`` says so then.
    package func allowMembersBesideCase() { source.pointee.allowsMembersBeside = true }

    /// Returns an iterator over the members of an object whose first value has just been read, and is not scanned again; nil of
    /// another value.
    package func membersAgain() -> JSONMembers? { isObject ? JSONMembers(of: self, contents: contents) : nil }

    /// Whether the object has a key that begins with `@`.
    package var hasControlKeys: Bool {
        guard isObject, var members = try? members() else { return false }
        while let (key, _) = members.nextUnchecked() {
            if key.count > 0, key[0] == UInt8(ascii: "@") { return true }
        }
        return false
    }

    /// The first key of an object; nil if this is not an object or it is empty.
    package var firstKey: JSONKey? {
        guard isObject, var members = try? members() else { return nil }
        return members.nextUnchecked()?.key
    }
}
