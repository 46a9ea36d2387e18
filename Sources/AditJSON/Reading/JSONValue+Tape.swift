import CJansson

// Accessors of values on a tape (``isTaped``). For a value that is only a type, all of them return no result.
extension JSONValue {
    /// Creates a value on a tape. Its header is the node's first member.
    @inline(__always)
    init(_ node: UnsafeMutablePointer<TapeNode>) {
        self.init(UnsafeMutableRawPointer(node).assumingMemoryBound(to: json_t.self))
    }

    /// Whether the value is on a tape, and more than a type.
    @inline(__always)
    package var isTaped: Bool { node.pointee.type.rawValue & TapeNode.mark != 0 }

    /// The node of a value that is on a tape.
    @inline(__always)
    private var taped: UnsafeMutablePointer<TapeNode> {
        UnsafeMutableRawPointer(node).assumingMemoryBound(to: TapeNode.self)
    }

    @inline(__always)
    var tapedKind: Kind {
        switch node.pointee.type {
        case TapeNode.object: .object
        case TapeNode.array: .array
        case TapeNode.string: .string
        case TapeNode.integer: .integer
        case TapeNode.real, TapeNode.rounded: .real
        default: .null
        }
    }

    @inline(__always)
    var tapedInteger: Int64? {
        switch node.pointee.type {
        case TapeNode.integer: Int64(taped.pointee.bits)
        case TapeNode.real: JSONValue.whole(Double(bitPattern: UInt64(UInt(bitPattern: taped.pointee.bits))))
        default: nil
        }
    }

    @inline(__always)
    var tapedNumber: Double? {
        switch node.pointee.type {
        case TapeNode.integer: Double(nearestTo: Int64(taped.pointee.bits))
        case TapeNode.real, TapeNode.rounded: Double(bitPattern: UInt64(UInt(bitPattern: taped.pointee.bits)))
        default: nil
        }
    }

    @inline(__always)
    var tapedBytes: UnsafeBufferPointer<UInt8>? {
        guard node.pointee.type == TapeNode.string else { return nil }
        return UnsafeBufferPointer(start: taped.pointee.start, count: taped.pointee.bits)
    }
}

// MARK: - Objects and arrays

extension JSONValue {
    /// A member of an object on a tape, or an element of an array.
    typealias Taped = (key: UnsafeRawBufferPointer, value: JSONValue)

    @inline(__always)
    var tapedCount: Int {
        switch node.pointee.type {
        case TapeNode.object, TapeNode.array: taped.pointee.bits
        default: 0
        }
    }

    /// The position of an object's first member; nil if this is not an object on a tape, or is empty.
    @inline(__always)
    var firstTapedMember: UnsafeMutableRawPointer? {
        guard node.pointee.type == TapeNode.object, taped.pointee.size > 1 else { return nil }
        return UnsafeMutableRawPointer(taped + 1)
    }

    /// Advances to the next member.
    ///
    /// - Parameter position: the position from ``firstTapedMember``; nil after the last.
    @inline(__always)
    func nextTapedMember(_ position: inout UnsafeMutableRawPointer?) -> Taped? {
        guard let member = position?.assumingMemoryBound(to: TapeNode.self) else { return nil }
        let next = member + Int(member.pointee.size)
        position = next < taped + Int(taped.pointee.size) ? UnsafeMutableRawPointer(next) : nil
        let key = UnsafeRawBufferPointer(start: member.pointee.key, count: Int(member.pointee.keyCount))
        return (key, JSONValue(member))
    }

    @inline(__always)
    func tapedElement(_ index: Int) -> JSONValue? {
        guard node.pointee.type == TapeNode.array, index >= 0, index < taped.pointee.bits else { return nil }
        var element = taped + 1
        // Usually each element takes one node.
        if Int(taped.pointee.size) == taped.pointee.bits + 1 { return JSONValue(element + index) }
        for _ in 0..<index { element += Int(element.pointee.size) }
        return JSONValue(element)
    }

    @inline(__always)
    func tapedElement(_ index: Int, after last: JSONValue?) -> JSONValue? {
        guard let last, node.pointee.type == TapeNode.array, index < taped.pointee.bits else {
            return tapedElement(index)
        }
        return JSONValue(last.taped + Int(last.taped.pointee.size))
    }

    /// The only member of an object on a tape; nil for other values.
    @inline(__always)
    var onlyTapedMember: (key: JSONKey, value: JSONValue)? {
        guard node.pointee.type == TapeNode.object, taped.pointee.bits == 1 else { return nil }
        let member = taped + 1
        return (JSONKey(start: member.pointee.key, count: Int(member.pointee.keyCount)), JSONValue(member))
    }

    /// Returns the object without some of its members. Members before a removed one move up to close the gap; the
    /// original object becomes invalid.
    func withoutTapedMembers(where isLeftOut: (UnsafeRawBufferPointer) -> Bool) -> JSONValue {
        var object = taped
        var position = firstTapedMember
        while let member = JSONValue(object).nextTapedMember(&position) {
            guard isLeftOut(member.key) else { continue }
            let size = Int(member.value.taped.pointee.size)
            object.pointee.size -= UInt32(truncatingIfNeeded: size)
            object.pointee.bits -= 1
            (object + size).update(from: object, count: member.value.taped - object)
            object += size
        }
        return JSONValue(object)
    }

    func tapedMember(_ key: UnsafeRawBufferPointer) -> JSONValue? {
        var position = firstTapedMember
        while let member = nextTapedMember(&position) {
            if member.key.elementsEqual(key) { return member.value }
        }
        return nil
    }
}
