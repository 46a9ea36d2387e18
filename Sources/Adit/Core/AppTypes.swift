import AditCodable
import AditJSON
import AditState

/// The operations of a core that depend on the types of its app.
///
/// The code that runs for each message is specialized for the app's own types, in the app's module: for this the
/// functions that make these closures are inlinable (`benchmarks/run` needs it). The rest of a core is the same for
/// every app.
@usableFromInline
package struct AppTypes<S: State, Message>: Sendable {
    package internal(set) var coding: MessageCoding
    package let makeStore: @Sendable (S) -> StateStore<S>
    package let readState: @Sendable (JSONValue) throws(CodingFailure) -> S
    package let stateCoding: StateCoding<S>
    /// Describes messages and states; returns nil if their types have no schema.
    package let describe: @Sendable (SchemaDefinitions) -> (message: Schema, state: Schema)?
    /// The number of message cases.
    package let caseCount: Int
    package let makeLoop:
        @Sendable (Router<Message>, OutputQueue<Message>, Transaction, EffectRunner, CoreLimits) -> CoreLoop
    package let makeOutput: @Sendable (OutputQueue<Message>) -> Output<Message>
    /// Makes the input of a child core.
    package let makeInput: @Sendable (Router<Message>) -> Input<Message>

    @usableFromInline
    init(
        coding: MessageCoding, makeStore: @escaping @Sendable (S) -> StateStore<S>,
        readState: @escaping @Sendable (JSONValue) throws(CodingFailure) -> S,
        stateCoding: StateCoding<S>,
        describe: @escaping @Sendable (SchemaDefinitions) -> (message: Schema, state: Schema)?, caseCount: Int,
        makeLoop:
            @escaping @Sendable (Router<Message>, OutputQueue<Message>, Transaction, EffectRunner, CoreLimits) ->
            CoreLoop,
        makeOutput: @escaping @Sendable (OutputQueue<Message>) -> Output<Message>,
        makeInput: @escaping @Sendable (Router<Message>) -> Input<Message>
    ) {
        self.coding = coding
        self.makeStore = makeStore
        self.readState = readState
        self.stateCoding = stateCoding
        self.describe = describe
        self.caseCount = caseCount
        self.makeLoop = makeLoop
        self.makeOutput = makeOutput
        self.makeInput = makeInput
    }
}

extension AppTypes {
    /// Returns whether a state has a member of a name.
    func hasMember(_ name: String, _ state: S) -> Bool {
        guard let pointer = JSONPointer("/" + name) else { return false }
        return (try? stateCoding.writePart(state, PartPath(pointer), JSONWriter())) != .nothing
    }
}

extension AppTypes where S: WireCodable, Message: WireMessage & SendableMetatype {
    /// Types whose coders are generated.
    @inlinable
    package static func generated() -> AppTypes {
        let coding = MessageCoding(
            read: { value throws(CodingFailure) in MessageBox(try Message(reading: JSONReader(value))) },
            readIncoming: { value throws(CodingFailure) in
                let message = try Message(reading: JSONReader(value))
                let direction = message.direction
                guard direction.contains(.incoming) else { throw .notIncoming(message.casePath, direction) }
                return MessageBox(message)
            },
            write: { message, writer throws(CodingFailure) in
                try encodeWire(message.box(of: Message.self).message, to: writer)
            },
            casePath: { $0.message(as: Message.self).casePath },
            direction: { $0.message(as: Message.self).direction })
        return AppTypes(
            coding: coding, makeStore: { StateStore($0) },
            readState: { value throws(CodingFailure) in try S(reading: JSONReader(value)) },
            stateCoding: .generated(),
            describe: { (Message.schema(in: $0), S.schema(in: $0)) }, caseCount: GeneratedMessages<Message>.caseCount,
            makeLoop: { CoreLoop(Cascade<GeneratedMessages<Message>>($0, $1, $2, $3, $4)) },
            makeOutput: { outputQueue in { outputQueue.put($0) } }, makeInput: { $0.input { $0.caseIndex } })
    }
}

extension AppTypes where S: Codable, Message: Codable & SendableMetatype {
    /// Plain `Codable` types.
    static func bridged() -> AppTypes {
        let read: @Sendable (JSONValue) throws(CodingFailure) -> AnyMessage = { value throws(CodingFailure) in
            MessageBox(try decodeBridged(Message.self, from: value))
        }
        let coding = MessageCoding(
            read: read, readIncoming: read,
            write: { message, writer throws(CodingFailure) in
                try encodeBridged(message.message(as: Message.self), to: writer)
            },
            casePath: { bridgedCasePath(of: $0.message(as: Message.self)) }, direction: { _ in .both })
        return AppTypes(
            coding: coding, makeStore: { StateStore($0) },
            readState: { value throws(CodingFailure) in try decodeBridged(S.self, from: value) },
            stateCoding: .bridged(),
            describe: { _ in nil }, caseCount: BridgedMessages<Message>.caseCount,
            makeLoop: { CoreLoop(Cascade<BridgedMessages<Message>>($0, $1, $2, $3, $4)) },
            makeOutput: { outputQueue in { outputQueue.put($0) } },
            makeInput: { $0.input { BridgedMessages<Message>.caseIndex(of: $0) } })
    }
}
