@testable import AditState
import AditJSON

@testable import Adit

/// A store whose state is read and followed, as a core's is, without messages.
final class Follow {
    let store: StateStore<Shelf>
    private let reading: FollowedStore<Shelf>
    struct Broken: Error {}

    init(_ shelf: Shelf = Shelf(), views: [View<Shelf>] = []) {
        store = StateStore(shelf)
        let following = Following(StateCoding.generated(), views: views)
        store.cell.following = following
        reading = FollowedStore(store, following, describe: { nil })
    }

    /// A batch, of a message each.
    func batch(_ edits: ((inout Shelf) -> Void)...) {
        for edit in edits { message(edit) }
        store.transaction.commit()
    }

    /// A message of a batch.
    func message(fails: Bool = false, _ edit: @escaping (inout Shelf) -> Void) {
        store.transaction.begin()
        store.change(Shelf.Change(edit: edit))
        if fails { store.transaction.rollBack() } else { store.transaction.commitMessage() }
    }

    /// What is at a path, as text; nil where there is nothing.
    func value(_ path: String, from: Int? = nil, limit: Int? = nil) throws -> String? {
        guard let pointer = JSONPointer(path) else { return "no pointer" }
        let window = from == nil && limit == nil ? nil : ListWindow(from: from ?? 0, limit: limit)
        let writer = JSONWriter()
        switch try reading.write(PartPath(pointer, window: window), to: writer) {
        case .nothing: return writer.count == 0 ? nil : "something after all: \(writer.text)"
        case .value: return writer.text
        case .slice(let count): return writer.text + " of \(count)"
        }
    }

    @discardableResult
    func subscribe(_ path: String, as name: String? = nil) -> Bool {
        guard let pointer = JSONPointer(path) else { return false }
        return reading.subscribe(name ?? path, of: nil, to: pointer, nil) != nil
    }

    /// Subscribes to a window; what it shows, and how many there are in all.
    func subscribe(_ path: String, from: Int, limit: Int?, as name: String? = nil) throws -> String? {
        guard let pointer = JSONPointer(path),
            let subscriber = reading.subscribe(
                name ?? path, of: nil, to: pointer, ListWindow(from: from, limit: limit))
        else { return "no subscription" }
        return try show(subscriber)
    }

    /// Moves the window of a subscription; what it shows then.
    func move(_ name: String, from: Int, limit: Int?) throws -> String? {
        let subscriber = reading.subscriptions[name, of: nil]
        subscriber?.window?.move(to: ListWindow(from: from, limit: limit))
        return try subscriber.flatMap(show)
    }

    private func show(_ subscriber: Subscriber) throws -> String? {
        let writer = JSONWriter()
        let part = try reading.write(PartPath(subscriber), to: writer)
        guard case .slice(let count) = part else { return part == .nothing ? nil : "no slice: \(writer.text)" }
        return writer.text + " of \(count)"
    }

    func unsubscribe(_ name: String) -> Bool { reading.unsubscribe(name, of: nil) }

    /// What there is to tell: `name [operations]`, or `name =` where the value is to be told. In the order of the
    /// names.
    func news() -> [String] {
        var news: [String] = []
        while let subscriber = reading.subscriptions.dequeue() {
            switch subscriber.removeUpdate() {
            case .none: news.append("\(subscriber.name) nothing")
            case .value: news.append("\(subscriber.name) =")
            case .operations(let writer):
                let count = subscriber.window?.count.map { " of \($0)" } ?? ""
                news.append("\(subscriber.name) [\(writer.text)]\(count)")
            }
        }
        return news.sorted()
    }
}
