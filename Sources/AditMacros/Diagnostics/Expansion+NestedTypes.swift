import SwiftDiagnostics
import SwiftSyntax

extension Expansion {
    func complainOfPrivate(_ type: any DeclGroupSyntax) {
        guard let modifier = type.modifiers.first(where: { $0.name.tokenKind == .keyword(.private) }) else { return }
        let wider = DeclModifierSyntax(name: .keyword(.fileprivate))
        complain(
            .privateType(type.typeName.text), at: modifier,
            fixIts: [.remove(modifier, "remove 'private'"), .replace(modifier, by: wider, "use 'fileprivate'")])
    }

    func complainOfDepth(_ type: any DeclGroupSyntax) {
        complain(
            .tooDeep(type.typeName.text), at: type.typeName, fixIts: [.insert("@Model ", before: type, "add @Model")])
    }
}
