import AditSQLite
import AditState
import Adit
import AditCodable
import AditJSON
import CAdit
import Synchronization
import TestSupport
import Testing

@testable import AditC
@testable import AditHost

private enum Message: Codable, Equatable { case wait(Int), heard(Int) }

private struct Nothing: State, Codable {
    enum Change {}
    mutating func apply(_: Change) {}
}

/// What effects wait for outside of their core: other threads' continuations.
private final class Doors: Sendable {
    private let waiting = Mutex<[Int: UnsafeContinuation<Void, Never>]>([:])

    func wait(at number: Int) async {
        await withUnsafeContinuation { continuation in waiting.withLock { $0[number] = continuation } }
    }

    var count: Int { waiting.withLock { $0.count } }

    func open(_ number: Int) { waiting.withLock { $0.removeValue(forKey: number) }?.resume() }
}

/// GIVEN effects that wait for other threads WHEN those answer, or never do THEN the core's loop goes on.
struct EffectThreadTests {
    private let doors = Doors()
    private let heard = Heard()

    /// What a host hears.
    private final class Heard: Sendable {
        let texts = Mutex<[String]>([])
        let released = Atomic<Int>(0)
        /// How often an effect has gone on that never ends.
        let turns = Atomic<Int>(0)
    }

    /// GIVEN an effect that is always ready and says nothing WHEN a host receives THEN its time-out and its wakeup are
    /// kept.
    @Test(.timeLimit(.minutes(10))) func `work that says nothing keeps nobody waiting`() throws {
        let app = App<Nothing, Message>("silent", state: Nothing()) { core in
            let effects = core.makeEffects()
            return [Feature { _ in effects.run { while !Task.isCancelled { await Task.yield() } } }]
        }
        let handle = try open(app, isPulled: true)
        try send(1...1, to: handle)
        #expect(try handle.receive(timeout: 0, from: 0) == nil)
        #expect(try handle.receive(timeout: 20, from: 0) == nil)
        handle.wakeUp()
        #expect(try handle.receive(timeout: -1, from: 0) == nil)
        try CoreHandle.close(handle.id, timeout: -1, from: 0)
    }

    /// GIVEN an effect that is always ready WHEN a call advances the clock THEN it returns, and the core can be closed.
    @Test(.timeLimit(.minutes(10))) func `nor does it keep a call waiting that advances the clock`() throws {
        let handle = try open({ await Task.yield() }, config: #"{"clock":"virtual"}"#)
        try send(1...1, to: handle)
        _ = try handle.process(timeout: 0, from: 0)
        var text = #"{"@advance":{"by":1}}"#
        let output = try text.withUTF8 { try handle.call(UnsafeRawBufferPointer($0), timeout: 0, from: 0) }
        #expect(output.count == 2)
        Memory.free(output.pointer)
        #expect { try CoreHandle.close(handle.id, timeout: 0, from: 0) } throws: {
            ($0 as? HostError)?.code == .timedOut
        }
    }

    /// GIVEN more jobs at one time of the clock than run before a message WHEN the clock is advanced twice THEN it moves by
    /// both.
    @Test(.timeLimit(.minutes(10))) func `an advance that effects hold up is not lost`() throws {
        let app = App<Nothing, Message>("busy", state: Nothing()) { core in
            let (effects, timers) = (core.makeEffects(), core.timers)
            return [
                Feature { message in
                    guard case .wait(let number) = message else { return }
                    try timers.wake(after: .milliseconds(5500), id: "timer", .heard(number))
                    effects.run { for _ in 0..<150_000 { await Task.yield() } }
                }
            ]
        }
        let handle = try open(app, config: #"{"clock":"virtual"}"#)
        try send(1...1, to: handle)
        for milliseconds in [5000, 1000] {
            var text = #"{"@advance":{"by":\#(milliseconds)}}"#
            _ = try text.withUTF8 { try handle.send(UnsafeRawBufferPointer($0)) }
        }
        while handle.hasWork { _ = try handle.process(timeout: 0, from: 0) }
        #expect(heard.texts.withLock { $0 } == [#"{"heard":1,"@id":1}"#])
        try CoreHandle.close(handle.id, timeout: 0, from: 0)
    }

    @Test func `a group that is closed is released`() throws {
        let app = App<Nothing, Message>("quiet", state: Nothing()) { _ in [Feature { _ in }] }
        let handle = try open(app)
        weak var released: CoreGroup?
        do {
            let group = try CoreGroup.table.add { CoreGroup(id: $0) }
            released = group
            try group.add(handle)
            // It waits in the group's queue.
            try send(1...1, to: handle)
            try group.close(from: 0)
        }
        #expect(released == nil)
        try CoreHandle.close(handle.id, timeout: 0, from: 0)
    }

    @Test(.timeLimit(.minutes(10))) func `a group waits for the next timer of its cores`() throws {
        let app = App<Nothing, Message>("timers", state: Nothing()) { core in
            let timers = core.timers
            return [
                Feature { message in
                    guard case .wait(let number) = message else { return }
                    try timers.wake(after: .milliseconds(number), id: "timer", .heard(number))
                }
            ]
        }
        let group = try CoreGroup.table.add { CoreGroup(id: $0) }
        let handles = try (0..<3).map { _ in try open(app) }
        for (handle, number) in zip(handles, [60, 20, 40]) {
            try group.add(handle)
            try send(number...number, to: handle)
        }
        #expect(try group.process(timeout: 0, from: 0) == 0)
        // Nobody else wakes it up.
        while heard.texts.withLock({ $0.count }) < 3 { _ = try group.process(timeout: -1, from: 0) }
        #expect(heard.texts.withLock { $0 } == [20, 40, 60].map { #"{"heard":\#($0),"@id":\#($0)}"# })
        // A timer of a core that is closed wakes nobody up.
        try send(1...1, to: handles[0])
        _ = try group.process(timeout: 0, from: 0)
        try CoreHandle.close(handles[0].id, timeout: 0, from: 0)
        #expect(try group.process(timeout: 20, from: 0) == 0)
        try group.close(from: 0)
        for handle in handles[1...] { try CoreHandle.close(handle.id, timeout: 0, from: 0) }
    }

    /// - Parameter turn: what an effect does for ever; nil: it waits for its door.
    private func open(_ turn: (@Sendable () async -> Void)? = nil, config: String = "{}") throws -> CoreHandle {
        let app = App<Nothing, Message>("waiting", state: Nothing()) { [doors, heard] core in
            let (effects, output) = (core.makeEffects(), core.output)
            return [
                Feature { message in
                    guard case .wait(let number) = message else { return }
                    effects.run {
                        while let turn {
                            heard.turns.add(1, ordering: .relaxed)
                            await turn()
                        }
                        await doors.wait(at: number)
                        output(.heard(number))
                    }
                }
            ]
        }
        return try open(app, config: config)
    }

    private func open(
        _ app: App<Nothing, Message>, isPulled: Bool = false, config: String = "{}"
    ) throws -> CoreHandle {
        let opening = try withJSON(config) { try Opening(reading: $0, storage: SQLiteEngine()) }
        let buffer = MessageBuffer()
        let core = try HostedCore(app.makeCore(context: .live).core, opening, buffer: buffer, isPulled: isPulled)
        let hear: adit_message_fn = { context, _, text, _ in
            guard let context, let text else { return }
            Unmanaged<Heard>.fromOpaque(context).takeUnretainedValue().texts.withLock {
                $0.append(String(cString: text))
            }
        }
        let host = CoreHandle.Host(
            hear: isPulled ? nil : hear, context: Unmanaged.passUnretained(heard).toOpaque(),
            release: { context in
                guard let context else { return }
                Unmanaged<Heard>.fromOpaque(context).takeUnretainedValue().released.add(1, ordering: .relaxed)
            })
        let handle = try CoreHandle.table.add { id in
            CoreHandle(id: id, core: core, buffer: buffer, host: host, opening.config)
        }
        core.calls.owner = handle
        return handle
    }

    private func send(_ numbers: ClosedRange<Int>, to handle: CoreHandle) throws {
        for number in numbers {
            var text = #"{"wait":\#(number),"@id":\#(number)}"#
            _ = try text.withUTF8 { try handle.send(UnsafeRawBufferPointer($0)) }
        }
    }

    @Test func `another thread that lets an effect go on wakes the driver`() throws {
        let handle = try open()
        try send(1...100, to: handle)
        _ = try handle.process(timeout: 0, from: 0)
        #expect(doors.count == 100)
        // The driver waits while others open the doors.
        Threads.start { [doors] in for number in 1...100 { doors.open(number) } }
        while heard.texts.withLock({ $0.count }) < 100 { _ = try handle.process(timeout: -1, from: 0) }
        try CoreHandle.close(handle.id, timeout: 0, from: 0)
        let texts = heard.texts.withLock { $0 }
        #expect(Set(texts.dropLast()) == Set((1...100).map { #"{"heard":\#($0),"@id":\#($0)}"# }))
        #expect(texts.last == #"{"@closed":{}}"#)
    }

    @Test func `an effect that ignores its cancellation ends the patience, and the core goes all the same`() throws {
        let handle = try open()
        try send(1...1, to: handle)
        _ = try handle.process(timeout: 0, from: 0)
        #expect { try CoreHandle.close(handle.id, timeout: 10, from: 0) } throws: {
            ($0 as? HostError)?.code == .timedOut
        }
        #expect(heard.texts.withLock { $0 } == [#"{"@closed":{}}"#])
        #expect(heard.released.load(ordering: .relaxed) == 1)
        // What comes later is not heard, and does no harm.
        doors.open(1)
        #expect(heard.texts.withLock { $0.count } == 1)
    }

    @Test(arguments: [0, 50] as [Int32])
    func `one that ignores it and never waits does not hold up a close beyond its time`(_ timeout: Int32) throws {
        let handle = try open { await Task.yield() }
        try send(1...1, to: handle)
        _ = try handle.process(timeout: 0, from: 0)
        #expect { try CoreHandle.close(handle.id, timeout: timeout, from: 0) } throws: {
            ($0 as? HostError)?.code == .timedOut
        }
        #expect(heard.texts.withLock { $0 } == [#"{"@closed":{}}"#])
        #expect(heard.released.load(ordering: .relaxed) == 1)
        // It never runs again.
        let turns = heard.turns.load(ordering: .relaxed)
        #expect(turns > 0)
        #expect { try CoreHandle.table.with(handle.id) { _ in } } throws: { ($0 as? HostError)?.code == .noCore }
        #expect(heard.turns.load(ordering: .relaxed) == turns)
    }

    @Test func `nor does it hold up a message that closes`() throws {
        let handle = try open { await Task.yield() }
        try send(1...1, to: handle)
        var text = #"{"@close":{}}"#
        _ = try text.withUTF8 { try handle.send(UnsafeRawBufferPointer($0)) }
        while heard.texts.withLock({ $0.isEmpty }) { _ = try handle.process(timeout: 0, from: 0) }
        #expect(heard.texts.withLock { $0 } == [#"{"@closed":{}}"#])
        #expect { try handle.process(timeout: 0, from: 0) } throws: { ($0 as? HostError)?.code == .closed }
        #expect { try CoreHandle.close(handle.id, timeout: 0, from: 0) } throws: {
            ($0 as? HostError)?.code == .timedOut
        }
        #expect(heard.released.load(ordering: .relaxed) == 1)
    }

    @Test func `one that ends while its core is being closed is waited for`() throws {
        let handle = try open()
        try send(1...1, to: handle)
        _ = try handle.process(timeout: 0, from: 0)
        Threads.start { [doors] in doors.open(1) }
        try CoreHandle.close(handle.id, timeout: -1, from: 0)
        #expect(heard.texts.withLock { $0 } == [#"{"@closed":{}}"#])
    }
}

/// GIVEN a core's log WHEN other threads write more than has room THEN the rest is counted.
struct LogBookTests {
    private func line(_ number: Int, to book: CoreLogBuffer) {
        book.logger.info("line \(number)", metadata: ["b": "2", "a": "1"])
    }

    @Test func `lines of other threads wait, up to a thousand`() {
        let book = CoreLogBuffer(level: .info)
        for number in 1...1_003 { line(number, to: book) }
        let (lines, dropped) = book.drain()
        #expect(lines.count == 1_000)
        #expect(dropped == 3)
        #expect(lines.first?.message == "line 1")
        #expect(lines.first?.metadata.map(\.key) == ["a", "b"])
        #expect(lines.map(\.at) == lines.map(\.at).sorted())
        #expect(!book.hasWaiting)
    }

    @Test func `on a virtual clock, lines have its date`() {
        let book = CoreLogBuffer(level: .info, from: .epoch)
        line(1, to: book)
        #expect(book.drain().lines.map(\.at) == [.epoch])
    }

    @Test func `lines below the level are not made`() {
        let book = CoreLogBuffer(level: .warning)
        line(1, to: book)
        #expect(!book.hasWaiting)
        let silent = CoreLogBuffer(level: nil)
        silent.logger.critical("unheard")
        #expect(!silent.hasWaiting)
    }
}
