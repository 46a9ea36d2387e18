/// A name for each case, in languages in which a case is a type of its own.
struct CaseNames {
    private var names: [[String]: String] = [:]

    /// - Parameter types: the types with the cases; nil for all.
    init(_ model: ClientModel, _ types: [TypeDeclaration]? = nil) {
        var table = model.names
        for type in types ?? model.types {
            for one in type.cases {
                if case .members(let name, _) = one.payload {
                    names[[type.name, one.key]] = name
                } else {
                    let name = type.name + Words.pascal(one.key)
                    names[[type.name, one.key]] = table.claim(name, name + "Case")
                }
            }
        }
    }

    /// The name of a case of a type.
    func name(_ type: String, _ one: Case) -> String { names[[type, one.key]] ?? type + Words.pascal(one.key) }
}
