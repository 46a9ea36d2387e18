/// A part of an app: a group of use cases behind one input. It receives messages, and calls the use cases that they ask
/// for.
///
/// Features are made by functions (`createTodoListFeature(store:output:)`), each of which returns an ``Input``; a
/// `Feature` is such an input in the list of an ``App``.
public struct Feature<Message> {
    package let input: Input<Message>

    /// Wraps an input.
    public init(_ input: @escaping Input<Message>) { self.input = input }
}
