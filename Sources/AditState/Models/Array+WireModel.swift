import AditJSON

extension Array: Changeable, WireModel where Element: WireCodable {
    public static func writePart(of value: Self, at path: PartPath, to writer: JSONWriter) throws(CodingFailure)
        -> WrittenPart
    {
        if let key = path.key {
            guard let index = JSONPointer.index(key.string), index < value.count else { return .nothing }
            return try writer.write(partOfElement: path.rest, of: value[index])
        }
        guard let window = path.window else {
            try value.write(to: writer)
            return .value
        }
        try Array(value[window.range(in: value.count)]).write(to: writer)
        path.shown?.show(of: value.count)
        return .slice(of: value.count)
    }

    /// Writes the inserted, removed and changed elements in as few operations as possible; the whole list if that is no
    /// larger.
    public static func writeChanges(of value: Self, since original: Self, to changes: ChangeWriter)
        throws(CodingFailure)
    {
        if value.hasMemory(of: original) { return }
        try writeWindows(of: value, since: original, to: changes)
        // The whole list is compared for a subscriber of it, or of an element.
        guard changes.isCovered || changes.part?.hasParts ?? false else { return }
        let difference: ListDifference
        if let areEqual = equality(of: Element.self) {
            difference = ListDifference(original.count, value.count) { areEqual(original[$0], value[$1]) }
        } else {
            // Encode each element once, not once per comparison.
            let (old, new) = (try texts(of: original), try texts(of: value))
            difference = ListDifference(old.count, new.count) { old[$0] == new[$1] }
        }
        // The changes within models may be small.
        if difference.isLarge, value.count != original.count || !(Element.self is any WireModel.Type) {
            return try changes.replace(with: value)
        }
        try changes.report(difference.steps, of: original.count, { original[$0] }, { value[$0] })
    }

    /// Writes the changes of the windows at the current part.
    ///
    /// - Complexity: O(elements of the windows).
    private static func writeWindows(of value: Self, since original: Self, to changes: ChangeWriter)
        throws(CodingFailure)
    {
        for subscriber in changes.removeWindows() {
            guard let window = subscriber.window else { continue }
            guard let shown = window.removeShown(), shown.ids == nil, shown.count == original.count else {
                changes.touchValue(subscriber)
                continue
            }
            let range = window.range.range(in: value.count)
            try writeChanges(of: Array(value[range]), since: Array(original[shown.range]), to: window.changes)
            window.show(of: value.count)
            if shown.count != value.count || !window.changes.set.isEmpty { changes.report(subscriber) }
        }
    }

    public static func mayHaveChanged(_ value: Self, since original: Self) -> Bool { !value.hasMemory(of: original) }

    /// Returns whether the arrays share their storage, as they do until one of them is changed.
    private func hasMemory(of other: Self) -> Bool {
        // The addresses are only compared.
        withUnsafeBufferPointer { own in
            other.withUnsafeBufferPointer { own.baseAddress == $0.baseAddress && own.count == $0.count }
        }
    }
}

private func texts(of elements: [some WireCodable]) throws(CodingFailure) -> [[UInt8]] {
    let writer = JSONWriter()
    var texts: [[UInt8]] = []
    for element in elements {
        writer.truncate(to: 0)
        try encodeWire(element, to: writer)
        texts.append(Array(writer.bytes))
    }
    return texts
}

extension Array {
    /// Removes all elements, and keeps the memory of up to `most`.
    ///
    /// Most lists of a batch have one or two elements: then this takes a tenth of `removeAll(keepingCapacity:)`
    /// (`benchmarks/run`).
    @inline(__always)
    mutating func removeAll(keepingUpTo most: Int) {
        guard count <= 4 else { return removeAll(keepingCapacity: count <= most) }
        while !isEmpty { removeLast() }
    }
}
