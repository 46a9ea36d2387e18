extension JavaSource {
    /// The types in generic ones.
    static let types = ShapeTypes(
        any: "Object", bool: "Boolean", number: "Double", text: "String",
        integer: { $0 >= Int64(Int32.min) && $1 <= Int64(Int32.max) ? "Integer" : "Long" },
        list: { "List<\($0)>" }, dictionary: { "Map<String, \($0)>" }, optional: { $0 })

    /// The types of values that are not null.
    private static let unboxed = ["Boolean": "boolean", "Double": "double", "Integer": "int", "Long": "long"]

    /// The type of a value.
    ///
    /// - Parameter boxed: whether it may be null, or stands in a generic type.
    func type(_ shape: Shape, boxed: Bool) -> String {
        switch shape {
        case .list(let element): return JavaSource.types.list(type(element, boxed: true))
        case .dictionary(_, let value): return JavaSource.types.dictionary(type(value, boxed: true))
        case .optional(let shape): return type(shape, boxed: true)
        case .named(let name):
            switch model[name]?.kind {
            case .alias(let other): return type(other, boxed: boxed)
            case .table(let id, let element): return "Table<\(type(id, boxed: true)), \(type(element, boxed: true))>"
            default: return name
            }
        default:
            let name = JavaSource.types.type(shape)
            return boxed ? name : JavaSource.unboxed[name] ?? name
        }
    }
}
