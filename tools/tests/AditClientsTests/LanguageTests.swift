import AditClients
import Testing

/// GIVEN a catalog WHEN a client is written THEN it has the idioms of the language. That it compiles, and reads and writes all
/// messages, is tested by Tests/Clients.
struct LanguageTests {
    private func expect(_ language: Language, _ parts: String..., at location: SourceLocation = #_sourceLocation) throws
    {
        let text = language.source(of: try Fixture.model(), package: nil)
        // Not the text itself, which is long.
        for part in parts where !text.contains(part) { Issue.record("found no \(part)", sourceLocation: location) }
    }

    @Test func `what is always written is there where it is heard, and may be absent where it is sent`() throws {
        let catalog = Fixture.catalog
            .replacing(
                ##""Color":{"##,
                with: ##"""
                    "Bulb":{"type":"object","properties":{"watts":{"anyOf":[{"type":"integer"},{"type":"null"}]}},
                    "x-written":["watts"],"additionalProperties":false},"Color":{
                    """##
            )
            .replacing(##""on":{"##, with: ##""bulb":{"$ref":"#/$defs/Bulb"},"on":{"##)
            .replacing(##""import":{"$ref":"#/$defs/Color"}"##, with: ##""import":{"$ref":"#/$defs/Bulb"}"##)
        let text = Language.python.source(of: try ClientModel(catalog: catalog), package: nil)
        #expect(text.contains("class Bulb(typed.Record):\n    watts: int\n"))
        #expect(text.contains("class BulbInput(typed.Record):\n    watts: int | None = None\n"))
        #expect(text.contains("    import_: BulbInput\n"))
        #expect(text.contains("def follow_bulb(self) -> typed.Followed[Bulb]:"))
    }

    @Test func `a client has nothing of what only a store keeps`() throws {
        let added = ##"""
            "@durable":{"type":"object","properties":{"timers":{"$ref":"#/$defs/Message"}},"additionalProperties":false},
            "Message":{"type":"object","properties":{"isDue":{"$ref":"#/$defs/Alarm"},"colour":{"$ref":"#/$defs/Color"}},
            "minProperties":1,"maxProperties":1,"additionalProperties":false},
            "Alarm":{"type":"string","enum":["loud"]},
            """##
        let catalog = Fixture.catalog.replacing(##""@config":"##, with: added + ##""@config":"##)
        #expect(catalog.utf8.count > Fixture.catalog.utf8.count)
        for language in Language.allCases {
            let source = language.source(of: try ClientModel(catalog: catalog), package: nil)
            #expect(try source == language.source(of: Fixture.model(), package: nil), "\(language)")
        }
    }

    @Test func `a comment in Go has no marks that gofmt takes for quotation marks`() throws {
        let catalog = Fixture.catalog.replacing("A colour.", with: "As ``Bulb``, or ''white''.")
        let text = Language.go.source(of: try ClientModel(catalog: catalog), package: nil)
        #expect(text.contains("// Color: As `Bulb`, or 'white'.\n"))
    }

    @Test func `Python has dataclasses`() throws {
        try expect(
            .python,
            "@dataclass(frozen=True)\nclass LampToCoreSet(typed.Case, case=\"set\", keys={\"import_\": \"import\"}):\n"
                + "    \"\"\"Sets it.\"\"\"\n\n    import_: Color\n    at: typed.Day | None = None",
            "    def set(self, import_: Color, at: typed.Day | None = None) -> None:\n        \"\"\"Sets it.\"\"\"\n"
                + "        self._tell(LampToCoreSet(import_, at))\n",
            "class Color(str, Enum):\n    \"\"\"A colour.\"\"\"\n\n    RED = \"red\"\n    \"\"\"Warm.\"\"\"\n    CLASS = \"class\"",
            "class LampClient(typed.Client[Sent, Heard, Gateways]):", "HASH = \"0123456789abcdef\"",
            "sensor: Callable[[Color], AsyncIterator[typed.UInt8]] | None = None", "from adit import aio, typed\n",
            "def follow_on(self) -> typed.Followed[bool]:")
    }

    @Test func `a text in Python is between the quotes that it has fewer of, as ruff has it`() throws {
        for (text, literal) in [("a\"b", "'a\"b'"), ("a'b", "\"a'b\""), ("'a\"b", "\"'a\\\"b\""), ("\\\"", "'\\\\\"'")]
        {
            let escaped = text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
            let catalog = Fixture.catalog.replacing(##"{"const":"class"}"##, with: ##"{"const":"\##(escaped)"}"##)
            let source = Language.python.source(of: try ClientModel(catalog: catalog), package: nil)
            #expect(source.contains(" = \(literal)\n"), "\(literal)")
        }
    }

    @Test func `TypeScript has the types of the wire`() throws {
        try expect(
            .typescript,
            "export type LampToCore =\n  /** Sets it. */\n  | { readonly set: LampToCoreSet }\n  | { readonly off: typed.Empty };",
            "readonly import: Color;\n  readonly at?: typed.Day;",
            "readonly sensor?: (request: Color, context: adit.GatewayContext) => AsyncIterable<number>;",
            "import type * as adit from \"adit\";", "  followOn(): typed.Followed<boolean> {",
            "  /** Sets it. */\n  set(import_: Color, at?: typed.Day): void {\n"
                + "    this.$tell({ set: { import: import_, ...(at === undefined ? {} : { at }) } });\n")
    }

    @Test func `Rust has enums with the derives of serde`() throws {
        try expect(
            .rust, "    /// Sets it.\n    #[serde(rename = \"set\")]\n    Set {\n        import: Color,",
            "    #[serde(rename = \"off\")]\n    Off {},",
            "    #[serde(rename = \"wasSet\")]\n    WasSet(Option<i64>),",
            "F: Fn(Color, typed::GatewayItems<u8>) -> A + Send + Sync + 'static,",
            "pub fn set(&self, import: Color, at: Option<typed::Day>) -> Result<(), adit::Error> {\n"
                + "        let message = LampToCore::Set { import, at };\n        typed::tell(self.0, Sent::Lamp(message))",
            "pub fn builder(library: &adit::Library) -> typed::Builder<Self> {",
            "pub fn follow_on(&self) -> typed::Followed<bool> {")
    }

    @Test func `Go has an interface for an enum, and a struct for each case`() throws {
        try expect(
            .go, "package lamp\n", "type LampToCore interface {\n\ttyped.ToCore\n\tisLampToCore()\n}",
            "func (LampToCoreSet) ToCore()       {}\n",
            "type LampToCoreSet struct {\n\tImport Color      `adit:\"import\"`\n\tAt     *typed.Day `adit:\"?at\"`\n}",
            "func (feature LampFeature) Set(import_ Color, at *typed.Day) error {", "\tValue *int64\n",
            "Sensor func(ctx context.Context, request Color, send func(uint8) error) error",
            "\t\"adit.example/adit\"\n",
            "func (client *Client) FollowOn() (*typed.Followed[bool], error) {")
    }

    @Test func `Swift has enums with associated values`() throws {
        try expect(
            .swift, "    /// Sets it.\n    case set(`import`: Color, at: AditTyped.Day? = nil)\n    case off\n",
            "public func set(`import`: Color, at: AditTyped.Day? = nil) throws {\n"
                + "        try client.send(.lamp(.set(import: `import`, at: at)))",
            "public func followOn() -> AsyncThrowingStream<Bool?, any Error> {",
            "    case `class` = \"class\"",
            "public var sensor: (@Sendable (Color) -> AsyncThrowingStream<UInt8, any Error>)?")
    }

    @Test func `Java has records and sealed interfaces`() throws {
        try expect(
            .java, "package lamp;\n", "public sealed interface LampToCore extends ToCore {}",
            "@Case(\"off\")\n    public record LampToCoreOff() implements LampToCore {\n    }",
            "public void set(Color import_, String at) {\n            tell(new LampToCoreSet(import_, at));",
            "Gateways sensor(BiFunction<Color, GatewayItems<Integer>, ? extends CompletionStage<?>> function) {",
            "public Followed<Boolean> followOn() {")
    }

    @Test func `C++ has a variant for an enum, and a struct for each case`() throws {
        try expect(
            .cpp, "namespace lamp {\n", "using LampToCore = std::variant<LampToCoreSet, LampToCoreOff>;",
            "struct LampToCoreSet {\n    Color import_{};\n"
                + "    std::optional<typed::Day> at{};\n\n    static constexpr typed::Case adit_case{\"set\"};\n",
            "        visit(\"import\", &LampToCoreSet::import_);\n", "        visit(\"class\", Color::class_);\n",
            "void set(Color import_, const std::optional<typed::Day> &at = std::nullopt) const {\n"
                + "        tell(LampToCoreSet{import_, at});",
            "    typed::Gateway<Color, typed::Items<std::uint8_t>> sensor{};\n",
            "typed::Followed<bool> follow_on(typed::OnChange<bool> on_change = {}) {")
    }

    @Test func `C# has an abstract class for an enum, and in it a class for each case`() throws {
        try expect(
            .csharp, "namespace Lamp\n{\n    using global::System;\n",
            "    public abstract class LampToCore : Record, IToCore\n    {\n        private LampToCore() { }\n",
            "        [Case(\"set\")]\n        public sealed class Set : LampToCore\n        {\n"
                + "            public Set(Color import, string at = null) { Import = import; At = at; }\n\n"
                + "            [Key(\"import\")] public Color Import { get; }\n"
                + "            [Key(\"at\", Optional = true)] public string At { get; }\n",
            "        [Case(\"off\")]\n        public sealed class Off : LampToCore { }\n",
            "        public void Set(Color import, string at = null) { Tell(new LampToCore.Set(import, at)); }\n",
            "        [Choice(\"class\")] Class,\n",
            "        public Func<Color, Action<byte>, CancellationToken, Task> Sensor { set { Source(\"sensor\", value); } }\n",
            "        public Followed<bool?> FollowOn(Action<bool?> onChange = null) {")
    }

    /// A case hides types of its name, and a property hides a case of its name.
    @Test func `what a case hides is named with its package`() throws {
        let catalog = Fixture.catalog.replacing(##""set":{"##, with: ##""color":{"##)
            .replacing(##""off":{"##, with: ##""import":{"##)
        let text = Language.csharp.source(of: try ClientModel(catalog: catalog), package: "Acme.Lamp")
        #expect(text.contains("[Key(\"import\")] public new global::Acme.Lamp.Color Import { get; }"))
        let kotlin = Language.kotlin.source(of: try ClientModel(catalog: catalog), package: "acme.lamp")
        #expect(kotlin.contains("data class Color(\n        @param:Key(\"import\") val import: acme.lamp.Color,\n"))
    }

    @Test func `Kotlin has sealed classes`() throws {
        try expect(
            .kotlin, "package lamp\n",
            "@Cases(LampToCore.Set::class, LampToCore.Off::class)\nsealed class LampToCore : ToCore {\n",
            "    data class Set(\n        @param:Key(\"import\") val import: Color,\n"
                + "        @param:Key(\"at\", optional = true) val at: String? = null\n    ) : LampToCore()\n",
            "    @Case(\"off\")\n    object Off : LampToCore() {",
            "sensor: ((Color, GatewayItems<Int>) -> CompletionStage<*>)? = null",
            "    fun set(import: Color, at: String? = null) {\n        tell(LampToCore.Set(import, at))",
            "fun followOn(): Followed<Boolean> = follow(\"/on\", typeOf(LampClient::class.java, \"followOn\"))")
    }

    @Test(arguments: [
        (Language.java, "com.acme.todo", "com.class"), (.java, "todo2", "com..todo"), (.kotlin, "com.acme", "com.fun"),
        (.kotlin, "a_b", ""), (.go, "todo", "acme/todo"), (.go, "main", "func"), (.cpp, "acme::todo", "acme.todo"),
        (.cpp, "todo", "acme::std"), (.csharp, "Acme.Todo", "Acme.event"), (.csharp, "Acme", "2do"),
        (.java, "T", "a; class B {}"), (.go, "T1", "_"), (.csharp, "T", "T\u{301}"), (.kotlin, "T", "a\nb"),
    ])
    func `The name of a package has the form of the language`(_ language: Language, _ good: String, _ bad: String) {
        #expect(language.refusal(ofPackage: good) == nil)
        #expect(language.refusal(ofPackage: bad)?.hasPrefix("found \"") == true)
    }

    @Test func `A name that is no package's is refused in words`() {
        #expect(
            Language.java.refusal(ofPackage: "com.class.todo")
                == "found \"com.class.todo\", in which class means something else; a package of Java is expected, such as com.acme.todo"
        )
        #expect(
            Language.cpp.refusal(ofPackage: "a b")
                == "found \"a b\"; a namespace of C++ is expected, such as acme::todo")
        #expect(
            Language.python.refusal(ofPackage: "todo")
                == "found python; a name of a package is for java, kotlin, go, cpp, csharp")
    }

    /// The catalog with secrets: of a member, of a list, and of a case of one value.
    private static let secretive = Fixture.catalog
        .replacing(
            ##""off":{"type":"object","properties":{},"additionalProperties":false}}"##,
            with: ##"""
                "off":{"type":"object","properties":{},"additionalProperties":false},
                "unlock":{"type":"object","properties":{"type":{"type":"string"},"code":{"type":"string","x-secret":true},
                "spare":{"anyOf":[{"type":"array","items":{"type":"string","x-secret":true}},{"type":"null"}]}},
                "required":["type","code"],"additionalProperties":false},
                "pin":{"type":"integer","minimum":0,"maximum":9999,"x-secret":true}}
                """##)

    @Test(arguments: [
        (
            Language.python,
            [
                "    type: str\n    code: str = field(repr=False)\n"
                    + "    spare: Sequence[str] | None = field(default=None, repr=False)",
                "    value: Annotated[int, typed.Range(0, 9999)] = field(repr=False)",
                "from dataclasses import dataclass, field\n",
            ]
        ),
        (
            .rust,
            [
                "#[derive(Clone, PartialEq, Serialize, Deserialize)]\n#[serde(deny_unknown_fields)]\npub enum LampToCore {",
                "Self::Pin(_) => f.debug_tuple(\"Pin\").field(&format_args!(\"***\")).finish(),",
                "Self::Unlock { r#type: value_type, code: _, spare: _ } => f.debug_struct(\"Unlock\")"
                    + ".field(\"type\", value_type).field(\"code\", &format_args!(\"***\"))",
            ]
        ),
        (
            .go,
            [
                "func (value LampToCoreUnlock) Format(state fmt.State, verb rune) { typed.Format(state, value) }",
                "\tCode  string   `adit:\"code\" secret:\"true\"`\n\tSpare []string `adit:\"?spare\" secret:\"true\"`\n",
            ]
        ),
        (
            .csharp,
            [
                "[Key(\"code\", Secret = true)] public string Code { get; }",
                "[Key(Least = 0, Most = 9999, Secret = true)] public long Value { get; }",
            ]
        ),
        (
            .cpp,
            [
                "visit(\"code\", &LampToCoreUnlock::code, typed::secret);",
                "static constexpr typed::ValueCase adit_case{\"pin\", \"\", true};",
            ]
        ),
        (
            .kotlin,
            [
                #"override fun toString() = "Unlock(" + "type=" + type + ", " + "code=***" + ", " + "spare=***" + ")""#,
                #"override fun toString() = "Pin(value=***)""#,
            ]
        ),
        (
            .swift,
            [
                "extension LampToCore: CustomReflectable {",
                #"Mirror(self, children: ["unlock": (type: value0, code: "***", spare: "***") as Any], displayStyle: .enum)"#,
                #"case .pin: Mirror(self, children: ["pin": "***"], displayStyle: .enum)"#,
            ]
        ),
    ])
    func `What is printed has no secrets`(_ language: Language, _ parts: [String]) throws {
        let text = language.source(of: try ClientModel(catalog: Self.secretive), package: nil)
        for part in parts where !text.contains(part) { Issue.record("found no \(part)") }
    }

    @Test func `A part of a state is not printed, as it may have secrets`() throws {
        let properties = ##""properties":{"##
        let value = ##""@value":{"type":"object",\##(properties)"value":{}},"additionalProperties":false},"##
        let catalog = Fixture.catalog
            .replacing(##""@cancel":{"type":"object""##, with: value + ##""@cancel":{"type":"object""##)
            .replacing(##"{"required":["@effect"]}"##, with: ##"{"required":["@effect"]},{"required":["@value"]}"##)
        let model = try ClientModel(catalog: catalog)
        #expect(Language.python.ownTypes(of: model).contains("value: object | None = field(default=None, repr=False)"))
        #expect(
            Language.swift.ownTypes(of: model).contains(
                #"Mirror(self, children: ["value": "***"], displayStyle: .struct)"#))
    }

    @Test func `a member may have any name`() throws {
        let catalog = Fixture.catalog.replacing(#""on":"#, with: #""encoder":"#)
            .replacing(#""import":"#, with: #""str":"#).replacing(
                #""required":["import"]"#, with: #""required":["str"]"#
            )
            .replacing(#""wasSet":"#, with: #""__proto__":"#)
        let model = try ClientModel(catalog: catalog)
        func has(_ language: Language, _ part: String) throws -> Bool {
            language.source(of: model, package: nil).contains(part)
        }
        #expect(try has(.python, "    str_: Color\n    at: typed.Day | None = None"))
        #expect(try has(.typescript, #"["__proto__"]: typed.nullable("#))
        #expect(try has(.swift, "case set(str: Color, at: AditTyped.Day? = nil)"))
    }

    @Test func `A list of the state and a view have a window, and names of their own`() throws {
        let record = ##""type":"object","properties":{"##
        let catalog = Fixture.catalog
            .replacing(
                ##""LampState":{\##(record)"##,
                with: ##""LampState":{\##(record)"ids":{"type":"array","items":{"type":"string"}},"##
            )
            .replacing(##""@view":{\##(record)"##, with: ##""@view":{\##(record)"a/b":{"type":"boolean"}"##)
        let model = try ClientModel(catalog: catalog)
        let text = Language.python.source(of: model, package: nil)
        let window = "*, start: int | None = None, limit: int | None = None"
        #expect(text.contains("def follow_ids(self, \(window)) -> typed.Followed[Sequence[str]]:"))
        #expect(text.contains("def follow_view_a_b(self) -> typed.Followed[bool]:"))
        #expect(text.contains("self._follow(\"/view/a~1b\", \"bool\")"))
    }
}
