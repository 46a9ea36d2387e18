import AditState
import Glibc
import TestSupport
import Testing

private struct Item: Identifiable, Equatable, Sendable {
    var id: Int
    var value = 0
}

private typealias Items = Table<Int, Item>

/// A copy of a table, and what it has.
private struct Copy: Sendable {
    var table: Items
    var items: [Item]
}

/// GIVEN copies of a store's table on another thread, which edits them and lets go of them WHEN the table is edited,
/// put in another's place and rolled back meanwhile THEN both have what they must have. (With the thread sanitizer it
/// is more.)
final class TableThreadTests: Sendable {
    // The project's own lock: the thread sanitizer understands it.
    private let lock = Lock()
    private nonisolated(unsafe) var copies: [Copy?] = []  // The lock's.

    @Test func `copies are let go of on another thread`() async {
        async let wrong = check()
        let right = run()
        lock.withLock { copies.append(nil) }
        #expect(await wrong == 0)
        #expect(right)
    }

    private func run() -> Bool {
        var random = SeededGenerator(seed: 1)
        var items = Items((0..<200).map { Item(id: $0) })
        var (before, batch, rest) = (items, items, Items())
        for round in 0..<1500 {
            if round % 3 == 0 {
                items.forgetChanges()
                items.saveOriginal(in: &batch)
            }
            items.saveOriginal(in: &before)
            let expected = Array(items)
            // A store reads no state between the changes of a message and lets another thread have it alone.
            switch Int.random(in: 0..<4, using: &random) {
            case 0: items = Items(expected.reversed())
            case 1: swap(&items, &rest)
            default: break
            }
            items.append(Item(id: 1000 + round))
            items.update(round % 200) { $0.value += 1 }
            hand(items)
            items.remove(round % 7)
            if round % 2 == 0 {
                items.returnToOriginal(&before)
                if Array(items) != expected { return false }
            }
            hand(items)
        }
        return true
    }

    private func hand(_ items: Items) {
        let copy = Copy(table: items, items: Array(items))
        lock.withLock { copies.append(copy) }
    }

    /// How many copies are not what they were.
    private func check() async -> Int {
        var wrong = 0
        while true {
            let taken = lock.withLock {
                defer { copies = [] }
                return copies
            }
            for copy in taken {
                guard var copy else { return wrong }
                copy.table.update(5) { $0.value = -1 }
                copy.table.remove(100)
                for index in copy.items.indices where copy.items[index].id == 5 { copy.items[index].value = -1 }
                if Array(copy.table) != copy.items.filter({ $0.id != 100 }) { wrong += 1 }
            }
            await Task.yield()
        }
    }
}

/// GIVEN a copy that another thread has alone, since the store's table was put in another's place WHEN that thread
/// edits it, until its own records are gone THEN the store's table comes back as it was all the same.
struct ForeignTableTests {
    private let expected = (0..<200).map { Item(id: $0) }

    @Test func `what another thread makes of a former table does not come back`() {
        var items = Items(expected)
        var before = items
        for round in 0..<200 {
            items.forgetChanges()
            items.saveOriginal(in: &before)
            items.append(Item(id: 1000))
            let copy = Handed(items)
            items = Items([Item(id: -1)])
            let thread = Thread { copy.edit(round) }
            if round % 2 == 0 { thread.join() }
            items.returnToOriginal(&before)
            if round % 2 == 1 { thread.join() }
            let isBack = Array(items) == expected
            #expect(isBack)
            #expect(copy.count == 200)
        }
    }

    /// A table that its own thread edits.
    private final class Handed: @unchecked Sendable {  // One thread's, until it has ended.
        private var table: Items?
        private(set) var count = 0

        init(_ table: Items) { self.table = table }

        func edit(_ round: Int) {
            guard var own = table.take() else { return }
            own.update(round) { $0.value = -1 }
            own.remove(1000)
            // As if it were of a store there: that store knows nothing of the first one's originals.
            var original = Items()
            own.forgetChanges()
            own.saveOriginal(in: &original)
            own.update(5) { $0.value = -2 }
            own.forgetChanges()
            count = own.count
        }
    }
}

/// A thread of the system's.
private final class Thread {
    private var thread = pthread_t()

    init(_ body: @escaping @Sendable () -> Void) {
        let body = Unmanaged.passRetained(Body(body)).toOpaque()
        precondition(
            pthread_create(
                &thread, nil,
                {
                    Unmanaged<Body>.fromOpaque($0!).takeRetainedValue().run(); return nil
                }, body)
                == 0)
    }

    func join() { pthread_join(thread, nil) }

    private final class Body {
        let run: @Sendable () -> Void
        init(_ run: @escaping @Sendable () -> Void) { self.run = run }
    }
}
