import CJansson

/// An iterator over the members of an object, in the order of the text.
public struct JSONMembers {
    private let object: JSONValue
    private var position: UnsafeMutableRawPointer?

    init(of object: JSONValue) {
        self.object = object
        position = object.isTaped ? object.firstTapedMember : json_object_iter(object.node)
    }

    /// Returns the next member; nil after the last.
    public mutating func next() -> (key: JSONKey, value: JSONReader)? {
        if object.isTaped { return nextTaped() }
        return nextOfTree()
    }

    @inline(never)
    private mutating func nextOfTree() -> (key: JSONKey, value: JSONReader)? {
        guard let position else { return nil }
        guard let key = json_object_iter_key(position), let value = json_object_iter_value(position) else { return nil }
        self.position = json_object_iter_next(object.node, position)
        let start = UnsafeRawPointer(key).assumingMemoryBound(to: UInt8.self)
        return (JSONKey(start: start, count: json_object_iter_key_len(position)), JSONReader(JSONValue(value)))
    }

    @inline(__always)
    private mutating func nextTaped() -> (key: JSONKey, value: JSONReader)? {
        guard let (key, value) = object.nextTapedMember(&position), let start = key.baseAddress else { return nil }
        return (JSONKey(start: start.assumingMemoryBound(to: UInt8.self), count: key.count), JSONReader(value))
    }
}
