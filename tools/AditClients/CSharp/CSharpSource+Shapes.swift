extension CSharpSource {
    static let types = ShapeTypes(
        any: "object", bool: "bool", number: "double", text: "string",
        integer: ShapeTypes.sized(["sbyte", "byte", "short", "ushort", "int", "uint"], else: "long"),
        list: { "IReadOnlyList<\($0)>" }, dictionary: { "IReadOnlyDictionary<string, \($0)>" }, optional: { $0 })

    func type(_ shape: Shape) -> String { type(shape, isOptional: false) }

    /// The type of the value of a member.
    func type(of member: Member, beside hidden: [String] = []) -> String {
        type(member.shape.wrapped, isOptional: !member.isRequired, beside: hidden)
    }

    /// The type of a value.
    ///
    /// - Parameters:
    ///   - isOptional: whether it may be null.
    ///   - hidden: the names of classes that hide others where it stands.
    func type(_ shape: Shape, isOptional: Bool, beside hidden: [String] = []) -> String {
        func part(_ shape: Shape) -> String { type(shape, isOptional: false, beside: hidden) }
        switch shape {
        case .optional(let shape): return type(shape, isOptional: true, beside: hidden)
        case .list(let element): return CSharpSource.types.list(part(element))
        case .dictionary(_, let value): return CSharpSource.types.dictionary(part(value))
        case .named(let name):
            switch model[name]?.kind {
            case .alias(let other): return type(other, isOptional: isOptional, beside: hidden)
            case .table(let id, let element): return "Table<\(part(id)), \(part(element))>"
            case .choices: return qualified(name, beside: hidden) + (isOptional ? "?" : "")
            default: return qualified(name, beside: hidden)
            }
        default:
            let name = CSharpSource.types.type(shape)
            return name + (isOptional && !["object", "string"].contains(name) ? "?" : "")
        }
    }

    private func qualified(_ name: String, beside hidden: [String]) -> String {
        hidden.contains(name) ? "global::\(namespace).\(name)" : name
    }
}
