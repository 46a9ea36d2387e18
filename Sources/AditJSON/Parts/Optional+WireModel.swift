extension Optional: Changeable, WireModel where Wrapped: WireCodable {
    public func writePart(at path: PartPath, to writer: JSONWriter) throws(CodingFailure) -> WrittenPart {
        if let self { return try writer.write(partOfElement: path, of: self) }
        return try writer.write(partOfText: path) { writer throws(CodingFailure) in writer.writeNull() }
    }

    /// Tells of nil as of null, which it is in a list. A member that has become nil is gone: that has been told then by who
    /// tells of the member (``ChangeWriter``).
    public func writeChanges(since original: Self, to changes: ChangeWriter) throws(CodingFailure) {
        switch (original, self) {
        case (nil, nil): break
        case (let old?, let new?): try changes.tell(old, new)
        case (nil, _?), (_?, nil): try changes.replace(with: self)
        }
    }
}
