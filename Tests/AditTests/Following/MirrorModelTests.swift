import TestSupport
import Testing
@testable import Adit
@testable import AditJSON
@testable import AditState

/// A store whose state is followed by copies that are kept as a host keeps them: by values and patches.
private final class Mirrors<S: State & WireModel> {
    struct Place {
        let path: String
        var window: ListWindow?

        var name: String { window.map { "\(path) from \($0.from) limit \($0.limit ?? -1)" } ?? path }
    }

    let store: StateStore<S>
    private let reading: FollowedStore<S>
    private var copies: [(place: Place, copy: PatchedJSON?)] = []

    init(_ state: S, views: [View<S>] = [], _ places: [Place]) throws {
        store = StateStore(state)
        let following = Following(StateCoding<S>.generated(), views: views)
        store.cell.following = following
        reading = FollowedStore(store, following, describe: { nil })
        for place in places {
            let pointer = try #require(JSONPointer(place.path))
            let subscriber = try #require(reading.subscribe(place.name, of: nil, to: pointer, place.window))
            copies.append((place, try value(PartPath(subscriber))))
        }
    }

    private func value(_ path: PartPath) throws -> PatchedJSON? {
        let writer = JSONWriter()
        return try reading.write(path, to: writer) == .nothing ? nil : PatchedJSON(writer.text)
    }

    func batch(_ messages: Int, _ change: () -> S.Change) {
        for _ in 0..<messages {
            store.transaction.begin()
            store.change(change())
            store.transaction.commitMessage()
        }
        store.transaction.commit()
    }

    /// Applies what there is to tell, and expects each copy to be what can be read.
    func expectCopies(_ when: String) throws {
        while let subscriber = reading.subscriptions.dequeue() {
            let index = try #require(copies.firstIndex { $0.place.name.isSpelled(as: subscriber.name) })
            switch subscriber.removeUpdate() {
            case .none: break
            case .value: copies[index].copy = try value(PartPath(subscriber))
            case .operations(let writer): try copies[index].copy?.apply(operations: writer.text)
            }
        }
        for (place, copy) in copies {
            let pointer = try #require(JSONPointer(place.path))
            let present = try value(PartPath(pointer, window: place.window))
            try #require(copy == present, "\(place.name) \(when)")
        }
    }
}

/// GIVEN values that may be equal and yet differ on the wire WHEN they change THEN the copies of hosts, the store, the
/// journal and the state are the same JSON.
struct MirrorModelTests {
    private static let parts =
        [
            "", "/x", "/scale", "/shape", "/shape/circle/radius", "/label", "/text", "/numbers", "/numbers/1",
            "/shapes",
            "/shapes/0", "/corners", "/corners/0/x", "/names", "/lists", "/any", "/any/0", "/marks", "/marks/ids",
            "/marks/ids/1", "/marks/entities", "/view/sorted", "/view/sorted/entities", "/view/sum", "/view/x",
        ]
        + Sketch.texts.flatMap { text in
            ["/marks/entities/", "/names/", "/lists/", "/view/sorted/entities/"].map { $0 + text }
                + ["/marks/entities/\(text)/x"]
        }
    private static let lists = [
        "/marks", "/marks/ids", "/marks/entities", "/view/sorted", "/view/sorted/entities", "/numbers",
    ]

    private static let places =
        parts.map { Mirrors<Sketch>.Place(path: $0) }
        + lists.flatMap { path in
            [(0, 1), (1, 2), (0, 4)].map {
                Mirrors<Sketch>.Place(path: path, window: ListWindow(from: $0.0, limit: $0.1))
            }
        }

    private static let views = [
        View<Sketch>("sorted", of: \.marks, where: { $0.x < 2 }, sortedBy: { $0.x }),
        View<Sketch>("sum") { state in state.numbers + [state.x] },
        View<Sketch>("x") { state in state.x },
    ]

    @Test(arguments: 0..<60 as Range<UInt64>)
    func `THEN each copy is what can be read`(_ seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let mirrors = try Mirrors(Sketch(), views: MirrorModelTests.views, MirrorModelTests.places)
        for batch in 0..<60 {
            mirrors.batch(Int.random(in: 1...3, using: &random)) {
                var own = SeededGenerator(seed: random.next())
                let steps = Int.random(in: 1...4, using: &own)
                return Sketch.Change { $0.edit(&own, steps) }
            }
            try mirrors.expectCopies("after batch \(batch) of seed \(seed)")
        }
    }

    @Test(arguments: 0..<60 as Range<UInt64>)
    func `THEN a single followed part is what can be read`(_ seed: UInt64) throws {
        // Alone, each part is looked for in its own way.
        var random = SeededGenerator(seed: seed)
        let place = try #require(MirrorModelTests.places.randomElement(using: &random))
        let mirrors = try Mirrors(Sketch(), views: MirrorModelTests.views, [place])
        for batch in 0..<200 {
            let own = random.next()
            mirrors.batch(1) {
                Sketch.Change {
                    var own = SeededGenerator(seed: own)
                    $0.edit(&own, 1)
                }
            }
            try mirrors.expectCopies("after batch \(batch) of seed \(seed)")
        }
    }

    @Test(arguments: 0..<40 as Range<UInt64>)
    func `THEN the store is the state, and the journal leads back to what it was`(_ seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let sketch = try StoredState(Sketch())
        var states = [try encoded(sketch.state)]
        for batch in 0..<60 {
            let steps = Int.random(in: 1...6, using: &random)
            try sketch.change { $0.edit(&random, steps) }
            states.append(try encoded(sketch.state))
            let stored = try sketch.stored().map { try encoded($0) }
            try #require(stored == states.last, "batch \(batch)")
        }
        var state = sketch.state
        let batches = sketch.journal.map { BatchText("[\($0)]") }
        for (number, batch) in batches.enumerated().reversed() {
            try batch.with { changes throws(CodingFailure) in
                try PartEdits(changes, backwards: true).apply(to: &state, .generated())
            }
            let former = try encoded(state)
            try #require(former == states[number], "before batch \(number)")
        }
    }
}

// MARK: - By name

/// GIVEN windows and spellings WHEN they change THEN the host is told.
struct RespellingTests {
    private let composed = "\u{E9}"
    private let decomposed = "e\u{301}"

    @Test func `a window of a table's entities is told of a move`() throws {
        let follow = Follow(.with(6))
        #expect(
            try follow.subscribe("/books/entities", from: 0, limit: 1)
                == #"{"1":{"id":1,"title":"t1","pages":[]}} of 6"#)
        follow.batch { $0.books.move(1, to: 4) }
        #expect(follow.news() == ["/books/entities ="])
        #expect(
            try follow.value("/books/entities", from: 0, limit: 1) == #"{"2":{"id":2,"title":"t2","pages":[]}} of 6"#)
    }

    @Test func `a window of a sorted view's entities is told of a move among equals`() throws {
        let follow = Follow(.with(4), views: [View("all", of: \.books, sortedBy: { _ in 0 })])
        #expect(try follow.subscribe("/view/all/entities", from: 0, limit: 1)?.contains(#""id":1"#) == true)
        follow.batch { $0.books.move(1, to: 3) }
        #expect(follow.news() == ["/view/all/entities ="])
    }

    @Test func `an element whose id is spelled differently has another key`() throws {
        let mirrors = try Mirrors(Sketch(), [.init(path: "/marks")])
        mirrors.batch(1) { Sketch.Change { $0.marks.append(Spot(id: composed, x: 1)) } }
        mirrors.batch(1) { Sketch.Change { $0.marks.update(Spot(id: decomposed, x: 2)) } }
        try mirrors.expectCopies("after another spelling")
        mirrors.batch(1) { Sketch.Change { $0.marks.update(composed) { $0.x = 3 } } }
        try mirrors.expectCopies("after the next patch")
    }

    @Test func `both spellings of an id are followed`() throws {
        let mirrors = try Mirrors(
            Sketch(), [.init(path: "/marks/entities/" + composed), .init(path: "/marks/entities/" + decomposed)])
        for id in [composed, decomposed, composed] {
            mirrors.batch(1) { Sketch.Change { $0.marks.updateOrAppend(Spot(id: id, x: 1)) } }
            try mirrors.expectCopies("with \(id.utf8.count) bytes")
        }
    }

    @Test func `a dictionary's key that is spelled differently is another one`() throws {
        let mirrors = try Mirrors(Sketch(), [.init(path: "/names")])
        mirrors.batch(1) { Sketch.Change { $0.names = [composed: 1] } }
        mirrors.batch(1) { Sketch.Change { $0.names = [decomposed: 1] } }
        try mirrors.expectCopies("after another spelling")
    }

    @Test(arguments: ["/x", "/shape", "/numbers", "/corners", "/any", "/view/x"])
    func `followers are told of a zero's sign`(path: String) throws {
        let mirrors = try Mirrors(
            Sketch(), views: [View("x") { state in state.x }], [.init(path: path)])
        for zero in [0.0, -0.0, 0.0] {
            mirrors.batch(1) {
                Sketch.Change {
                    $0.x = zero
                    $0.shape = .circle(radius: zero)
                    $0.numbers = [zero]
                    $0.corners = [Corner(x: zero)]
                    $0.any = .number(zero)
                }
            }
            try mirrors.expectCopies("with \(zero)")
        }
    }
}
