import AditJSON
import AditState

/// The operations of a core that depend on the types of its app.
///
/// The code that runs for each message is specialized for the app's own types, in the app's module: for this the
/// functions that make these closures are inlinable (`benchmarks/run` needs it). The rest of a core is the same for
/// every app.
@usableFromInline
package struct AppTypes<S: State, Message>: Sendable {
    @usableFromInline package internal(set) var coding: MessageCoding
    @usableFromInline package let makeStore: @Sendable (S) -> StateStore<S>
    @usableFromInline package let readState: @Sendable (JSONReader) throws(CodingFailure) -> S
    @usableFromInline package let stateCoding: StateCoding<S>
    /// Describes messages and states; returns nil if their types have no schema.
    @usableFromInline package let describe: @Sendable (SchemaDefinitions) -> (message: Schema, state: Schema)?
    /// The number of message cases.
    @usableFromInline package let caseCount: Int
    @usableFromInline package let makeHandler:
        @Sendable (Router<Message>, OutputQueue<Message>, Transaction, EffectRunner) -> AnyMessageHandler
    @usableFromInline package let makeOutput: @Sendable (OutputQueue<Message>) -> Output<Message>
    /// Makes the input of a child core.
    @usableFromInline package let makeInput: @Sendable (Router<Message>) -> Input<Message>

    /// - Parameters:
    ///   - kind: the operations on the messages.
    ///   - describe: describes messages and states; returns nil if their types have no schema.
    @inlinable
    package init<Kind: MessageKind>(
        _ kind: Kind.Type, coding: MessageCoding,
        readState: @escaping @Sendable (JSONReader) throws(CodingFailure) -> S, stateCoding: StateCoding<S>,
        describe: @escaping @Sendable (SchemaDefinitions) -> (message: Schema, state: Schema)? = { _ in nil }
    ) where Kind.Message == Message {
        self.coding = coding
        self.readState = readState
        self.stateCoding = stateCoding
        self.describe = describe
        makeStore = { StateStore($0) }
        caseCount = Kind.caseCount
        makeHandler = { AnyMessageHandler(MessageHandler<Kind>($0, $1, $2, $3)) }
        makeOutput = { outputs in { outputs.put($0) } }
        makeInput = { $0.input { Kind.caseIndex(of: $0) } }
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
            read: { value throws(CodingFailure) in MessageBox(try Message(reading: value)) },
            readIncoming: { value throws(CodingFailure) in
                let message = try Message(reading: value)
                let direction = message.direction
                guard direction.isIncoming else { throw .notIncoming(message.casePath, direction) }
                return MessageBox(message)
            },
            write: { message, writer throws(CodingFailure) in
                try encodeWire(message.box(of: Message.self).message, to: writer)
            },
            casePath: { $0.message(as: Message.self).casePath },
            direction: { $0.message(as: Message.self).direction })
        return AppTypes(
            GeneratedMessages<Message>.self, coding: coding,
            readState: { value throws(CodingFailure) in try S(reading: value) },
            stateCoding: .generated(), describe: { (Message.schema(in: $0), S.schema(in: $0)) })
    }
}
