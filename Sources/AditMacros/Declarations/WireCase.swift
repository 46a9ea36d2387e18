import SwiftSyntax

/// A case of an enum, with its form on the wire.
struct WireCase {
    enum Payload {
        case none
        /// One value without a label.
        case value(WireValue)
        /// Several values, or a labelled one, in declaration order; nil for one that is not coded.
        case labelled([WireValue?])
    }

    /// Its name in the source.
    let name: String
    /// Its name on the wire.
    let key: String
    let doc: String
    let payload: Payload
    /// The direction of its marker; nil if unmarked.
    var mark: String?

    /// The coded values.
    var values: [WireValue] {
        switch payload {
        case .none: []
        case .value(let value): [value]
        case .labelled(let values): values.compactMap { $0 }
        }
    }
}

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
        let isAlone = parameters.count == 1 && parameters.first?.label == nil
        // Among others, a value without a label has its position as a label, as in Swift's synthesized coding.
        let labels = parameters.enumerated().map { $1.label ?? (isAlone ? "" : "_\($0)") }
        let keys = CodingKeyNames(ofLabelsOf: name, in: declaration)
        keys?.check(against: isAlone ? [] : labels, what: "label", expansion)
        var values: [WireValue?] = []
        for (index, parameter) in parameters.enumerated() {
            values.append(
                WireValue(
                    parameter, labels[index], named: name.appending(index), keys: isAlone ? nil : keys,
                    docs: doc.parameters, in: expansion))
            // The first one may be the object of the verb: `tag(item, with: tag)`.
            if index > 0, parameter.label == nil, keys == nil {
                let keysName = CodingKeyNames.name(ofLabelsOf: name)
                expansion.complain(.unlabelled(labels[index], keys: keysName), at: parameter)
            }
        }
        if isAlone, let value = values.first, let value {
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
            guard let value, let other = keys.updateValue(value.name ?? value.key, forKey: value.key) else { continue }
            expansion.complain(.doubledKey(value.key, of: other), at: parameter)
        }
    }
}

extension WireValue {
    /// - Parameters:
    ///   - label: its label as a key; empty for the only value of a case.
    ///   - typeName: the name of its type in generated code.
    ///   - docs: the descriptions of labels in the case's documentation.
    /// - Returns: nil if the value is not coded.
    fileprivate init?(
        _ parameter: EnumCaseParameterSyntax, _ label: String, named typeName: String, keys: CodingKeyNames?,
        docs: [String: String],
        in expansion: Expansion
    ) {
        name = parameter.label
        let plainName = label.withoutBackticks
        if let keys, keys[plainName] == nil {
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
