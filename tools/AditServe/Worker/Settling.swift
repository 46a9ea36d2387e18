/// What is known of the messages of a core whose storage may know later what it has written (`connections` in its config).
///
/// Such a core holds what it has handled, and no function says so. So behind its messages it is asked for its figures: it
/// answers once all of them are handled, and their output is out.
struct Settling {
    /// The first message that is not known to be handled; nil if all are.
    fileprivate(set) var first: UInt64?
    /// The first message behind the question.
    fileprivate var later: UInt64?
    fileprivate var isAsked = false

    fileprivate static let question = "{\"@stats\":{},\"@id\":\"adit serve\"}"
    private static let (beginning, end): (StaticString, StaticString) = ("{\"@stats\":", ",\"@id\":\"adit serve\"}")

    /// Whether a message of a core is the answer.
    static func isAnswer(_ text: Bytes) -> Bool {
        text.has(prefix: beginning) && text.count > end.utf8CodeUnitCount
            && text.suffix(from: text.count - end.utf8CodeUnitCount) == Bytes(end)
    }
}

extension Worker {
    /// Notes that a core has a message.
    func noteMessage(_ number: UInt64, of core: UInt32) {
        guard var settling = entries[Int(core)]?.settling else { return }
        if settling.isAsked {
            settling.later = settling.later ?? number
        } else {
            settling.first = settling.first ?? number
            unsettled.insert(core)
        }
        entries[Int(core)]?.settling = settling
    }

    /// Asks the cores with messages that are not known to be handled.
    ///
    /// - Returns: whether one was asked.
    func ask() -> Bool {
        var hasAsked = false
        for number in unsettled {
            guard let entry = entry(number), entry.settling?.isAsked == false else { continue }
            // With a full queue, it is asked when there is room again.
            guard functions.send(entry.core, Settling.question, Settling.question.utf8.count, nil) == 0 else {
                continue
            }
            entries[Int(number)]?.settling?.isAsked = true
            hasAsked = true
        }
        return hasAsked
    }

    /// A core has answered.
    func settle(_ core: UInt32) {
        guard var settling = entries[Int(core)]?.settling else { return }
        (settling.first, settling.later, settling.isAsked) = (settling.later, nil, false)
        if settling.first == nil { unsettled.remove(core) }
        entries[Int(core)]?.settling = settling
    }

    /// The last of the messages before which all are handled.
    func lastHandled(of received: UInt64) -> UInt64 {
        unsettled.compactMap { entry($0)?.settling?.first }.min().map { $0 - 1 } ?? received
    }
}
