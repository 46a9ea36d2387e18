// For languages in which all messages of an app are the cases of one enum.
extension Operations {
    /// A case of that enum.
    struct Top: Sendable {
        let key: String
        /// The name of the case in the language.
        fileprivate(set) var name = ""
        /// The type of its value; of a message without a feature, that of all messages.
        let type: String
        /// `request` or `response`, if that is below the key.
        let wrapper: String?
        /// The case, of a message without a feature.
        let one: Case?

        /// The case with its value.
        var asCase: Case { one ?? Case(key: key, doc: "", payload: .value(.named(type))) }
    }

    /// - Parameter names: the names of cases in the language.
    func tops(_ branches: [Branch], _ names: FieldNames) -> [Top] {
        var tops: [Top] = []
        for branch in branches {
            guard let key = branch.path.first else {
                let cases = types.first { $0.name == branch.type }?.cases ?? []
                tops += cases.map { Top(key: $0.key, type: branch.type, wrapper: nil, one: $0) }
                continue
            }
            // Of a mixed type, requests are one case of several.
            if branch.path.count == 2, branches.contains(where: { $0.path == [key] }) { continue }
            tops.append(Top(key: key, type: branch.type, wrapper: branch.path.dropFirst().first, one: nil))
        }
        for (index, name) in names.names(tops.map(\.key)).enumerated() { tops[index].name = name }
        return tops
    }
}

extension ClientModel {
    /// The types of the app, but for those of the root, whose cases are those of that enum.
    var appTypes: [TypeDeclaration] {
        let roots = (operations.toCore + operations.toHost).filter(\.path.isEmpty).map(\.type)
        return operations.types.map { operations.mixed[$0.name] ?? $0 }.filter { !roots.contains($0.name) }
    }
}
