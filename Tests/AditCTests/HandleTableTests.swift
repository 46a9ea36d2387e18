import AditHost
import AditState
import CAdit
import Synchronization
import TestSupport
import Testing

@testable import AditC

/// An entry that tells whether it is alive.
private final class Ticket: Handle {
    let id: UInt64
    let forkGeneration = Fork.watch()
    private let gone: Gone

    init(id: UInt64, _ gone: Gone) {
        self.id = id
        self.gone = gone
    }

    deinit { gone.add(id) }
}

private typealias Table = HandleTable<Ticket>

extension Table {
    /// Adds an entry.
    fileprivate func open(_ gone: Gone) throws -> UInt64 { try add { Ticket(id: $0, gone) }.id }

    /// The id of the entry that is found by an id; 0 without one.
    fileprivate func found(_ id: UInt64) -> UInt64 {
        do throws(HostError) {
            return try with(id) { $0.id }
        } catch {
            return error.code == .noCore ? 0 : .max
        }
    }
}

/// GIVEN entries that hosts know by an id WHEN threads use, add and remove them THEN an id means its entry and no other,
/// and an entry is released when it is removed and has no users.
struct HandleTableTests {
    private let gone = Gone()
    private let table = Table(of: "ticket")

    @Test func `an entry is found by its id alone`() throws {
        let ids = try (0..<200).map { _ in try table.open(gone) }
        #expect(ids.map(table.found) == ids)
        #expect(Set(ids).count == 200)
        let id = ids[70]
        let others = [0, 70, id & 0xFFFFF, id + 1 << 20, id - 1 << 20, id | 1 << 53, id ^ 1 << 60, id | 0xFFFFF, .max]
        #expect(others.map(table.found) == others.map { _ in 0 })
        // A look at an id that is none changes nothing.
        #expect(ids.map(table.found) == ids)
        #expect(gone.ids == [])
    }

    @Test func `an entry that is removed is unknown, and its slot is used again by the next key`() throws {
        let first = try table.open(gone)
        table.remove(first)
        #expect(gone.ids == [first])
        #expect(table.found(first) == 0)
        // The next id is not yet one.
        #expect(table.found(first + 1 << 20) == 0)
        table.remove(first)
        let second = try table.open(gone)
        let isLastKey = first >> 20 == 1 << 33 - 1
        #expect(second == (isLastKey ? first & 0xFFFFF | 1 << 20 : first + 1 << 20))
        #expect(table.found(second) == second)
        #expect(table.found(first) == 0)
        table.remove(first)
        #expect(table.found(second) == second)
        #expect(gone.ids == [first])
    }

    @Test func `an entry that is removed while it is used stays until its last user leaves`() throws {
        let id = try table.open(gone)
        try table.with(id) { (outer) throws(HostError) in
            try table.with(id) { (inner) throws(HostError) in
                table.remove(id)
                #expect(inner.id == id)
                #expect(table.found(id) == 0)
            }
            #expect(outer.id == id)
            #expect(gone.ids == [])
            // Its slot is not used again yet.
            #expect((try? table.open(gone)).map { $0 & 0xFFFFF } == 1)
        }
        #expect(gone.ids == [id])
    }

    @Test func `what a use throws is thrown, and ends the use`() throws {
        let id = try table.open(gone)
        #expect { try table.with(id) { (_) throws(HostError) in throw HostError(.busy) } } throws: {
            ($0 as? HostError)?.code == .busy
        }
        table.remove(id)
        #expect(gone.ids == [id])
    }

    @Test func `threads that use entries while others remove them find the right ones`() throws {
        let table = table
        let gone = gone
        let shared = Shared()
        for number in 0..<Shared.count { shared[number] = try table.open(gone) }
        let wrong = Atomic<Int>(0)
        // Two threads replace entries; two others use whatever they see, also ids that are old meanwhile.
        Threads.run(4) { thread in
            for round in 0..<20_000 {
                let place = (round * 2 + thread) % Shared.count
                let id = shared[place]
                if thread < 2 {
                    table.remove(id)
                    if let new = try? table.open(gone) { shared[place] = new }
                } else if ![id, 0].contains(table.found(id)) {
                    wrong.add(1, ordering: .relaxed)
                }
            }
        }
        #expect(wrong.load(ordering: .relaxed) == 0)
        // All but the present ones are released, each once.
        #expect(gone.ids.count == 40_000)
        #expect(Set(gone.ids).count == 40_000)
        for place in 0..<Shared.count {
            #expect(table.found(shared[place]) == shared[place])
            table.remove(shared[place])
        }
        #expect(gone.ids.count == 40_000 + Shared.count)
    }
}

/// The ids of the entries that are gone. Any thread.
private final class Gone: Sendable {
    private let list = Mutex<[UInt64]>([])

    var ids: [UInt64] { list.withLock { $0 } }
    func add(_ id: UInt64) { list.withLock { $0.append(id) } }
}

/// Ids that threads show each other, without a lock that would order what they do.
private final class Shared: @unchecked Sendable {  // The ids are atomic.
    static let count = 8
    private let ids: UnsafeMutablePointer<Atomic<UInt64>> = .allocate(capacity: count)

    init() { for place in 0..<Self.count { (ids + place).initialize(to: Atomic(0)) } }

    deinit { ids.deallocate() }

    subscript(_ place: Int) -> UInt64 {
        get { ids[place].load(ordering: .relaxed) }
        set { ids[place].store(newValue, ordering: .relaxed) }
    }
}
