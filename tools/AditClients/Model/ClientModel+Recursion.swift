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
        // A table has a list of its ids, and a dictionary of its elements.
        if case .table = kind { [] } else { shapes.compactMap(\.directName) }
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
