/// The names of the types, each once in any spelling.
struct NameTable {
    private var names: UniqueNames

    /// Names that mean something in one of the languages or in what is generated: `Tests/Clients/hard_names.py` makes a type of
    /// each word that is in a generated file, and every compiler says which are missing here.
    private static let reserved = """
        AbortSignal Annotated Any BiConsumer BiFunction Cases Choice Consumer Core DecodingException Deprecated GatewayCall Key Library Messages Override SafeVarargs App AppState AppView Array AsyncGenerator AsyncIterable AsyncIterator AsyncThrowingStream Awaitable BTreeMap BaseException \
        BUFSIZ Bool Boolean Box C Callable CancellationToken Case CaseAttribute CaseIterable Catalog Check ChoiceAttribute Class Client ClientError ClientOptions Clone Codable CodingKey \
        CompletableFuture CompletionStage CustomStringConvertible Data Date Day Decodable Decoder DecodingError Default Deserialize \
        DeserializeOwned Double EOF Empty Encodable Encoder Enum Err Feature Error Exception ExpressibleByStringLiteral False Float Fn FnMut Followed \
        FollowedParts FormsAttribute From Function Future GatewayError GatewayItems Gateways Generic Handler Hash Heard HashMap Hashable IllegalArgumentException INFINITY IToCore Int Int16 Int32 Int64 \
        Int8 Integer Into Iterator Json JsonDecoder JsonEncoder JsonValue KeyAttribute KeyedDecodingContainer List Literal Long Map Mapping \
        MemberKey Members MessageError MessageToCore MessageToCoreBeside MessageToCoreBesideApp MessageToCoreOfAdit MessageToCoreOfApp \
        MessageToHost MessageToHostBeside MessageToHostBesideApp MessageToHostOfAdit MessageToHostOfApp NAN Never NoGateways NoReturn None NSLock NULL \
        Nullable Number Object Ok Open Option Optional Pair PhantomData Plain Pointer Promise Protocol Q Received ReceivedBeside Record \
        RegExpExecArray Result Self Send Sendable Sent SentBeside Sequence Serialize Server Set Some String Suppress Symbol Sync T Table Task Text Throwable \
        Timestamp ToCore ToHost ToOwned ToString TracebackType True Transport TryFrom TryInto Type TypeAlias TypeVar UInt16 UInt32 UInt64 UInt8 UUIDText Union \
        Unit Url UTF8 Uuid Value ValueError Vec Void
        """.split(separator: " ").map(String.init)

    /// - Parameter client: the name of the client's class.
    init(client: String = "AppClient") {
        let own = [
            "AditChoices", "AditConfig", "AditDay", "AditEmpty", "AditPointer", "AditTimestamp", "AditTyped",
            "AditUuid", "AditVisit",
            client,
            client + "Builder",
        ]
        names = UniqueNames(NameTable.reserved + own) { $0.lowercased() }
    }

    /// Takes the first of the names that is free, or makes one of the last.
    mutating func claim(_ first: String, _ others: String...) -> String {
        let last = others.last ?? first
        return names.claim([first] + others + ["Type", "Value", "Form"].map { last + $0 }, numbered: last)
    }
}
