import SwiftCompilerPlugin
import SwiftSyntaxMacros

@main
struct AditMacrosPlugin: CompilerPlugin {
    let providingMacros: [any Macro.Type] = [
        MessageMacro.self, ModelMacro.self, NestedMacro.self, DirectionMacro.self,
    ]
}
