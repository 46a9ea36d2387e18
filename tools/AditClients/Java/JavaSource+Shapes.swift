extension JavaSource {
    // What values are is said by ``type(_:boxed:)``, as some have two types.
    static let types = ShapeTypes(
        any: "Object", bool: "Boolean", number: "Double", text: "String", integer: { _, _ in "Long" },
        list: { "List<\($0)>" }, dictionary: { "Map<String, \($0)>" }, optional: { $0 })

    /// The type of a value.
    ///
    /// - Parameter boxed: whether it may be null, or stands in a generic type.
    func type(_ shape: Shape, boxed: Bool) -> String {
        switch shape {
        case .any: "Object"
        case .bool: boxed ? "Boolean" : "boolean"
        case .constant(let value): value.text == nil ? boxed ? "Boolean" : "boolean" : "String"
        case .integer(let least, let most):
            if least >= Int64(Int32.min), most <= Int64(Int32.max) {
                boxed ? "Integer" : "int"
            } else {
                boxed ? "Long" : "long"
            }
        case .number: boxed ? "Double" : "double"
        case .text: "String"
        case .list(let element): "List<\(type(element, boxed: true))>"
        case .dictionary(_, let value): "Map<String, \(type(value, boxed: true))>"
        case .optional(let shape): type(shape, boxed: true)
        case .named(let name):
            switch model[name]?.kind {
            case .alias(let other): type(other, boxed: boxed)
            case .table(let id, let element): "Table<\(type(id, boxed: true)), \(type(element, boxed: true))>"
            default: name
            }
        }
    }
}
