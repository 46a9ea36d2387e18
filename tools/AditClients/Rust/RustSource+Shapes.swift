extension RustSource {
    static let types = ShapeTypes(
        any: "typed::Value", bool: "bool", number: "f64", text: "String", uuid: "typed::Uuid",
        timestamp: "typed::Timestamp", day: "typed::Day",
        integer: ShapeTypes.sized(["i8", "u8", "i16", "u16", "i32", "u32", "u64"], else: "i64"),
        list: { "Vec<\($0)>" }, dictionary: { "BTreeMap<String, \($0)>" }, optional: { "Option<\($0)>" })

    /// The type of a member of another type, which is in a box if it has values of that again.
    func type(_ shape: Shape, in owner: String) -> String {
        switch shape {
        case .optional(let shape): "Option<\(type(shape, in: owner))>"
        case .named(let name): model.isRecursive(name, in: owner) ? "Box<\(name)>" : name
        default: type(shape)
        }
    }

    static func literal(_ text: String) -> String { PlainText.literal(text, PlainText.bracedEscape) }
}
