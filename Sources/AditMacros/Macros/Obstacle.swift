import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxMacros

/// A reason why a macro cannot generate a type's coding.
enum Obstacle {
    case structIsNoMessage, isNoMessage, isNoModel, hasOwnCoding, isPrivate, hasParameterPack

    /// - Returns: nil if there is no obstacle.
    init?(to declaration: some DeclGroupSyntax, makesMessage: Bool, in context: some MacroExpansionContext) {
        let isEnum = declaration.is(EnumDeclSyntax.self)
        let isStruct = declaration.is(StructDeclSyntax.self)
        if makesMessage, !isEnum {
            self = isStruct ? .structIsNoMessage : .isNoMessage
        } else if !isEnum, !isStruct {
            self = .isNoModel
        } else if declaration.inherits(oneOf: NestedTypes.ownCoding) {
            self = .hasOwnCoding
        } else if declaration.isPrivate, context.isInsideType {
            self = .isPrivate
        } else if declaration.hasParameterPack {
            self = .hasParameterPack
        } else {
            return nil
        }
    }

    func diagnose(at attribute: AttributeSyntax, of declaration: some DeclGroupSyntax, in expansion: Expansion) {
        switch self {
        case .structIsNoMessage:
            let model = TypeSyntax("Model")
            expansion.complain(
                .structIsNoMessage, at: attribute, fixIts: [.replace(attribute.attributeName, by: model, "use @Model")])
        case .isNoMessage: expansion.complain(.isNoMessage, at: attribute)
        case .isNoModel: expansion.complain(.isNoModel, at: attribute)
        case .hasOwnCoding: expansion.complain(.hasOwnCoding(declaration.typeName.text), at: attribute)
        case .isPrivate: expansion.complainOfPrivate(declaration)
        case .hasParameterPack: expansion.complain(.parameterPack, at: attribute)
        }
    }
}
