import AditJSON

extension Optional: Changeable, WireModel where Wrapped: WireCodable {
    public func writePart(at path: PartPath, to writer: JSONWriter) throws(CodingFailure) -> WrittenPart {
        if let self { return try writer.write(partOfElement: path, of: self) }
        return try writer.write(partOfText: path) { writer throws(CodingFailure) in writer.writeNull() }
    }

    /// Writes nil as null, as in a list. The removal of a member that became nil is written by the member's container
    /// (``ChangeWriter``).
    public func writeChanges(since original: Self, to changes: ChangeWriter) throws(CodingFailure) {
        switch (original, self) {
        case (nil, nil): break
        case (let old?, let new?): try changes.tell(old, new)
        case (nil, _?), (_?, nil): try changes.replace(with: self)
        }
    }
}
