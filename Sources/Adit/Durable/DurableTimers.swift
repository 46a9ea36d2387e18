import AditJSON

/// Timers that survive the end of the process: each outputs a message. Used on the core's loop.
/// (``CoreBuilder/timers``)
public struct DurableTimers<Message> {
    /// The beginning of the stored ids: the place of a child core.
    private let place: String
    private let runner: EffectRunner
    private weak var durable: DurableEffects?
    private let write: (Message, JSONWriter) throws(CodingFailure) -> Void

    init(
        _ place: String, _ runner: EffectRunner, _ durable: DurableEffects?,
        write: @escaping (Message, JSONWriter) throws(CodingFailure) -> Void
    ) {
        self.place = place
        self.runner = runner
        self.durable = durable
        self.write = write
    }

    /// Outputs a message at a date, by the clock of the system; at once if that has passed.
    ///
    /// The timer is written with the changes of the current message, once that has succeeded. If the core is not open
    /// at that date, the message is output when it is opened again.
    ///
    /// - Parameters:
    ///   - date: when to output it.
    ///   - id: an id; a timer with the same id in this core is replaced.
    ///   - message: the message.
    /// - Throws: ``CodingFailure`` whenever the message cannot be written as JSON.
    public func wake(at date: Timestamp, id: String, _ message: Message) throws(CodingFailure) {
        try wake(after: DependencyValues.current.date().duration(to: date), id: id, message)
    }

    /// Outputs a message after a duration, as ``wake(at:id:_:)`` does.
    public func wake(after duration: Duration, id: String, _ message: Message) throws(CodingFailure) {
        let text = JSONWriter()
        try write(message, text)
        let (key, due, written) = (key(id), runner.time.dueTime(after: duration), WrittenJSON(text.text))
        durable?.listing?.recordTimer(written)
        runner.ask(.durable(.wake(key: key, at: due, written)))
    }

    /// Cancels the timer of an id once the current message has succeeded.
    public func cancel(id: String) {
        runner.ask(.durable(.cancelTimer(key: key(id))))
    }

    /// Returns whether the timer of an id is scheduled.
    public func isScheduled(id: String) -> Bool { durable?.timers.isScheduled(key(id)) ?? false }

    private func key(_ id: String) -> ByteString { ByteString(place + id) }
}
