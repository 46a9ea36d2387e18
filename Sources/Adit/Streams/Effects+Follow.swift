extension Effects {
    /// Follows a stream as an effect: subscribes at once, and passes on each element on the core's loop, until the
    /// effect is cancelled or the subject released. So what an element leads to belongs to the message that asked for
    /// it, by its `@id` and its dependencies.
    ///
    /// - Parameters:
    ///   - stream: the stream.
    ///   - id: the id of the effect, unique in this scope; what is in flight under it is cancelled first.
    ///   - onNext: receives each element.
    public func follow<Element: Sendable>(
        _ stream: ObservableStream<Element>, id: some Hashable & Sendable, onNext: @escaping (Element) throws -> Void
    ) {
        // Arrays of one element: for an optional enum, the compiled test for nil reads bytes that no case has set,
        // which valgrind reports as an error.
        let (elements, continuation) = AsyncStream.makeStream(of: [Element].self)
        // Subscribes at once, to receive the next element; if the effect does not start, the subscription is released.
        let subscription = stream.subscribe {
            continuation.yield([$0])
        } onEnd: {
            continuation.finish()
        }
        run(id: id, whileInFlight: .cancelPrevious) {
            defer { subscription.dispose() }
            for await elements in elements {
                for element in elements { try onNext(element) }
            }
        }
    }
}
