import Testing

/// Which of the types inside get coding.
struct NestedTypesTests {
    @Test func `in an enum all do`() {
        let code = Expanded(
            """
            @Message enum Message {
                case todo(Todo)
                enum Todo { case add }
                public struct Unused { var text: String }
                #if os(Linux)
                enum Conditional { case add }
                #endif
            }
            """
        ).code
        #expect(code.contains("@Adit._Nested1\n    enum Todo {"))
        #expect(code.contains("@Adit._Nested1\n    public struct Unused {"))
    }

    @Test func `some never do`() {
        let code = Expanded(
            """
            @Message enum Message {
                case one
                @Model struct Marked { var text: String }
                enum CodingKeys: String, CodingKey { case one }
                struct Percent: WireCodable { var value: Int }
                class Object {}
                actor Worker {}
                protocol Kind {}
                typealias Text = String
            }
            """
        ).code
        #expect(!code.contains("_Nested"))
    }

    @Test func `in a struct those do that its properties mention`() {
        let code = Expanded(
            """
            @Model struct State {
                var filter: Filter
                var sort = Sort.byName
                var groups: [String: [Group?]] = [:]
                var computed: Computed { Computed() }
                static var shared: Shared?
                enum Filter { case all }
                enum Sort { case byName }
                struct Group { var owner: Owner }
                struct Owner { var name: String }
                struct Computed { var x: () -> Void }
                struct Shared { var x: Any }
                enum Change { case set(() -> Void) }
            }
            """
        ).code
        for covered in ["enum Filter", "enum Sort", "struct Group", "struct Owner"] {
            #expect(code.contains("@Adit._Nested1\n    \(covered) {"))
        }
        for other in ["struct Computed", "struct Shared", "enum Change"] {
            #expect(!code.contains("_Nested1\n    \(other) {"))
        }
    }

    @Test(arguments: 1..<8)
    func `each level has a macro of its own`(_ level: Int) {
        let code = Expanded("@_Nested\(level) enum Kind {\n    case one\n    enum Inner { case two }\n}").code
        #expect(code.contains("@Adit._Nested\(level + 1)\n    enum Inner {"))
    }
}
