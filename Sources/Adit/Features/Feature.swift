import AditJSON

/// A part of an app: a group of use cases behind one input. It receives messages, and calls use cases accordingly.
///
/// Functions make features (`createTodoListFeature(store:output:)`), each of which returns an ``Input``; a `Feature` is
/// such an input in the list of an ``App``, with the cases that it handles and its overrides of dependencies.
public struct Feature<Message> {
    @usableFromInline package let input: Input<Message>
    /// The cases that it handles; nil for all.
    let cases: HandledCases?
    /// Its input without overrides, and the overrides; nil if none.
    let overriding: OverridingInput<Message>?

    /// Creates a feature that receives every message.
    public init(_ input: @escaping Input<Message>) {
        self.input = input
        cases = nil
        overriding = nil
    }

    /// Creates a feature with overrides, or around one with overrides.
    init(_ overriding: OverridingInput<Message>, cases: HandledCases?) {
        input = overriding.updates.isEmpty ? overriding.input : overriding.handle
        self.cases = cases
        self.overriding = overriding
    }
}

extension Feature where Message: WireMessage {
    /// Creates a feature that handles one case of the app's messages. It is not called for the others.
    public init(_ case: Message.Case, _ input: @escaping Input<Message>) { self.init([`case`], input) }

    /// Creates a feature that handles some cases of the app's messages. It is not called for the others.
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

extension Feature {
    /// Returns this feature behind middleware: its messages pass that first, in list order.
    ///
    /// The middleware comes after the core's, and applies to this feature only: a message that it swallows still
    /// reaches the other features and the host.
    public func middleware(_ layers: Middleware<Message>...) -> Feature {
        Feature(OverridingInput(chain(layers, to: input), [], around: overriding), cases: cases)
    }
}
