import AditState
import AditSwiftHost
import AditTesting
import AditUncertainStorage
import Testing

@Message private enum Message: Equatable, Sendable {
    case add(Int), rename(Int, String), remove(Int), clear, move(Int)
    @Outgoing case done(Int)
}

@Model private struct Items: State {
    @Model struct Entry: Identifiable, Equatable {
        let id: Int
        var text: String
    }
    var items: Table<Int, Entry> = []
    var last = 0

    enum Change { case add(Int), rename(Int, String), remove(Int), clear, move(Int) }

    mutating func apply(_ change: Change) {
        switch change {
        case .add(let id): items.append(Entry(id: id, text: "\(id)"))
        case .rename(let id, let text): items[id: id]?.text = text
        case .remove(let id): items.remove(id)
        case .clear: items = []
        case .move(let id): items.move(id, to: 0)
        }
        last += 1
    }

    var texts: [String] { items.map { "\($0.id) \($0.text)" } + ["\(last)"] }
}

private let app: App<Items, Message> = App("items", state: Items()) { core in
    let (store, output) = (core.store, core.output)
    var count = 0
    return [
        Feature { message in
            switch message {
            case .add(let id): store.change(.add(id))
            case .rename(let id, let text): store.change(.rename(id, text))
            case .remove(let id): store.change(.remove(id))
            case .clear: store.change(.clear)
            case .move(let id): store.change(.move(id))
            case .done: return
            }
            count += 1
            output(.done(count))
        }
    ]
}

/// GIVEN random messages, and a storage with random outcomes, that is killed and opened again WHEN they are compared with
/// a synchronous model THEN what was heard is there, what failed is not, and each message was done once or not at all.
@Suite struct UncertainModelTests {
    /// The ends of a message.
    private enum End: Equatable { case heard, failed, unknown }

    @Test(arguments: 0..<60 as Range<UInt64>)
    func `what was heard is there, and what failed is not`(seed: UInt64) async throws {
        var random = SystemlessRandom(state: seed)
        let engine = UncertainEngine(notify: seed % 2 == 0 ? { $0.signal() } : nil)
        var model = Items()
        var id = 0
        for _ in 0..<6 {
            // A session, which ends by a kill or a close.
            engine.course = UncertainStorage.Course.random(seed &* 31 &+ UInt64(id), fails: true)
            let core = try AppCore(app, store: .file("memory", retention: .none), engine: engine)
            #expect(core.state.texts == model.texts)
            let outputs = core.outputs
            var sent: [[(id: Int, change: Items.Change)]] = []
            for _ in 0..<(3 + random.draw(8)) {
                // A batch: what is sent before the core is driven, unless one is held.
                var batch: [(id: Int, change: Items.Change)] = []
                for _ in 0..<(1 + random.draw(3)) {
                    id += 1
                    let (message, change) = random.message(id)
                    core.send(message, id: "\(id)")
                    batch.append((id, change))
                }
                sent.append(batch)
                core.process()
                for _ in 0..<random.draw(4) {
                    engine.storage?.signal()
                    core.process()
                }
            }
            let endsUnknown = random.draw(3) == 0
            if endsUnknown {
                while !engine.isSettled(core) {
                    engine.storage?.signal()
                    core.process()
                }
                engine.courses = [.never(isWritten: random.draw(2) == 0)]
                id += 1
                let (message, change) = random.message(id)
                core.send(message, id: "\(id)")
                sent.append([(id, change)])
                core.process()
            }
            core.close()
            // What the host heard, in order.
            var ends: [Int: End] = [:]
            var order: [Int] = []
            for await output in outputs {
                let (text, end): (String?, End)
                switch output {
                case .message(_, let id): (text, end) = (id, .heard)
                case .failure(let failure, let id):
                    let isUnknown = "\(failure.error)".contains("before it was known whether")
                    (text, end) = (id, isUnknown ? .unknown : .failed)
                }
                let number = try #require(text.flatMap { Int($0) })
                #expect(ends[number] == nil, "\(number) ends twice")
                ends[number] = end
                order.append(number)
            }
            let all = sent.flatMap { $0 }
            #expect(order == all.map(\.id))
            for (id, change) in all where ends[id] == .heard { model.apply(change) }
            // What is unknown is there as a whole, or not at all.
            let unknown = all.filter { ends[$0.id] == .unknown }
            guard !unknown.isEmpty else { continue }
            var more = model
            for (_, change) in unknown { more.apply(change) }
            let next = try AppCore(app, store: .file("memory", retention: .none), engine: engine)
            let stored = next.state
            next.close()
            #expect(stored.texts == model.texts || stored.texts == more.texts)
            model = stored
        }
    }
}

extension UncertainEngine {
    /// Whether a core has nothing more to ask its storage.
    fileprivate func isSettled<S, M>(_ core: AppCore<S, M>) -> Bool {
        storage?.signal()
        return core.timeToNext == nil
    }
}

/// Random numbers that follow from a number.
private struct SystemlessRandom {
    var state: UInt64

    mutating func draw(_ bound: Int) -> Int {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return Int((state >> 33) % UInt64(bound))
    }

    mutating func message(_ id: Int) -> (Message, Items.Change) {
        let old = 1 + draw(id)
        switch draw(8) {
        case 0: return (.rename(old, "new \(id)"), .rename(old, "new \(id)"))
        case 1: return (.remove(old), .remove(old))
        case 2: return draw(4) == 0 ? (.clear, .clear) : (.add(id), .add(id))
        case 3: return (.move(old), .move(old))
        default: return (.add(id), .add(id))
        }
    }
}
