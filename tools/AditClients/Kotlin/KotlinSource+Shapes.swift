extension KotlinSource {
    static let types = ShapeTypes(
        any: "Any?", bool: "Boolean", number: "Double", text: "String",
        integer: { $0 >= Int64(Int32.min) && $1 <= Int64(Int32.max) ? "Int" : "Long" }, list: { "List<\($0)>" },
        dictionary: { "Map<String, \($0)>" }, optional: { $0.hasSuffix("?") ? $0 : $0 + "?" })

    static func literal(_ text: String) -> String {
        PlainText.literal(text, escapesDollar: true, PlainText.utf16Escape)
    }
}
