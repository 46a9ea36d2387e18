extension GoSource {
    static let types = shapeTypes("typed.")
    private static let ownTypes = shapeTypes("")

    private static func shapeTypes(_ prefix: String) -> ShapeTypes {
        ShapeTypes(
            any: "any", bool: "bool", number: "float64", text: "string", uuid: prefix + "UUID",
            timestamp: prefix + "Timestamp", day: prefix + "Day",
            integer: ShapeTypes.sized(["int8", "uint8", "int16", "uint16", "int32", "uint32"], else: "int64"),
            list: { "[]\($0)" }, dictionary: { "map[string]\($0)" }, optional: { "*\($0)" })
    }

    func type(_ shape: Shape) -> String { isOwn ? GoSource.ownTypes.type(shape) : GoSource.types.type(shape) }

    /// Whether nil is a value of its type, so that it needs no pointer to be absent.
    func isNilable(_ shape: Shape) -> Bool {
        switch shape {
        case .any, .list, .dictionary: true
        case .named(let name):
            switch model[name]?.kind {
            case .cases, .messages: true
            case .alias(let other): isNilable(other)
            default: false
            }
        default: false
        }
    }

    static func literal(_ text: String) -> String { PlainText.literal(text, PlainText.longEscape) }

    /// The tag of a field: its key, behind `?` if it may be absent, and behind `=` where that would be misread.
    static func tag(_ key: String, isOptional: Bool, isSecret: Bool) -> String {
        let mark = isOptional ? "?" : key.hasPrefix("?") || key.hasPrefix("=") ? "=" : ""
        let secret = isSecret ? #" secret:"true""# : ""
        let plain = key.utf8.allSatisfy { (0x20..<0x7f).contains($0) && !"\"\\`".utf8.contains($0) }
        if plain { return "`adit:\"\(mark)\(key)\"\(secret)`" }
        // A text in a text.
        return literal("adit:" + literal(mark + key) + secret)
    }
}
