import SwiftParser
import SwiftSyntax
import SwiftSyntaxMacroExpansion
import Testing

@testable import AditMacros

/// What is taken from comments.
struct DocTests {
    private func doc(_ comment: String) -> Doc { Doc(before: Parser.parse(source: "\(comment)\ncase add(item: Item)")) }

    @Test func `lines lose their marks`() {
        #expect(doc("/// Puts an item\n/// on the list.").text == "Puts an item\non the list.")
        #expect(doc("///Tight.\n///\n///     code\n///").text == "Tight.\n\n     code")
    }

    @Test func `blocks lose their marks and stars`() {
        #expect(doc("/** Puts an item. */").text == "Puts an item.")
        #expect(doc("/**\n   Puts an item\n     on the list.\n */").text == "Puts an item\n  on the list.")
        #expect(
            doc("/** Puts an item\n *  on the list.\n *\n * Always.\n */").text
                == "Puts an item\n on the list.\n\nAlways.")
    }

    @Test func `other comments say nothing`() {
        #expect(doc("// Not this.\n/* Nor this. */").isEmpty)
        #expect(doc("// Not this.\n/// But this.\n// Nor that.").text == "But this.")
        #expect(doc("/// One.\n/** Two. */\n/// Three.").text == "One.\nTwo.\nThree.")
    }

    @Test func `parameters are taken out`() {
        let one = doc(
            "/// Puts an item.\n///\n/// - Parameter item: what to do,\n///   and when\n/// - Note: At the end.")
        #expect(one.text == "Puts an item.\n\n- Note: At the end.")
        #expect(one.parameters == ["item": "what to do,\nand when"])

        let list = doc("/// - Parameters:\n///   - item: what\n///   - `in`: which\n///     list\n/// Always.")
        #expect(list.text == "Always.")
        #expect(list.parameters == ["item": "what", "in": "which\nlist"])

        let block = doc("/** Puts an item.\n    - Parameter item: what\n    - Parameter at: where */")
        #expect(block.text == "Puts an item.")
        #expect(block.parameters == ["item": "what", "at": "where"])
    }

    @Test func `a list of other things stays`() {
        #expect(doc("/// - Parameter\n/// - first: one").text == "- Parameter\n- first: one")
    }

    @Test func `each thing has the comment before it`() throws {
        let file = Parser.parse(
            source: """
                enum Kind {
                    /// Both.
                    case one, two  /// Not of three.
                    case three(/// The x.
                        x: Int, /** The y. */ y: Int,
                        /// The z.
                        z: Int)
                    case four,
                        /// Five.
                        five
                    /// Six.
                    /// - Parameter a: The a.
                    case six(a: Int, /** The b. */ b: Int)
                }
                """)
        let declaration = try #require(file.statements.first?.item.as(EnumDeclSyntax.self))
        let shape = EnumShape(declaration, in: Expansion(in: BasicMacroExpansionContext()))
        #expect(shape.cases.map(\.doc) == ["Both.", "Both.", "", "", "Five.", "Six."])
        #expect(shape.cases[2].values.map(\.doc) == ["The x.", "The y.", "The z."])
        #expect(shape.cases[5].values.map(\.doc) == ["The a.", "The b."])
    }

    @Test func `a doc is a literal in the schema`() {
        let code = Expanded("/// Says \"hi\" \\(name)\n/// twice.\n@Model struct Item { var text: String }").code
        #expect(code.contains(#"definitions.define(Self.self, "Says \"hi\" \\(name)\ntwice.")"#))
    }
}
