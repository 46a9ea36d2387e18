extension ClientModel {
    /// Whether a type that another one mentions has values of that again, without a list or a dictionary between: then a language
    /// without references has to put them elsewhere.
    func isRecursive(_ name: String, in other: String) -> Bool {
        guard let one = indices[name], let two = indices[other] else { return false }
        return components[one] == components[two]
    }

    /// Whether a value of a type has another one of it in itself, without a list or a dictionary between.
    func isRecursive(_ name: String) -> Bool { self[name]?.directNames.contains { isRecursive($0, in: name) } ?? false }
}

extension TypeDeclaration {
    /// The types of which a value is in each value of this one.
    var directNames: [String] {
        switch kind {
        case .record(let members): members.compactMap(\.shape.directName)
        case .cases, .messages:
            cases.flatMap { one -> [String] in
                switch one.payload {
                case .none: []
                case .value(let shape): [shape.directName].compactMap(\.self)
                case .members(_, let members): members.compactMap(\.shape.directName)
                }
            }
        case .alternatives(let forms): forms.flatMap { $0.members.compactMap(\.shape.directName) }
        case .union(let shapes): shapes.compactMap(\.directName)
        case .alias(let shape): [shape.directName].compactMap(\.self)
        case .choices, .table: []
        }
    }
}

extension Shape {
    fileprivate var directName: String? {
        switch self {
        case .optional(let shape): shape.directName
        case .named(let name): name
        default: nil
        }
    }
}
