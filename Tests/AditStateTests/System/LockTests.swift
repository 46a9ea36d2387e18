import AditState
import Synchronization
import TestSupport
import Testing

private final class Box<Value>: @unchecked Sendable {  // Touched under a lock only.
    var value: Value
    init(_ value: Value) { self.value = value }
}

struct LockTests {
    private struct Refused: Error, Equatable {}

    @Test func `it returns what the body does, and is free again`() {
        let lock = Lock()
        #expect(lock.withLock { 7 } == 7)
        #expect(lock.withLock { 8 } == 8)
    }

    @Test func `it is free again after an error`() {
        let lock = Lock()
        #expect(throws: Refused()) { try lock.withLock { () throws(Refused) in throw Refused() } }
        #expect(lock.withLock { true })
    }

    @Test func `one thread at a time`() {
        let lock = Lock()
        let condition = Condition()
        let sum = Box(0)
        let finished = Box(0)
        for _ in 0..<4 {
            Threads.start {
                for _ in 0..<10_000 { lock.withLock { sum.value += 1 } }
                lock.withLock { finished.value += 1 }
                condition.wakeAll()
            }
        }
        lock.lock()
        while finished.value < 4 { #expect(lock.wait(for: condition, until: nil)) }
        #expect(sum.value == 40_000)
        lock.unlock()
    }

    @Test func `a wait ends at its deadline`() {
        let lock = Lock()
        let condition = Condition()
        lock.lock()
        defer { lock.unlock() }
        #expect(!lock.wait(for: condition, until: .now))
        #expect(!lock.wait(for: condition, until: .after(milliseconds: 1)))
        #expect(!lock.wait(for: condition, until: .after(milliseconds: -1)))
    }

    @Test func `a wait with a deadline is woken before it`() {
        let lock = Lock()
        let condition = Condition()
        let isReady = Box(false)
        let deadline = MonotonicTime.after(milliseconds: 60_000)
        Threads.start {
            lock.withLock { isReady.value = true }
            condition.wakeAll()
        }
        lock.lock()
        while !isReady.value { #expect(lock.wait(for: condition, until: deadline)) }
        lock.unlock()
        #expect(MonotonicTime.now < deadline)
    }
}
