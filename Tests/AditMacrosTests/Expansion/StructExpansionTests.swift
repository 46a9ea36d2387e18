import Testing

/// What is generated for structs.
struct StructExpansionTests {
    @Test func `a struct with its memberwise initializer`() {
        let expanded = Expanded(
            """
            /// Something to do.
            @Model struct Item {
                /// What it is.
                var text: String
                var done = false
                var tag = Tag()
            }
            """)
        #expect(
            expanded.code == #"""
                /// Something to do.
                struct Item {
                    /// What it is.
                    var text: String
                    var done = false
                    var tag = Tag()

                    private static func reading(_ reader: Adit.JSONReader) throws(Adit.CodingFailure) -> Self {
                        var value0: _Values.text_0?
                        var value1 = Adit.JSONMembers.absent(false)
                        #sourceLocation(file: "App.swift", line: 6)
                        var value2 = Adit.JSONMembers.absent(Tag())
                        #sourceLocation()
                        var members = try reader.members()
                        do throws(Adit.CodingFailure) {
                            repeat {
                                try members.read("\"text\":", into: &value0)
                                try members.read("\"done\":", into: &value1)
                                #sourceLocation(file: "App.swift", line: 6)
                                try members.read("\"tag\":", into: &value2)
                                #sourceLocation()
                            } while try members.hasMore()
                            return Self(text: try reader.required(value0, "\"text\":"), done: value1 ?? (false), tag: value2 ?? (Tag()))
                        } catch {
                            throw members.failure(error, "text", "done", "tag")
                        }
                    }

                    func write(to writer: Adit.JSONWriter) throws(Adit.CodingFailure) {
                        writer.write(literal: "{")
                        try writer.write(member: "\"text\":", self.text as _Values.text_0)
                        try writer.write(member: "\"done\":", self.done)
                        #sourceLocation(file: "App.swift", line: 6)
                        try writer.write(member: "\"tag\":", self.tag)
                        #sourceLocation()
                        writer.write(literal: "}")
                    }

                    static func schema(in definitions: Adit.SchemaDefinitions) -> Adit.Schema {
                        definitions.define(Self.self, "Something to do.") {
                            #sourceLocation(file: "App.swift", line: 6)
                            let tag_0 = definitions.schema(of: \Self.tag)
                            #sourceLocation()
                            return .members([
                                Adit.Schema.Member("text", "What it is.", definitions.schema(of: _Values.text_0.self)),
                                Adit.Schema.Member("done", "", hasDefault: true, isAlwaysWritten: true, definitions.schema(of: \Self.done)),
                                Adit.Schema.Member("tag", "", hasDefault: true, isAlwaysWritten: true, tag_0)
                            ])
                        }
                    }

                    static func writePart(of value: Self, at path: Adit.PartPath, to writer: Adit.JSONWriter) throws(Adit.CodingFailure) -> Adit.WrittenPart {
                        guard let key = path.key else { return try writer.write(whole: value, at: path) }
                        switch key {
                        case "text": return try writer.write(part: path.rest, of: value.text)
                        case "done": return try writer.write(part: path.rest, of: value.done)
                        case "tag": return try writer.write(part: path.rest, of: value.tag)
                        default: return .nothing
                        }
                    }

                    static func writeChanges(of value: Self, since original: Self, to changes: Adit.ChangeWriter) throws(Adit.CodingFailure) {
                        try changes.member("text", original.text, value.text)
                        try changes.member("done", original.done, value.done)
                        try changes.member("tag", original.tag, value.tag)
                    }

                    static var isStoredInParts: Swift.Bool { true }

                    static func visitParts(of value: Self, _ walk: Adit.PartWalk) throws(Adit.CodingFailure) {
                        try walk.member("text", value.text)
                        try walk.member("done", value.done)
                        try walk.member("tag", value.tag)
                    }

                    static var _partPaths: [Adit._PartPath] {
                        [
                            Adit._PartPath("text", \Self.text),
                            Adit._PartPath("done", \Self.done),
                            Adit._PartPath("tag", \Self.tag)
                        ]
                    }

                    static func forgetChanges(of value: inout Self) {
                        Adit._forgetChanges(of: &value.tag)
                    }

                    static func saveOriginal(of value: inout Self, in original: inout Self, on thread: Swift.UInt64) {
                        original.text = value.text
                        original.done = value.done
                        Adit._saveOriginal(of: &value.tag, in: &original.tag, on: thread)
                    }

                    static func restore(_ value: inout Self, from original: inout Self) {
                        value.text = original.text
                        value.done = original.done
                        Adit._restore(&value.tag, from: &original.tag)
                    }

                    static func mayConcern(_ followed: Adit.SubscriptionFilter, _ value: inout Self, since original: inout Self) -> Swift.Bool {
                        followed._anyMember(["text", "done", "tag"], &original, &value) { member, part, original, value in
                            switch member {
                            case 0: Adit._mayConcern(part, &original.text, &value.text)
                            case 1: Adit._mayConcern(part, &original.done, &value.done)
                            default: Adit._mayConcern(part, &original.tag, &value.tag)
                            }
                        }
                    }

                    private enum _Values {
                    #sourceLocation(file: "App.swift", line: 4)
                        typealias text_0 = Adit._Coded<String>.Value
                    #sourceLocation()
                        struct Check {
                            let isDone = {
                    #sourceLocation(file: "App.swift", line: 4)
                                Adit._hasCoding(String.self)
                    #sourceLocation()
                                return true
                            }()
                        }
                    }
                }

                extension Item: Adit.WireCodable, Adit.Changeable, Adit.WireModel {
                    init(reading reader: Adit.JSONReader) throws(Adit.CodingFailure) {
                        self.init(_value: try Self.reading(reader))
                    }
                }
                """#)
    }

    @Test func `a struct with an initializer of its own`() {
        let code = Expanded(
            """
            @Model public struct Tag {
                let name: String
                var count: Int = 0
                init(_ name: String) { self.name = name }
            }
            """
        ).code
        #expect(
            code.contains(
                #"""
                    public init(reading reader: Adit.JSONReader) throws(Adit.CodingFailure) {
                        var value0: _Values.name_0?
                        var value1: _Values.count_0?
                        var members = try reader.members()
                        do throws(Adit.CodingFailure) {
                            repeat {
                                try members.read("\"name\":", into: &value0)
                                try members.read("\"count\":", into: &value1)
                            } while try members.hasMore()
                            self.name = try reader.required(value0, "\"name\":")
                            if let value1 { self.count = value1 }
                        } catch {
                            throw members.failure(error, "name", "count")
                        }
                    }
                """#))
        #expect(code.hasSuffix("extension Tag: Adit.WireCodable, Adit.Changeable, Adit.WireModel {}"))
    }

    @Test func `a struct without properties`() {
        let code = Expanded("@Model struct Nothing {\n}").code
        #expect(code.contains("        try reader.readEmpty()\n        return Self()\n"))
        #expect(code.contains(#"        writer.write(literal: "{}")"#))
        #expect(code.contains(".members([])"))
        #expect(!code.contains("_Values"))
        #expect(
            code.contains(
                """
                        guard path.key == nil else { return .nothing }
                        return try writer.write(whole: value, at: path)

                """))
        #expect(
            code.contains(
                "writeChanges(of value: Self, since original: Self, to changes: Adit.ChangeWriter) throws(Adit.CodingFailure) {}"
            ))
    }

    @Test func `keys are those of the wire`() {
        let code = Expanded(
            """
            @Model struct Item {
                var `in`: Int
                var path: [String]
                enum CodingKeys: String, CodingKey { case `in`, path = "the/path" }
            }
            """
        ).code
        #expect(code.contains(#"case "in": return try writer.write(part: path.rest, of: value.`in`)"#))
        #expect(code.contains(#"case "the/path": return try writer.write(part: path.rest, of: value.path)"#))
        #expect(code.contains(#"try changes.member("the/path", original.path, value.path)"#))
    }

    @Test(arguments: [
        "let tag: Tag", "var tag: Tag { didSet { print(1) } }", "var tag: Tag\n    let id: Int",
        "var tag: Tag\n    var hidden = 1\n    enum CodingKeys: CodingKey { case tag }", "var tag: Tag?",
        "var tags: [Tag]",
        "var tags: [String: Tag]", "var text: String, at = 1, id: Adit.UUID",
    ])
    func `a copy does for the original of what cannot be taken back part by part, and of what has no parts`(
        _ properties: String
    ) {
        let expanded = Expanded("@Model struct Item {\n    \(properties)\n}")
        #expect(expanded.complaints == [])
        #expect(expanded.code.contains("func writeChanges"))
        for function in ["forgetChanges", "saveOriginal", "returnToOriginal", "mayConcern"] {
            #expect(!expanded.code.contains(function))
        }
    }
}
