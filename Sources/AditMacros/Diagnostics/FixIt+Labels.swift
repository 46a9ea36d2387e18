import SwiftDiagnostics
import SwiftSyntax

extension FixIt {
    /// Adds a label to each unlabelled value of a case, named after its type.
    static func label(_ parameters: EnumCaseParameterListSyntax) -> FixIt {
        var taken = Set(parameters.compactMap(\.label))
        let labelled = parameters.map { parameter in
            guard parameter.label == nil else { return parameter }
            let base = parameter.type.labelName
            let label = ([base] + (2...parameters.count + 1).map { "\(base)\($0)" }).first { taken.insert($0).inserted }
            return
                parameter
                .with(\.firstName, .identifier(label ?? base, leadingTrivia: parameter.leadingTrivia))
                .with(\.secondName, nil)
                .with(\.colon, .colonToken(trailingTrivia: .space))
                .with(\.type.leadingTrivia, [])
        }
        return .replace(parameters, by: EnumCaseParameterListSyntax(labelled), "add labels")
    }
}

extension TypeSyntax {
    /// A label for a value of the type: `place` for a `Place`, `places` for a `[Place]`.
    fileprivate var labelName: String {
        if let type = self.as(OptionalTypeSyntax.self) { return type.wrappedType.labelName }
        if let type = self.as(ArrayTypeSyntax.self) { return "\(type.element.labelName)s" }
        guard let name = lastName else { return "value" }
        switch name {
        case "String": return "text"
        case "Bool": return "flag"
        case _ where TypeSyntax.numbers.contains(name) || ["Double", "Float"].contains(name): return "number"
        default: break
        }
        // `UUID` is `uuid`, `URLPath` is `urlPath`.
        let capitals = name.prefix(while: \.isUppercase)
        let start = capitals.count > 1 && capitals.count < name.count ? capitals.dropLast() : capitals
        return start.lowercased() + name.dropFirst(start.count)
    }
}
