import SwiftDiagnostics
import SwiftParser
import SwiftSyntax
import SwiftSyntaxMacroExpansion
import SwiftSyntaxMacros

@testable import AditMacros

/// What the macros make of a file, and what they say of it.
struct Expanded {
    /// The file with what was generated.
    let code: String
    private let source: String
    private let context: BasicMacroExpansionContext

    init(_ source: String) {
        self.source = source
        let file = Parser.parse(source: source)
        let context = BasicMacroExpansionContext(
            sourceFiles: [file: .init(moduleName: "App", fullFilePath: "App.swift")])
        let expanded = file.expand(
            macroSpecs: Expanded.macros,
            contextGenerator: { node in
                BasicMacroExpansionContext(sharingWith: context, lexicalContext: node.allMacroLexicalContexts())
            },
            indentationWidth: .spaces(4))
        code = expanded.description
        self.context = context
    }

    private static let macros: [String: MacroSpec] = {
        let model: [TypeSyntax] = ["WireCodable", "Changeable", "WireModel", "WireKey"]
        var macros = [
            "Message": MacroSpec(type: MessageMacro.self, conformances: ["WireCodable", "WireMessage"]),
            "Model": MacroSpec(type: ModelMacro.self, conformances: model),
        ]
        for marker in DirectionMark.markers.keys { macros[marker] = MacroSpec(type: DirectionMacro.self) }
        for level in 1...8 {
            macros["_Nested\(level)"] = MacroSpec(type: NestedMacro.self, conformances: model)
        }
        return macros
    }()

    /// What was said, with the line and the column: `1:16 a tuple has no form on the wire; …`.
    var complaints: [String] {
        context.diagnostics.map { diagnostic in
            let location = context.location(for: diagnostic.position, anchoredAt: diagnostic.node, fileName: "")
            return "\(location.line):\(location.column) \(diagnostic.message)"
        }
    }

    /// What the fix-its offer to do.
    var fixIts: [String] { context.diagnostics.flatMap(\.fixIts).map(\.message.message) }

    /// The file after one of the fix-its.
    func fixed(by message: String) -> String {
        var source = Array(source.utf8)
        for fixIt in context.diagnostics.flatMap(\.fixIts) where fixIt.message.message == message {
            for case .replace(let old, let new) in fixIt.changes {
                let start = context.location(for: old.position, anchoredAt: old, fileName: "").offset
                let end = context.location(for: old.endPosition, anchoredAt: old, fileName: "").offset
                source.replaceSubrange(start..<end, with: Array(new.description.utf8))
            }
            break
        }
        return String(decoding: source, as: UTF8.self)
    }
}
