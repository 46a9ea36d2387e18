import Adit
import AditJSON

/// Figures of the messages of a core, in `@stats`.
@Model
package struct MessageFigures {
    /// The most effects that were in flight when a message arrived.
    let mostEffects: Count
    /// The most messages that were pending at once, caused by others.
    let mostCaused: Count
    /// By the cases of the messages, separated by dots.
    let messages: [String: Kind]

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
    }

    package init(_ figures: Figures) {
        mostEffects = Count(figures.mostEffects)
        mostCaused = Count(figures.mostCaused)
        messages = figures.kinds.mapValues { kind in
            Kind(
                count: Count(kind.count), failures: Count(kind.failures),
                nanoseconds: Count(kind.total.wholeNanoseconds), longest: Count(kind.longest.wholeNanoseconds))
        }
    }
}

extension Duration {
    fileprivate var wholeNanoseconds: Int {
        let (seconds, attoseconds) = components
        return Int(clamping: seconds) &* 1_000_000_000 &+ Int(clamping: attoseconds / 1_000_000_000)
    }
}
