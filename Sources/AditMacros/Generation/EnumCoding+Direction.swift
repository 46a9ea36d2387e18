import SwiftSyntax

extension EnumCoding {
    /// The function that returns the direction of a message; nil if all cases inherit the direction of the enclosing
    /// ones.
    var direction: String? {
        var branches: [String] = []
        var hasPlainCase = false
        for wireCase in shape.cases {
            let outer = wireCase.mark.map { "Adit.CaseDirection.marked(.\($0))" }
            if let value = deeper(wireCase) {
                let call = "(\(value.typed("value0"))).direction(within: \(outer ?? "outer"))"
                branches.append("case .\(wireCase.name)(let value0): return \(call)\n")
            } else if let outer {
                branches.append("case .\(wireCase.name): return \(outer)\n")
            } else {
                hasPlainCase = true
            }
        }
        if branches.isEmpty, shape.mark == nil { return nil }
        var body: String
        if branches.isEmpty {
            body = "return outer"
        } else {
            body = "switch self {\n\(branches.joined())\(hasPlainCase ? "default: return outer\n" : "")}"
        }
        switch shape.mark {
        case .marked(let direction): body = "let outer = Adit.CaseDirection.marked(.\(direction))\n\(body)"
        case .named(let direction): body = "let outer = outer.named(.\(direction))\n\(body)"
        case nil: break
        }
        let parameter = "within outer: Adit.CaseDirection"
        return """
            \(context.access)func direction(\(parameter)) -> Adit.CaseDirection\(context.whereClause) {
            \(body.indented())
            }
            """
    }

    /// Returns the value in which the cases of a message continue; nil if they end.
    private func deeper(_ wireCase: WireCase) -> WireValue? {
        guard case .value(let value) = wireCase.payload, let type = value.type,
            type.isOptional || !type.isCopied, !emptyTypes.contains(type.trimmedDescription)
        else { return nil }
        return value
    }
}
