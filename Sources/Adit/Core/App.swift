import AditJSON

/// An app: its name, the state it begins with, and the features it is made of. A host opens cores of it.
///
/// ```swift
/// func counterApp() -> App<CounterState, Message> {
///     App("counter", state: CounterState()) { core in
///         [Feature(createCounterFeature(store: core.store, output: core.output))]
///     }
/// }
/// ```
public struct App<S: State, Message>: Sendable {
    /// The name by which a host opens it.
    public let name: String
    package let coding: WireCoding<S, Message>
    package let makeState: @Sendable () -> S
    package let build: @Sendable (CoreBuilder<S, Message>) -> [Feature<Message>]
}

extension App where S: Codable, Message: Codable & SendableMetatype {
    /// An app of plain `Codable` types.
    ///
    /// - Parameters:
    ///   - name: the name by which a host opens it.
    ///   - state: the state of a new core; made anew for each.
    ///   - userInfo: what the types' own `init(from:)` find in their decoder.
    ///   - build: makes the features of a new core, in the order in which they see a message. It is given the store, the
    ///     output and the ways out; it runs in `adit_open`.
    public init(
        _ name: String, state: @autoclosure @escaping @Sendable () -> S,
        userInfo: [CodingUserInfoKey: any Sendable] = [:],
        build: @escaping @Sendable (CoreBuilder<S, Message>) -> [Feature<Message>]
    ) {
        self.init(name: name, coding: .bridged(userInfo: userInfo), makeState: state, build: build)
    }
}
