import AditJSON

/// What a core has to know of the types of its app.
///
/// What runs for each message is compiled for the app's own types, in the app's module: that is why the functions that
/// make these closures are inlinable. The rest of a core is the same for every app. (`benchmarks/run`: unspecialised, an
/// `add` costs more than twice as much.)
@usableFromInline
package struct AppTypes<S: State, Message>: Sendable {
    package let coding: MessageCoding
    package let readState: @Sendable (JSONValue) throws(CodingFailure) -> S
    package let writeState: @Sendable (S, JSONWriter) throws(CodingFailure) -> Void
    /// What messages and states are; nil where nobody knows.
    package let describe: @Sendable (SchemaDefinitions) -> (message: Schema, state: Schema)?
    /// How many cases messages are told apart by.
    package let caseCount: Int
    package let makeDispatch: @Sendable (Router<Message>) -> (AnyMessage) throws -> Void
    package let makeOutput: @Sendable (Outlet) -> Output<Message>

    @usableFromInline
    init(
        coding: MessageCoding, readState: @escaping @Sendable (JSONValue) throws(CodingFailure) -> S,
        writeState: @escaping @Sendable (S, JSONWriter) throws(CodingFailure) -> Void,
        describe: @escaping @Sendable (SchemaDefinitions) -> (message: Schema, state: Schema)?, caseCount: Int,
        makeDispatch: @escaping @Sendable (Router<Message>) -> (AnyMessage) throws -> Void,
        makeOutput: @escaping @Sendable (Outlet) -> Output<Message>
    ) {
        self.coding = coding
        self.readState = readState
        self.writeState = writeState
        self.describe = describe
        self.caseCount = caseCount
        self.makeDispatch = makeDispatch
        self.makeOutput = makeOutput
    }
}

extension AppTypes where S: WireCodable, Message: WireMessage & SendableMetatype {
    /// Types whose coders are generated.
    @inlinable
    package static func generated() -> AppTypes {
        let coding = MessageCoding(
            read: { value throws(CodingFailure) in MessageBox(try Message(reading: JSONReader(value))) },
            write: { message, writer throws(CodingFailure) in
                try encodeWire(message.box(of: Message.self).message, to: writer)
            },
            casePath: { $0.message(as: Message.self).casePath })
        return AppTypes(
            coding: coding, readState: { value throws(CodingFailure) in try S(reading: JSONReader(value)) },
            writeState: { state, writer throws(CodingFailure) in try encodeWire(state, to: writer) },
            describe: { (Message.schema(in: $0), S.schema(in: $0)) }, caseCount: Message.Case.allCases.count,
            makeDispatch: { router in
                return { message in
                    let box = message.box(of: Message.self)
                    try router.dispatch(box, case: box.message.caseIndex)
                }
            },
            makeOutput: { outlet in { outlet.put(MessageBox($0)) } })
    }
}

extension AppTypes where S: Codable, Message: Codable & SendableMetatype {
    /// Plain `Codable` types.
    static func bridged() -> AppTypes {
        let coding = MessageCoding(
            read: { value throws(CodingFailure) in MessageBox(try decodeBridged(Message.self, from: value)) },
            write: { message, writer throws(CodingFailure) in
                try encodeBridged(message.message(as: Message.self), to: writer)
            },
            casePath: { bridgedCasePath(of: $0.message(as: Message.self)) })
        return AppTypes(
            coding: coding, readState: { value throws(CodingFailure) in try decodeBridged(S.self, from: value) },
            writeState: { state, writer throws(CodingFailure) in try encodeBridged(state, to: writer) },
            describe: { _ in nil }, caseCount: 1,
            makeDispatch: { router in { try router.dispatch($0.box(of: Message.self), case: 0) } },
            makeOutput: { outlet in { outlet.put(MessageBox($0)) } })
    }
}
