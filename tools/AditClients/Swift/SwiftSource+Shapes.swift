extension SwiftSource {
    static let types = ShapeTypes(
        any: "AditTyped.JSONValue", bool: "Bool", number: "Double", text: "String", uuid: "AditTyped.UUIDText",
        timestamp: "AditTyped.Timestamp", day: "AditTyped.Day",
        integer: ShapeTypes.sized(["Int8", "UInt8", "Int16", "UInt16", "Int32", "UInt32"], else: "Int"),
        list: { "[\($0)]" }, dictionary: { "[String: \($0)]" }, optional: { $0 + "?" })

    static func literal(_ text: String) -> String { PlainText.literal(text, PlainText.bracedEscape) }
}
