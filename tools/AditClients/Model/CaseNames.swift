/// A name for each case, in languages in which a case is a type.
struct CaseNames {
    private var names: [[String]: String] = [:]

    /// Names beside those of the enums.
    init(_ model: ClientModel, _ types: [TypeDeclaration]) {
        var table = model.names
        for type in types {
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

    /// Names in the types of their enums.
    init(in types: [TypeDeclaration], _ spelling: FieldNames) {
        for type in types {
            // A type in another one has not its name.
            for (one, name) in zip(type.cases, spelling.names(type.cases.map(\.key), beside: [type.name])) {
                names[[type.name, one.key]] = name
            }
        }
    }

    /// The name of a case of a type.
    func name(_ type: String, _ one: Case) -> String { names[[type, one.key]] ?? type + Words.pascal(one.key) }
}
