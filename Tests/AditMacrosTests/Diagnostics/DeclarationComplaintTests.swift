import Testing

/// What is said of whole types.
struct DeclarationComplaintTests {
    @Test func `a message is an enum`() {
        let expanded = Expanded("@Message public struct Message { var text: String }")
        #expect(expanded.complaints == ["1:1 @Message is for an enum; a struct takes @Model"])
        #expect(expanded.fixed(by: "use @Model") == "@Model public struct Message { var text: String }")
        #expect(Expanded("@Message class Message {}").complaints == ["1:1 @Message is for an enum"])
        #expect(Expanded("@Message actor Message {}").complaints == ["1:1 @Message is for an enum"])
    }

    @Test(arguments: ["class", "actor", "protocol"])
    func `a model is a struct or an enum`(_ kind: String) {
        let expanded = Expanded("@Model \(kind) Item {}")
        #expect(expanded.complaints == ["1:1 @Model is for a struct or an enum"])
    }

    @Test(arguments: ["WireCodable", "WireModel"])
    func `coding of one's own needs no macro`(_ conformance: String) {
        let expanded = Expanded("@Model struct Percent: Equatable, Adit.\(conformance) { var value: Int }")
        #expect(
            expanded.complaints == [
                "1:1 'Percent' says that it has coding of its own; leave out either that or the macro"
            ])
    }

    @Test func `a parameter pack cannot be coded`() {
        let expanded = Expanded("@Model struct Row<each Cell> { var count: Int }")
        #expect(expanded.complaints == ["1:1 a type with a parameter pack cannot be coded"])
    }

    private let privateKind = "'Kind' is 'private' in another type, where an extension cannot give it coding"

    @Test func `a private type inside cannot be covered`() {
        let expanded = Expanded("@Message enum Message {\n    private enum Kind { case x }\n}")
        #expect(expanded.complaints == ["2:5 \(privateKind)"])
        #expect(expanded.fixIts == ["remove 'private'", "use 'fileprivate'"])
        #expect(expanded.fixed(by: "remove 'private'") == "@Message enum Message {\n    enum Kind { case x }\n}")
        #expect(
            expanded.fixed(by: "use 'fileprivate'")
                == "@Message enum Message {\n    fileprivate enum Kind { case x }\n}")
    }

    @Test func `a private type inside cannot have a macro of its own`() {
        let expanded = Expanded("extension App {\n    @Model private enum Kind { case x }\n}")
        #expect(expanded.complaints == ["2:12 \(privateKind)"])
        #expect(expanded.fixed(by: "remove 'private'") == "extension App {\n    @Model enum Kind { case x }\n}")
    }

    @Test func `a private type that is nothing on the wire is left alone`() {
        let expanded = Expanded(
            """
            @Model struct Item {
                var text: String
                private enum Kind { case x }
                private enum CodingKeys: String, CodingKey { case text }
            }
            """)
        #expect(expanded.complaints == [])
    }

    @Test func `a private type in a file can have coding`() {
        #expect(Expanded("@Model private struct Item { var text: String }").complaints == [])
        #expect(Expanded("enum App { @Model fileprivate struct Item { var text: String } }").complaints == [])
    }

    @Test func `types are covered to eight levels`() {
        let expanded = Expanded(
            """
            @_Nested8 enum Eighth {
                case ninth(Ninth)
                public struct Ninth { var text: String }
                @Model enum Marked { case x }
            }
            """)
        #expect(expanded.complaints == ["3:19 'Ninth' is more than eight levels inside; it takes a @Model of its own"])
        #expect(
            expanded.fixed(by: "add @Model") == """
                @_Nested8 enum Eighth {
                    case ninth(Ninth)
                    @Model public struct Ninth { var text: String }
                    @Model enum Marked { case x }
                }
                """)
    }

    @Test func `where there are complaints, nothing else is told`() {
        let expanded = Expanded(
            """
            @Message public enum Message {
                case add(Any), stop
            }
            """)
        #expect(
            expanded.code == """
                public enum Message {
                    case add(Any), stop

                    public init(reading _: Adit.JSONReader) throws(Adit.CodingFailure) { Swift.fatalError() }

                    public func write(to _: Adit.JSONWriter) throws(Adit.CodingFailure) { Swift.fatalError() }

                    public static func schema(in _: Adit.SchemaDefinitions) -> Adit.Schema { Swift.fatalError() }

                    public enum Case: Swift.String, Adit.WireCase {
                        case add
                        case stop
                    }

                    public var caseIndex: Swift.Int { Swift.fatalError() }

                    private enum _Values {
                        struct Check {
                            let isDone = {
                                return true
                            }()
                        }
                        typealias all = ()
                    }
                }

                extension Message: Adit.WireCodable, Adit.WireMessage {
                    private typealias _Checked = _Values.all

                    private static func _check(_ check: _Values.Check) { _ = check.isDone }
                }
                """)
    }

    @Test func `nor of a struct`() {
        let expanded = Expanded("@Model struct Item {\n    var value: Any\n}")
        #expect(
            expanded.code == """
                struct Item {
                    var value: Any

                    private static func reading(_: Adit.JSONReader) throws(Adit.CodingFailure) -> Self { Swift.fatalError() }

                    func write(to _: Adit.JSONWriter) throws(Adit.CodingFailure) { Swift.fatalError() }

                    static func schema(in _: Adit.SchemaDefinitions) -> Adit.Schema { Swift.fatalError() }

                    static func writePart(of _: Self, at _: Adit.PartPath, to _: Adit.JSONWriter) throws(Adit.CodingFailure) -> Adit.WrittenPart { Swift.fatalError() }

                    static func writeChanges(of _: Self, since _: Self, to _: Adit.ChangeWriter) throws(Adit.CodingFailure) { Swift.fatalError() }
                }

                extension Item: Adit.WireCodable, Adit.Changeable, Adit.WireModel {
                    init(reading reader: Adit.JSONReader) throws(Adit.CodingFailure) {
                        self.init(_value: try Self.reading(reader))
                    }
                }
                """)
    }
}
