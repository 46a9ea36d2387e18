// Texts are compared by bytes, as keys are: String's comparison takes time quadratic in the number of combining marks.
extension JSON: Hashable {
    /// Returns whether two values are the same JSON. Texts are compared by bytes: `é` as one scalar differs from `e`
    /// with an accent. Numbers are compared by bits: 0.0 differs from -0.0.
    public static func == (left: JSON, right: JSON) -> Bool {
        switch (left, right) {
        case (.null, .null): true
        case (.bool(let left), .bool(let right)): left == right
        case (.integer(let left), .integer(let right)): left == right
        case (.number(let left), .number(let right)): left.bitPattern == right.bitPattern
        case (.string(let left), .string(let right)): left.isSpelled(as: right)
        case (.array(let left), .array(let right)): left == right
        case (.object(let left), .object(let right)): left == right
        default: false
        }
    }

    public func hash(into hasher: inout Hasher) {
        switch self {
        case .null: hasher.combine(0 as UInt8)
        case .bool(let bool): hasher.combine(bool)
        case .integer(let integer): hasher.combine(integer)
        case .number(let number): hasher.combine(number.bitPattern)
        case .string(let string): hasher.combine(ByteString(string))
        case .array(let elements): hasher.combine(elements)
        case .object(let members): hasher.combine(members)
        }
    }
}
