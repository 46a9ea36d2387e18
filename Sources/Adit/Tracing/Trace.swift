import AditJSON

/// What led to what in a core: its last messages, effects and requests to the host, each with what caused it. The
/// core's loop.
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
    /// One thing that happened.
    package struct Entry {
        /// Counts from 1.
        package let number: Int
        /// The number of what caused it; nil where that came from outside, or is not known.
        package let from: Int?
        package let kind: Kind
        /// The cases of a message, the name of a gateway, nothing of an effect.
        package let name: String
        /// A message or a request as JSON, a message that JSON has not as a string; nil of an effect.
        package let text: String?
        /// The requests to use cases that it led to, as far as these are traced.
        package fileprivate(set) var useCases: [UseCaseRequest] = []
        /// Why it failed; nil where it did not.
        package fileprivate(set) var error: String?
    }

    package enum Kind: Equatable {
        /// A message from outside.
        case message(id: MessageID?, client: String?, isHandled: Bool)
        /// A message that was put out.
        case output
        /// An effect, by its number among the core's.
        case effect(Int)
        /// A request to the host, with the host's id of it.
        case request(id: String)
    }

    /// What a use case was asked for.
    package struct UseCaseRequest: Equatable {
        /// The use case's type.
        package let useCase: String
        package let request: String
    }

    /// How many entries are kept.
    private let limit: Int
    // Accesses last for one statement each.
    @exclusivity(unchecked) private var ring: [Entry] = []
    @exclusivity(unchecked) private var last = 0
    /// What is being handled.
    @exclusivity(unchecked) @usableFromInline var present: Int?

    init(keeping limit: Int) { self.limit = max(1, limit) }

    /// What is kept, the oldest first.
    package var entries: [Entry] {
        guard ring.count == limit else { return ring }
        let oldest = last % limit
        return Array(ring[oldest...] + ring[..<oldest])
    }

    /// Adds what the present entry, or another one, has caused.
    ///
    /// - Returns: its number.
    @discardableResult
    func add(_ kind: Kind, _ name: String, _ text: String?, from: Int?) -> Int {
        last += 1
        let entry = Entry(number: last, from: from, kind: kind, name: name, text: text)
        if ring.count < limit { ring.append(entry) } else { ring[(last - 1) % limit] = entry }
        return last
    }

    /// A message is about to be handled: it comes of what was present, and is that now.
    func begin<Kind: MessageKind>(_: Kind.Type, _ message: Kind.Message, _ kind: Trace.Kind) {
        let writer = JSONWriter()
        do {
            try Kind.write(message, to: writer)
        } catch {
            // JSON has no such message; it is shown as Swift shows it.
            writer.truncate(to: 0)
            writer.write("\(message)")
        }
        present = add(kind, Kind.casePath(of: message), writer.text, from: present)
    }

    /// The present entry has failed.
    func fail(_ error: any Error) { update { $0.error = "\(error)" } }

    /// The present entry asks a use case for something.
    func note<U: UseCase>(_: U.Type, _ request: U.RequestType) {
        update { $0.useCases.append(UseCaseRequest(useCase: "\(U.self)", request: "\(request)")) }
    }

    private func update(_ body: (inout Entry) -> Void) {
        guard let present, present > last - ring.count else { return }
        body(&ring[(present - 1) % limit])
    }
}
