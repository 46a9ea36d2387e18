extension AppCore {
    /// The outputs from now on: outgoing messages and failures, in order. Each access makes a sequence of its own.
    ///
    /// It ends when the core closes. Outputs that are not read yet are kept in memory.
    public var outputs: AsyncStream<AppCoreOutput<Message>> {
        let (stream, continuation) = AsyncStream<AppCoreOutput<Message>>.makeStream()
        guard !isClosed else {
            continuation.finish()
            return stream
        }
        lastSubscriber += 1
        subscribers[lastSubscriber] = continuation
        return stream
    }
}
