import Adit
import AditHost
import AditJSON
import AditState

extension AppCore {
    /// Handles the queued messages, runnable effects and due timers, with all that they cause, and delivers their
    /// outputs. Without effect within itself, as in a receiver.
    public func process() {
        while handleBatch() {}
    }

    /// The time until the next timer; zero if there is work now; nil if nothing is scheduled.
    public var timeToNext: Duration? {
        if hosted.isClosed { return nil }
        if hosted.hasWork { return .zero }
        return hosted.nextDue.map { .nanoseconds(max(0, $0.nanoseconds - MonotonicTime.now.nanoseconds)) }
    }

    /// Advances a virtual clock, and handles what becomes due, in order, with the queued messages; with a real clock,
    /// the same as ``process()``.
    ///
    /// - Parameter duration: at least a millisecond, of which the rest is cut off.
    public func advance(by duration: Duration) {
        process()
        guard hosted.loop.effects.time.isVirtual else { return }
        var left = duration.nanoseconds / 1_000_000
        repeat {
            let step = min(left, Milliseconds.longest)
            left -= step
            Replying(hosted, wakeup).enqueue { writer in
                writer.write(literal: #"{"@advance":{"by":"#)
                writer.write(step)
                writer.write(literal: "}}")
            }
            process()
        } while left > 0
    }

    /// Drives the core until it is closed or the task is cancelled. Between batches, other tasks of the actor run.
    ///
    /// Timers wait by the program's concurrency runtime, whose threads the core's code does not see.
    public func run(isolation: isolated (any Actor)? = #isolation) async {
        while !isClosed, !Task.isCancelled {
            if handleBatch() { await Task.yield() } else { await wakeup.wait(atMost: timeToNext) }
        }
    }

    /// Handles a batch.
    ///
    /// - Returns: false if there was no work.
    private func handleBatch() -> Bool {
        guard !isDriving, !hosted.isClosed, hosted.hasWork else { return false }
        drive {
            let last = hosted.lastQueued
            while hosted.handleNext(through: last), !hosted.isBatchFull {}
            hosted.endBatch()
        }
        return true
    }

    /// Runs `body` in the core, delivers its output, and closes the core if its store was opened elsewhere since.
    func drive(_ body: () -> Void) {
        isDriving = true
        hosted.enter()
        body()
        hosted.leave()
        isDriving = false
        deliverAll()
        if hosted.isFenced { close() }
    }

    /// Delivers the output of the last batch.
    func deliverAll() {
        hosted.buffer.truncate(to: 0)
        for item in listener.removeItems(isHeld: hosted.isHeld) { deliver(item) }
    }

    func deliver(_ item: TypedListener<Message>.Item) {
        switch item {
        case .output(let output):
            // The streams are read where the core is driven.
            nonisolated(unsafe) let output = output
            for (number, subscriber) in subscribers {
                if case .terminated = subscriber.yield(output) { subscribers[number] = nil }
            }
        case .request(let request): server.serve(request)
        case .cancel(let request): server.cancel(request)
        }
    }
}
