import AditCodable
import AditJSON
import TestSupport
import Testing

private indirect enum Tree: Codable, Equatable { case leaf(Int), branch(left: Tree, right: Tree), only(Tree), end }
private struct Chain: Codable, Equatable { var next: [Chain] }

struct DeepNestingTests {
    @Test func `an enum that nests itself reads back`() {
        expectWire(
            Tree.branch(left: .leaf(1), right: .branch(left: .only(.only(.end)), right: .leaf(2))),
            #"{"branch":{"left":{"leaf":1},"right":{"branch":{"left":{"only":{"only":{"end":{}}}},"right":{"leaf":2}}}}}"#
        )
    }

    @Test func `up to the limit of depth it reads back`() throws {
        var tree = Tree.end
        for _ in 0..<62 { tree = .only(tree) }
        #expect(try read(Tree.self, written(tree)) == tree)
        #expect(throws: JSONSyntaxError.self) { try read(Tree.self, written(Tree.only(.only(tree)))) }
    }

    @Test func `at the limit of depth an error has its whole path`() {
        var text = "7"
        var path = ""
        for level in 0..<32 {
            text = #"{"next":[\#(text)]}"#
            path += level == 0 ? "next[0]" : ".next[0]"
        }
        #expect(refusal(of: text, as: Chain.self) == "\(path): found the number 7; an object is expected")
    }

    @Test func `deep values are written whole`() throws {
        var chain = Chain(next: [])
        for _ in 0..<500 { chain = Chain(next: [chain]) }
        let text = try written(chain)
        #expect(text.utf8.count == 501 * 11)
        #expect(try withJSON(text, depth: 1002) { try decodeBridged(Chain.self, from: $0) } == chain)
    }
}
