import AditJSON

extension Optional: Changeable, WireModel where Wrapped: WireCodable {
    public static func writePart(of value: Self, at path: PartPath, to writer: JSONWriter) throws(CodingFailure)
        -> WrittenPart
    {
        if let value { return try writer.write(partOfElement: path, of: value) }
        return try writer.write(partOfText: path) { writer throws(CodingFailure) in writer.writeNull() }
    }

    /// Writes nil as null, as in a list. The removal of a member that became nil is written by the member's container
    /// (``ChangeWriter``).
    @inlinable
    public static func writeChanges(of value: Self, since original: Self, to changes: ChangeWriter)
        throws(CodingFailure)
    {
        switch (original, value) {
        case (nil, nil): break
        case (let old?, let new?): try changes.report(old, new)
        case (nil, _?), (_?, nil): try changes.replace(with: value)
        }
    }
}
