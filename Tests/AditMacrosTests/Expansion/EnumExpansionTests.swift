import Testing

/// What is generated for enums.
struct EnumExpansionTests {
    @Test func `a message`() {
        let expanded = Expanded(
            """
            /// What travels.
            @Message public enum Message {
                /// Puts an item on the list.
                /// - Parameter item: what to do
                case add(item: Item, at: Int = 0)
                case rename(String)
                case stop
            }
            """)
        #expect(
            expanded.code == #"""
                /// What travels.
                public enum Message {
                    /// Puts an item on the list.
                    /// - Parameter item: what to do
                    case add(item: Item, at: Int = 0)
                    case rename(String)
                    case stop

                    public init(reading reader: Adit.JSONReader) throws(Adit.CodingFailure) {
                        self = try Self.reading(reader)
                    }

                    private static func reading(_ reader: Adit.JSONReader) throws(Adit.CodingFailure) -> Self {
                        let member = try reader.onlyMember()
                        do throws(Adit.CodingFailure) {
                            if member.key.matches("add") {
                                func read() throws(Adit.CodingFailure) -> Self {
                                    var value0: _Values.add_0?
                                    var value1: _Values.add_1?
                                    var members = try member.value.members()
                                    do throws(Adit.CodingFailure) {
                                        repeat {
                                            try members.read("\"item\":", into: &value0)
                                            try members.read("\"at\":", into: &value1)
                                        } while try members.hasMore()
                                        try member.end()
                                        return .add(item: try member.value.required(value0, "\"item\":"), at: value1 ?? (0))
                                    } catch {
                                        throw members.failure(error, "item", "at")
                                    }
                                }
                                return try read()
                            }
                            if member.key.matches("rename") {
                                let value0: _Values.rename_0 = try member.value.read()
                                try member.end()
                                return .rename(value0)
                            }
                            if member.key.matches("stop") {
                                try member.value.readEmpty()
                                try member.end()
                                return .stop
                            }
                        } catch {
                            throw member.failure(error)
                        }
                        throw member.unknown("add", "rename", "stop")
                    }

                    public func write(to writer: Adit.JSONWriter) throws(Adit.CodingFailure) {
                        switch self {
                        case .add(let value0, let value1):
                            writer.write(literal: "{\"add\":{")
                            try writer.write(member: "\"item\":", value0 as _Values.add_0)
                            try writer.write(member: "\"at\":", value1 as _Values.add_1)
                            writer.write(literal: "}}")
                        case .rename(let value0):
                            writer.write(literal: "{\"rename\":")
                            try writer.write(value: value0 as _Values.rename_0)
                            writer.write(literal: "}")
                        case .stop: writer.write(literal: "{\"stop\":{}}")
                        }
                    }

                    public func addCasePath(to path: inout [Swift.String]) {
                        switch self {
                        case .add: path.append("add")
                        case .rename(let value0):
                            path.append("rename")
                            (value0 as _Values.rename_0).addCasePath(to: &path)
                        case .stop: path.append("stop")
                        }
                    }

                    public static func schema(in definitions: Adit.SchemaDefinitions) -> Adit.Schema {
                        definitions.define(Self.self, "What travels.") {
                            .cases([
                                Adit.Schema.Case("add", "Puts an item on the list.", .labelled([
                                    Adit.Schema.Member("item", "what to do", definitions.schema(of: _Values.add_0.self)),
                                    Adit.Schema.Member("at", "", hasDefault: true, isAlwaysWritten: true, definitions.schema(of: _Values.add_1.self))
                                ])),
                                Adit.Schema.Case("rename", "", .value(definitions.schema(of: _Values.rename_0.self))),
                                Adit.Schema.Case("stop", "", .none)
                            ])
                        }
                    }

                    public enum Case: Swift.String, Adit.WireCase {
                        case add
                        case rename
                        case stop
                    }

                    public var caseIndex: Swift.Int {
                        switch self {
                        case .add: 0
                        case .rename: 1
                        case .stop: 2
                        }
                    }

                    private enum _Values {
                    #sourceLocation(file: "App.swift", line: 5)
                        typealias add_0 = Adit._Coded<Item>.Value
                    #sourceLocation()
                    #sourceLocation(file: "App.swift", line: 5)
                        typealias add_1 = Adit._Coded<Int>.Value
                    #sourceLocation()
                    #sourceLocation(file: "App.swift", line: 6)
                        typealias rename_0 = Adit._Coded<String>.Value
                    #sourceLocation()
                        struct Check {
                            let isDone = {
                    #sourceLocation(file: "App.swift", line: 5)
                                Adit._hasCoding(Item.self)
                    #sourceLocation()
                    #sourceLocation(file: "App.swift", line: 5)
                                Adit._hasCoding(Int.self)
                    #sourceLocation()
                    #sourceLocation(file: "App.swift", line: 6)
                                Adit._hasCoding(String.self)
                    #sourceLocation()
                                return true
                            }()
                        }
                        typealias all = (add_0, add_1, rename_0)
                    }
                }

                extension Message: Adit.WireCodable, Adit.WireMessage {
                    private typealias _Checked = _Values.all

                    private static func _check(_ check: _Values.Check) { _ = check.isDone }
                }
                """#)
    }

    @Test func `an enum without cases`() {
        let code = Expanded("@Message enum Message {\n}").code
        #expect(
            code.contains(
                """
                    init(reading reader: Adit.JSONReader) throws(Adit.CodingFailure) {
                        throw try reader.onlyMember().unknown()
                    }
                """))
        #expect(code.contains("        switch self {}\n"))
        #expect(code.contains("    enum Case: Adit.WireCase {\n        init?(rawValue: Swift.String) { nil }"))
    }

    @Test func `texts as raw values`() {
        let expanded = Expanded(
            """
            @Model enum Kind: String {
                case one, two = "zwei \\"2\\""
            }
            """)
        #expect(
            expanded.code == #"""
                enum Kind: String {
                    case one, two = "zwei \"2\""

                    init(reading reader: Adit.JSONReader) throws(Adit.CodingFailure) {
                        if let text = reader.text {
                            if text.matches("one") { self = .one; return }
                            if text.matches("zwei \"2\"") { self = .two; return }
                        }
                        throw reader.unknownValue("one", "zwei \"2\"")
                    }

                    func write(to writer: Adit.JSONWriter) {
                        switch self {
                        case .one: writer.write(literal: "\"one\"")
                        case .two: writer.write(literal: "\"zwei \\\"2\\\"\"")
                        }
                    }

                    static func schema(in definitions: Adit.SchemaDefinitions) -> Adit.Schema {
                        definitions.define(Self.self, "") {
                            .texts([
                                Adit.Schema.Choice("one", ""),
                                Adit.Schema.Choice("zwei \"2\"", "")
                            ])
                        }
                    }
                }

                extension Kind: Adit.WireCodable, Adit.WireKey {
                    static var wirePattern: Swift.String? { "^(one|zwei \"2\")(?![\\s\\S])" }
                }
                """#)
    }

    @Test func `numbers as raw values`() {
        let code = Expanded("@Model enum Kind: Int8 {\n    case one = -0x1, two, three = 0b1_1, four\n}").code
        #expect(
            code.contains(
                """
                        switch try Swift.Int64(reading: reader) {
                        case -1: self = .one
                        case 0: self = .two
                        case 3: self = .three
                        case 4: self = .four
                        default: throw reader.expected("one of -1, 0, 3, 4")
                        }
                """))
        #expect(code.contains(#"        case .one: writer.write(literal: "-1")"#))
        #expect(code.contains(".integers([-1, 0, 3, 4])"))
    }

    @Test func `many names are told apart by their length and a byte`() {
        let code = Expanded("@Model enum Kind: String {\n    case add, box, bag, bug, two, open, größe\n}").code
        #expect(
            code.contains(
                """
                            switch text.count {
                            case 3:
                                switch text[1] {
                                case 97:  // a
                                    if text.matches("bag") { self = .bag; return }
                                case 100:  // d
                                    if text.matches("add") { self = .add; return }
                                case 111:  // o
                                    if text.matches("box") { self = .box; return }
                                case 117:  // u
                                    if text.matches("bug") { self = .bug; return }
                                case 119:  // w
                                    if text.matches("two") { self = .two; return }
                                default: break
                                }
                            case 4:
                                if text.matches("open") { self = .open; return }
                            case 7:
                                if text.matches("größe") { self = .größe; return }
                            default: break
                            }
                """))
    }

    @Test func `a case may have labelled and unlabelled values`() {
        let code = Expanded("@Message enum Message { case wasTagged(Item, with: Tag, Int? ) }").code
        #expect(code.contains(#"try writer.write(member: "\"_0\":", value0 as _Values.wasTagged_0)"#))
        #expect(code.contains(#"try writer.write(member: "\"with\":", value1 as _Values.wasTagged_1)"#))
        #expect(code.contains(#"try writer.write(member: "\"_2\":", value2 as _Values.wasTagged_2)"#))
        #expect(code.contains(#"return .wasTagged(try member.value.required(value0, "\"_0\":"), with: try "#))
        #expect(code.contains(#"Adit.Schema.Member("_0", "", definitions.schema(of: _Values.wasTagged_0.self))"#))
    }
}
