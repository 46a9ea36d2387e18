import AditJSON

extension Array: Changeable, WireModel where Element: WireCodable {
    public func writePart(at path: PartPath, to writer: JSONWriter) throws(CodingFailure) -> WrittenPart {
        if let key = path.key {
            guard let index = JSONPointer.index(key.string), index < count else { return .nothing }
            return try writer.write(partOfElement: path.rest, of: self[index])
        }
        guard let window = path.window else {
            try write(to: writer)
            return .value
        }
        try Array(self[window.range(in: count)]).write(to: writer)
        return .slice(of: count)
    }

    /// Writes the inserted, removed and changed elements in as few operations as possible; the whole list if that is no
    /// larger.
    public func writeChanges(since original: Self, to changes: ChangeWriter) throws(CodingFailure) {
        if hasMemory(of: original) { return }
        let difference: ListDifference
        if let areEqual = equality(of: Element.self) {
            difference = ListDifference(original.count, count) { areEqual(original[$0], self[$1]) }
        } else {
            // Encode each element once, not once per comparison.
            let (old, new) = (try texts(of: original), try texts(of: self))
            difference = ListDifference(old.count, new.count) { old[$0] == new[$1] }
        }
        // The changes within models may be small.
        if difference.isLarge, count != original.count || !(Element.self is any WireModel.Type) {
            return try changes.replace(with: self)
        }
        var present = original.count
        for step in difference.steps {
            switch step {
            case .insert(let index):
                present += 1
                try changes.insert(self[index], at: index, of: present)
            case .remove(let index):
                try changes.remove(at: index, of: present)
                present -= 1
            case .move(let from, let index): try changes.move(from: from, to: index)
            case .alter(let old, let index):
                guard changes.enter("\(index)") else { break }
                defer { changes.leave() }
                try changes.tell(original[old], self[index])
            }
        }
    }

    public func mayHaveChanged(since original: Self) -> Bool { !hasMemory(of: original) }

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
