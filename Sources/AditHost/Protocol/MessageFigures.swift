import Adit
import AditJSON
import AditState

/// Figures of the messages of a core, in `@stats`.
@Model
package struct MessageFigures {
    /// The most effects that were in flight when a message arrived.
    let mostEffects: Count
    /// The most messages that were pending at once, caused by others.
    let mostCaused: Count
    /// By the cases of the messages, separated by dots.
    let messages: [String: Kind]
    /// The answers of the host to requests, by the names of gateways; by the core's clock.
    let gateways: [String: Kind]

    /// Figures of one kind of message.
    struct Kind {
        /// The number of messages.
        let count: Count
        /// The number of those that failed.
        let failures: Count
        /// Their total duration.
        let nanoseconds: Count
        /// The longest duration in nanoseconds.
        let longest: Count
        /// The number of durations of up to 1, 4, 16, 64, 256 microseconds, and so on up to 4 194 304; the last one, above.
        let histogram: [Count]

        init(_ kind: Figures.Kind) {
            (count, failures) = (Count(kind.count), Count(kind.failures))
            (nanoseconds, longest) = (Count(kind.total.wholeNanoseconds), Count(kind.longest.wholeNanoseconds))
            histogram = kind.histogram.map { Count($0) }
        }
    }

    package init(_ figures: Figures) {
        mostEffects = Count(figures.mostEffects)
        mostCaused = Count(figures.mostCaused)
        messages = figures.kinds.mapValues { Kind($0) }
        gateways = figures.gateways.mapValues { Kind($0) }
    }
}

extension Duration {
    /// Whole nanoseconds of a duration that is not negative, at most `Int.max`: those of virtual time have no limit.
    var wholeNanoseconds: Int {
        let (seconds, attoseconds) = components
        let (product, isOver) = Int(seconds).multipliedReportingOverflow(by: 1_000_000_000)
        let (sum, isTooMuch) = product.addingReportingOverflow(Int(attoseconds / 1_000_000_000))
        return isOver || isTooMuch ? .max : sum
    }
}

// Figures that are sent every so many seconds, without being asked for.
extension HostedCore {
    /// Sets the timer of the next figures. Times that have passed without a driver are left out.
    func scheduleFigures() {
        guard let seconds = config.figures?.every?.value else { return }
        let time = loop.effects.time
        loop.effects.timers.add(due: time.later(by: seconds * 1_000_000_000), isNoted: false) { [unowned self] _ in
            endBatch()
            blockage.afterBatch { [unowned self] in
                hostWriter.send(stats, of: nil)
                scheduleFigures()
            }
        }
    }
}

/// Figures of a core's store, in `@stats`.
@Model
package struct StoreFigures {
    /// The bytes of the file.
    let bytes: Count
    /// The bytes of its write-ahead log.
    let logBytes: Count
    /// The bytes of the journal's entries.
    let journalBytes: Count
    /// The batches in the journal.
    let journalBatches: Count
    /// The transactions that were committed since the core was opened, or resumed.
    let commits: Count
    /// The total duration of the commits, with the syncs of the file.
    let nanoseconds: Count
    /// The longest commit in nanoseconds.
    let longest: Count

    package init(_ figures: StorageFigures) {
        (bytes, logBytes) = (Count(figures.bytes), Count(figures.logBytes))
        (journalBytes, journalBatches) = (Count(figures.journalBytes), Count(figures.journalBatches))
        commits = Count(figures.commits)
        (nanoseconds, longest) = (Count(figures.total.wholeNanoseconds), Count(figures.longest.wholeNanoseconds))
    }
}
