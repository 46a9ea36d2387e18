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
