import Testing

/// What is generated because of what is around a type or said of it.
struct SurroundingsTests {
    private static let signature = "init(reading reader: Adit.JSONReader) throws(Adit.CodingFailure)"

    @Test(arguments: [
        ("enum Kind", ""), ("public enum Kind", "public "), ("package enum Kind", "package "),
        ("private enum Kind", ""),
        ("fileprivate indirect enum Kind", ""), ("internal enum Kind", ""),
    ])
    func `members are as visible as the type`(_ head: String, _ access: String) {
        let code = Expanded("@Message \(head) {\n    case one\n}").code
        for member in [SurroundingsTests.signature, "func write", "static func schema", "enum Case", "var caseIndex"] {
            #expect(code.contains("\n    \(access)\(member)"))
        }
    }

    @Test(arguments: [("public struct State", "public "), ("package struct State", "package "), ("struct State", "")])
    func `the members of a struct, too`(_ head: String, _ access: String) {
        let code = Expanded("@Model \(head) {\n    var items: Items\n}").code
        for member in [
            "static func writePart", "static func writeChanges", "static var isStoredInParts", "static func visitParts",
            "static func forgetChanges", "static func saveOriginal", "static func restore",
        ] {
            #expect(code.contains("\n    \(access)\(member)"))
        }
    }

    @Test func `in an extension, members are as visible as that`() {
        let expand = { (access: String, inner: String) in
            Expanded("\(access)extension App {\n    @Model \(inner)struct Item {\n    }\n}").code
        }
        #expect(expand("public ", "").contains("    public func write(to"))
        #expect(expand("package ", "").contains("    package func write(to"))
        #expect(!expand("public ", "internal ").contains("public func"))
        #expect(!expand("", "").contains("public func"))
    }

    // Swift takes such a type for internal, though it is as private as `App` may be: what mentions it would be refused.
    @Test func `in an extension of a type in another, members do not mention the type`() {
        let expand = { (head: String) in
            Expanded(
                "\(head) {\n    @Model struct Outer {\n        var item: Item\n        struct Item { var id: Other }\n    }\n}"
            )
            .code
        }
        let code = expand("extension App.Todo")
        #expect(code.contains("writeChanges(of value: some Adit.WireModel, since original: some Adit.WireModel, to"))
        #expect(
            code.contains(
                "        guard let value = value as? Self, let original = original as? Self else { return }\n"))
        #expect(code.contains("        guard let value = value as? Self else { return .nothing }\n"))
        #expect(code.contains("visitParts(of value: some Adit.WireModel, _"))
        #expect(!code.contains(": Self") && !code.contains("inout Self"))
        for other in ["extension App", "public extension App.Todo", "fileprivate extension App.Todo", "enum App"] {
            #expect(expand(other).contains("writeChanges(of value: Self, since original: Self, to"))
            #expect(expand(other).contains("inout Self"))
        }
    }

    @Test func `the setter's access is of no matter`() {
        #expect(Expanded("@Model struct Item {\n    public private(set) var x: Int\n}").complaints == [])
    }

    @Test func `type parameters need coding`() {
        let code = Expanded("@Model struct Pair<First, Second: Hashable, let size: Int> {\n    var first: First\n}")
            .code
        let clause = " where First: Adit.WireCodable, Second: Adit.WireCodable"
        #expect(
            code.contains(
                "private static func reading(_ reader: Adit.JSONReader) throws(Adit.CodingFailure) -> Self\(clause) {"))
        #expect(code.contains("func write(to writer: Adit.JSONWriter) throws(Adit.CodingFailure)\(clause) {"))
        #expect(code.contains("static func schema(in definitions: Adit.SchemaDefinitions) -> Adit.Schema\(clause) {"))
        #expect(code.contains("private enum _Values\(clause) {"))
        #expect(code.contains("-> Adit.WrittenPart\(clause) {"))
        #expect(code.contains("to changes: Adit.ChangeWriter) throws(Adit.CodingFailure)\(clause) {"))
        #expect(code.contains("static func forgetChanges(of value: inout Self)\(clause) {"))
        #expect(
            code.contains(
                "static func saveOriginal(of value: inout Self, in original: inout Self, on thread: Swift.UInt64)\(clause) {"
            ))
        #expect(code.contains("static func restore(_ value: inout Self, from original: inout Self)\(clause) {"))
        let conformances = "Adit.WireCodable, Adit.Changeable, Adit.WireModel"
        #expect(code.contains("extension Pair: \(conformances)\(clause) {\n    \(SurroundingsTests.signature) {"))
    }

    @Test func `type parameters of the types around need coding`() {
        let code = Expanded(
            "struct Outer<T> {\n    enum Middle<U> {\n        @Model enum Kind<V> { case one }\n    }\n}"
        ).code
        #expect(
            code.contains(
                "extension Outer.Middle.Kind: Adit.WireCodable"
                    + " where T: Adit.WireCodable, U: Adit.WireCodable, V: Adit.WireCodable {}"))
    }

    @Test func `variables keep clear of what default values mention`() {
        let code = Expanded("@Message enum Message {\n    case open(key: Int = key, at: Int = _reader + members)\n}")
            .code
        #expect(code.contains("private static func reading(_ __reader: Adit.JSONReader)"))
        #expect(code.contains(#"try __members.read("\"key\":", into: &__value0)"#))
        #expect(code.contains("return .open(key: __value0 ?? (key), at: __value1 ?? (_reader + members))"))
    }

    @Test func `keywords are names like others`() {
        let code = Expanded("@Message enum Message {\n    case `default`(`in`: Int, `inout`: Int), `init`\n}").code
        #expect(code.contains(#"if member.key.matches("default") {"#))
        #expect(code.contains(#"try members.read("\"in\":", into: &value0)"#))
        #expect(code.contains(#"return .`default`(in: try member.value.required(value0, "\"in\":"), `inout`: try "#))
        #expect(code.contains("typealias `default_0` = Adit._Coded<Int>.Value"))
        #expect(code.contains("        case `default`\n        case `init`\n"))
    }
}
