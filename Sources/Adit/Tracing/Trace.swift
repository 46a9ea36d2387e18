import AditJSON
import AditState

/// A trace of causes in a core: its last messages, effects and requests to the host, each with its cause. The core's
/// loop.
///
/// ```text
/// 1 todo.request.add {"todo":{"request":{"add":{"item":{"text":"Buy milk"}}}}}, from the host
///   AddTodoItemUseCase add(item: TodoItem(text: "Buy milk"))
///   2 todo.response.wasAdded {"todo":{"response":{"wasAdded":{…}}}}
///     3 appReview.requestReview {"appReview":{"requestReview":{}}}
///       4 effect 1
///         5 @effect e1-1 to review {"show":{}}
/// ```
@usableFromInline
package final class Trace {
    /// An event of the trace.
    package struct Entry {
        /// Counts from 1.
        package let number: Int
        /// The number of its cause; nil if that came from outside, or is not known.
        package let from: Int?
        package let kind: Kind
        /// The cases of a message, or the name of a gateway; empty for an effect.
        package let name: String
        /// A message or a request as JSON, or as a string if JSON cannot represent it; nil for an effect.
        package let text: String?
        /// The requests to traced use cases that it caused.
        package fileprivate(set) var useCases: [UseCaseRequest] = []
        /// The error; nil if it did not fail.
        package fileprivate(set) var error: String?
        /// When it began: the system's date, or that of a virtual clock.
        package let at: Timestamp
        /// The same on the core's clock, in nanoseconds.
        fileprivate let time: Int
        /// The time that a message took to be handled, without the messages that it caused, or a request to be answered
        /// first. Nil of others, and of messages on a virtual clock, on which handling takes no time.
        package fileprivate(set) var nanoseconds: Int?
    }

    package enum Kind: Equatable {
        /// A message from outside.
        case message(id: MessageID?, client: String?, isHandled: Bool)
        /// An output of the core.
        case output
        /// An effect, by its number in the core.
        case effect(Int)
        /// A request to the host, by its id.
        case request(id: EffectID)
    }

    /// A request to a use case.
    package struct UseCaseRequest: Equatable {
        /// The use case's type.
        package let useCase: String
        package let request: String
    }

    /// The capacity in entries.
    private let limit: Int
    // Accesses last for one statement each.
    @exclusivity(unchecked) private var ring: [Entry] = []
    @exclusivity(unchecked) private var last = 0
    private let time: CoreTime
    /// The message that is being handled, and since when.
    @exclusivity(unchecked) private var open: (number: Int, since: MonotonicTime)?
    /// The number of the current entry.
    @exclusivity(unchecked) private(set) var present: Int?
    /// The entries that caused the queued outputs, in the order of the queue.
    @exclusivity(unchecked) private var origins: ArraySlice<Int?> = []
    private let coding: MessageCoding

    /// - Parameters:
    ///   - limit: the capacity in entries.
    ///   - time: the core's clock.
    ///   - coding: writes the messages.
    init(keeping limit: Int, _ time: CoreTime, _ coding: MessageCoding) {
        self.limit = max(1, limit)
        self.time = time
        self.coding = coding
    }

    /// The entries, the oldest first.
    package var entries: [Entry] {
        guard ring.count == limit else { return ring }
        let oldest = last % limit
        return Array(ring[oldest...] + ring[..<oldest])
    }

    /// Adds an entry.
    ///
    /// - Returns: the number of the entry.
    @discardableResult
    func add(_ kind: Kind, _ name: String, _ text: String?, from: Int?) -> Int {
        last += 1
        let entry = Entry(
            number: last, from: from, kind: kind, name: name, text: text, at: time.date ?? .now, time: time.present)
        if ring.count < limit { ring.append(entry) } else { ring[(last - 1) % limit] = entry }
        return last
    }

    /// Records a request to a use case in the current entry.
    func record<U: UseCase>(_: U.Type, _ request: U.RequestType) {
        guard let present else { return }
        update(present) { $0.useCases.append(UseCaseRequest(useCase: "\(U.self)", request: "\(request)")) }
    }

    private func update(_ number: Int, _ body: (inout Entry) -> Void) {
        guard number > last - ring.count else { return }
        body(&ring[(number - 1) % limit])
    }
}

// MARK: - The loop

extension Trace: LoopObserver {
    package func begin(_ event: LoopEvent) {
        present = nil
        switch event {
        case .message(let message, let cause, let isHandled):
            begin(message, .message(id: cause?.id, client: cause?.client, isHandled: isHandled))
        case .effect(let effect): present = effect.traced
        case .reply(let id): answer(id)
        case .outputs(let count): endMessage(outputs: count)
        case .timer, .change: break
        }
    }

    package func beginOutput(_ message: AnyMessage, of effect: Effect?) {
        if let effect { present = effect.traced } else if let origin = origins.popFirst() { present = origin }
        begin(message, .output)
    }

    /// Records an error of the current entry.
    package func fail(_ error: any Error) {
        if let present { update(present) { $0.error = "\(error)" } }
        end()
    }

    package func fail(_ error: any Error, of effect: Effect) {
        present = effect.traced
        fail(error)
    }

    package func endMessage(outputs count: Int) {
        end()
        // A message that has failed has added none, or has lost all.
        if count < origins.count { origins = origins.prefix(count) }
        while origins.count < count { origins.append(present) }
    }

    /// Adds a message that is about to be handled, with the current entry as its cause, and makes it the current entry.
    private func begin(_ message: AnyMessage, _ kind: Trace.Kind) {
        let writer = JSONWriter()
        writer.masksSecrets = true
        do {
            try coding.write(message, writer)
        } catch {
            // JSON cannot represent the message; Swift's description replaces it.
            writer.truncate(to: 0)
            writer.write(message.description)
        }
        let number = add(kind, coding.casePath(message), writer.text, from: present)
        present = number
        if !time.isVirtual { open = (number, .now) }
    }

    /// Records that the message which was begun last has been handled.
    private func end() {
        guard let open = open.take() else { return }
        update(open.number) { $0.nanoseconds = MonotonicTime.now.nanoseconds - open.since.nanoseconds }
    }

    /// Records the first answer to a request.
    private func answer(_ id: String) {
        guard let id = EffectID(id), let index = ring.lastIndex(where: { $0.kind == .request(id: id) }),
            ring[index].nanoseconds == nil
        else { return }
        ring[index].nanoseconds = max(0, time.present - ring[index].time)
    }
}
