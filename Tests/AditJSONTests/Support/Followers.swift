import AditJSON
import AditState
import Testing

/// The operations that lead from one value to another.
func changes<T: WireModel>(from old: T, to new: T) throws -> [JSON] {
    let writer = ChangeWriter(nil, wantsAll: true)
    try new.writeChanges(since: old, to: writer)
    return writer.set.map { change in
        var members: JSONObject = ["op": .string(change.operation.rawValue), "path": .string(change.path)]
        members["from"] = change.from.map(JSON.string)
        members["value"] = change.value.flatMap { JSON(text: $0) }
        return .object(members)
    }
}

/// The same, each as a text: `add /items/0 {"id":1}`, `move /items/0 -> /items/3`.
func changeTexts<T: WireModel>(from old: T, to new: T) throws -> [String] {
    let writer = ChangeWriter(nil, wantsAll: true)
    try new.writeChanges(since: old, to: writer)
    return writer.set.map { change in
        let path = change.from.map { "\($0) -> \(change.path)" } ?? change.path
        return "\(change.operation) \(path)\(change.value.map { " \($0)" } ?? "")"
    }
}

/// Who follows which parts of a value, and what they are told.
final class Followers {
    enum News: Equatable {
        case nothing, value
        case operations([JSON])
    }

    let parts = SubscriptionTree()
    private(set) var all: [Subscriber] = []

    init(_ pointers: some Sequence<String>) throws {
        for pointer in pointers { try add(pointer) }
    }

    @discardableResult
    func add(_ pointer: String) throws -> Subscriber {
        let pointer = try #require(JSONPointer(pointer))
        let subscriber = Subscriber(pointer)
        parts.add(subscriber, at: pointer.tokens[...])
        all.append(subscriber)
        return subscriber
    }

    func remove(_ subscriber: Subscriber) {
        parts.remove(subscriber, at: subscriber.pointer.tokens[...])
        all.removeAll { $0 === subscriber }
    }

    /// A batch that makes one value of another.
    func tell<T: WireModel>(from old: T, to new: T) throws {
        let writer = ChangeWriter(parts, wantsAll: false)
        try new.writeChanges(since: old, to: writer)
        for subscriber in writer.touched { subscriber.collect() }
    }

    /// What each is told, by its pointer.
    var news: [(pointer: String, news: News)] {
        all.map { subscriber in
            let news: News =
                switch subscriber.removeUpdate() {
                case .none: .nothing
                case .value: .value
                case .operations(let writer):
                    if case .array(let operations)? = JSON(text: "[\(writer.text)]") {
                        .operations(operations)
                    } else {
                        .operations([.string(writer.text)])
                    }
                }
            return (subscriber.pointer.description, news)
        }
    }

    /// The same, each as a text: `/items: value`, `/items: [{"op":"remove","path":"/0"}]`; nothing of whom nothing is
    /// told.
    var newsTexts: [String] {
        all.compactMap { subscriber in
            switch subscriber.removeUpdate() {
            case .none: nil
            case .value: "\(subscriber.pointer): value"
            case .operations(let writer): "\(subscriber.pointer): [\(writer.text)]"
            }
        }
    }
}
