import SwiftSyntax

extension WireCase {
    init(
        _ element: EnumCaseElementSyntax, key: String, of declaration: EnumDeclSyntax, in expansion: Expansion
    ) {
        name = element.name.text
        self.key = key
        let own = Doc(before: element)
        let doc = own.isEmpty ? element.group.map { Doc(before: $0) } ?? own : own
        self.doc = doc.text
        if case .marked(let direction)? = element.group.flatMap({ DirectionMark($0.attributes) }) { mark = direction }
        guard let parameters = element.parameterClause?.parameters else {
            payload = .none
            return
        }
        if parameters.count > 1, let unlabelled = parameters.first(where: { $0.label == nil }) {
            expansion.complain(.unlabelled, at: unlabelled, fixIts: [.label(parameters)])
        }
        let keys = CodingKeyNames(ofLabelsOf: name, in: declaration)
        keys?.check(against: parameters.compactMap(\.label), what: "label", expansion)
        var values: [WireValue?] = []
        for (index, parameter) in parameters.enumerated() {
            values.append(
                WireValue(parameter, named: name.appending(index), keys: keys, docs: doc.parameters, in: expansion))
        }
        if let value = values.first, let value, value.name == nil {
            payload = .value(value)
        } else {
            payload = .labelled(values)
            WireCase.checkKeys(zip(parameters, values), expansion)
        }
    }

    private static func checkKeys(
        _ values: some Sequence<(EnumCaseParameterSyntax, WireValue?)>, _ expansion: Expansion
    ) {
        var keys: [String: String] = [:]
        for (parameter, value) in values {
            guard let value, let name = value.name, let other = keys.updateValue(name, forKey: value.key) else {
                continue
            }
            expansion.complain(.doubledKey(value.key, of: other), at: parameter)
        }
    }
}

extension WireValue {
    /// - Parameters:
    ///   - typeName: the name of its type in generated code.
    ///   - docs: the descriptions of labels in the case's documentation.
    /// - Returns: nil if the value is not coded.
    fileprivate init?(
        _ parameter: EnumCaseParameterSyntax, named typeName: String, keys: CodingKeyNames?, docs: [String: String],
        in expansion: Expansion
    ) {
        name = parameter.label
        let plainName = (name ?? "").withoutBackticks
        if let keys, let name, keys[name] == nil {
            if parameter.defaultValue == nil {
                expansion.complain(.leftOutValue(plainName, of: keys.name), at: parameter)
            }
            return nil
        }
        key = keys?[plainName] ?? plainName
        let own = Doc(before: parameter)
        doc = own.isEmpty ? docs[plainName] ?? "" : own.text
        type = parameter.type
        self.typeName = typeName
        defaultValue = parameter.defaultValue?.value.unlessNil
        line = expansion.line(of: parameter.type)
        TypeCheck.check(parameter.type, expansion)
        if defaultValue != nil, parameter.type.isOptional { expansion.complain(.optionalDefault, at: parameter) }
    }
}
