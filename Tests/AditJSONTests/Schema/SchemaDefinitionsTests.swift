import AditJSON
import Testing

private struct Leaf {}
private enum Outer { struct Leaf {} }
private struct Größe {}
private struct Pair<A> {}
private final class Tree {}

/// GIVEN types WHEN they are described THEN each is among the definitions once, by a name of its own.
struct SchemaDefinitionsTests {
    private let definitions = SchemaDefinitions()

    private func define<T>(_ type: T.Type) -> String { rendered(definitions.define(type) { .boolean }) }

    @Test func `a type is described once`() {
        var count = 0
        for _ in 0..<3 {
            _ = definitions.define(Leaf.self, "Green.") {
                count += 1
                return .string
            }
        }
        #expect(count == 1)
        let schemas = definitions.all.map { rendered($0.schema, doc: $0.doc) }
        #expect(schemas == [#"{"description":"Green.","type":"string"}"#])
    }

    @Test func `a type may come back to itself`() throws {
        let tree = definitions.define(Tree.self) {
            .members([.init("children", "", .array(definitions.define(Tree.self) { .any }))])
        }
        let name = try #require(definitions.all.first).name
        #expect(definitions.all.count == 1)
        #expect(rendered(tree) == ##"{"$ref":"#/$defs/\##(name)"}"##)
        #expect(definitions.all.map { rendered($0.schema) }.joined().contains(rendered(.array(tree))))
    }

    @Test func `types have names of their own, sorted, in letters that a reference can have`() {
        let references = [define(Leaf.self), define(Outer.Leaf.self), define(Pair<Int>.self), define(Pair<Bool>.self)]
        #expect(Set(references).count == 4)
        #expect(definitions.all.map(\.name) == definitions.all.map(\.name).sorted())
        for reference in references {
            #expect(reference.wholeMatch(of: ##/\{"\$ref":"#\/\$defs\/[A-Za-z0-9._]+"\}/##) != nil, "\(reference)")
        }
    }

    @Test func `other letters are escaped in a reference, and not in the name`() {
        #expect(define(Größe.self).contains("Gr%c3%b6%c3%9fe"))
        #expect(definitions.all.map(\.name).joined().contains("Größe"))
    }

    @Test func `numbered types have names of their own, also while one is described`() {
        let definitions = SchemaDefinitions(naming: .byNumber)
        let tree = definitions.define(Tree.self) {
            .members([
                .init("leaf", "", definitions.define(Leaf.self) { .string }),
                .init("children", "", .array(definitions.define(Tree.self) { .any })),
            ])
        }
        let leaf = definitions.define(Leaf.self) { .any }
        #expect(definitions.all.count == 2)
        #expect(Set(definitions.all.map(\.name)).count == 2)
        #expect(rendered(tree) != rendered(leaf))
        #expect(definitions.all.map { rendered($0.schema) }.contains(rendered(.string)))
    }
}
