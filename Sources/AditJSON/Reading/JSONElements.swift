/// The elements of an array, read one after the other.
@usableFromInline
package struct JSONElements {
    private let array: JSONReader
    /// The position behind the last element that was read, or its start.
    private var position: UnsafePointer<UInt8>
    private var last: UnsafePointer<UInt8>?
    private var isFirst = true

    init(of array: JSONReader) {
        self.array = array
        position = array.start + 1
    }

    /// Returns the next element; nil after the last.
    @usableFromInline
    package mutating func next() -> JSONReader? {
        // Most elements are read, and the next one follows at once.
        if let last, let next = array.source.pointee.nextElement(behind: last) {
            self.last = next
            return JSONReader(array.source, at: next, depth: array.depth + 1)
        }
        return nextElsewhere()
    }

    @inline(never)
    private mutating func nextElsewhere() -> JSONReader? {
        let source = array.source
        if let last {
            guard let stop = source.pointee.end(of: last, depth: array.depth + 1) else { return stopHere() }
            position = stop
            self.last = nil
        }
        guard let byte = source.pointee.byte(at: &position) else {
            return fail(isFirst ? .valueOrEnd : .commaOrBracket)
        }
        if byte == UInt8(ascii: "]") {
            source.pointee.record(from: array.start, to: position + 1)
            return nil
        }
        if !isFirst {
            guard byte == UInt8(ascii: ",") else { return fail(.commaOrBracket) }
            position += 1
            guard source.pointee.byte(at: &position) != nil else { return fail(.value) }
        }
        isFirst = false
        last = position
        return JSONReader(source, at: position, depth: array.depth + 1)
    }

    @inline(never)
    private mutating func fail(_ reason: JSONText.Problem.Reason) -> JSONReader? {
        array.source.pointee.fail(reason, at: position)
        return stopHere()
    }

    /// Ends the reading where the text is not JSON.
    @inline(never)
    private mutating func stopHere() -> JSONReader? {
        (position, last, isFirst) = (array.source.pointee.end, nil, false)
        return nil
    }
}
