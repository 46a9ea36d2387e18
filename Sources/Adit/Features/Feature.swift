import AditJSON

/// A part of an app: a group of use cases behind one input. It receives messages, and calls the use cases that they ask
/// for.
///
/// Features are made by functions (`createTodoListFeature(store:output:)`), each of which returns an ``Input``; a
/// `Feature` is such an input in the list of an ``App``, with the cases that it handles and the dependencies that are
/// other ones for it.
public struct Feature<Message> {
    @usableFromInline package let input: Input<Message>
    /// The cases that it handles; nil: all.
    let cases: HandledCases?
    /// Its input as it is without overrides, and those; nil: none.
    let overriding: OverridingInput<Message>?

    /// A feature that sees every message.
    public init(_ input: @escaping Input<Message>) {
        self.input = input
        cases = nil
        overriding = nil
    }

    /// A feature that runs with overrides, or around another one that does.
    init(_ overriding: OverridingInput<Message>, cases: HandledCases?) {
        input = overriding.updates.isEmpty ? overriding.input : overriding.handle
        self.cases = cases
        self.overriding = overriding
    }
}

extension Feature where Message: WireMessage {
    /// A feature that handles one case of the app's messages. It is not called for the others.
    public init(_ case: Message.Case, _ input: @escaping Input<Message>) { self.init([`case`], input) }

    /// A feature that handles some cases of the app's messages. It is not called for the others.
    public init(_ cases: [Message.Case], _ input: @escaping Input<Message>) {
        self.init(HandledCases(cases), input)
    }

    /// - Parameter cases: the cases that it handles.
    init(_ cases: HandledCases, _ input: @escaping Input<Message>) {
        self.input = input
        self.cases = cases
        overriding = nil
    }
}
