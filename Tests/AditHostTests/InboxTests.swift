@testable import AditHost
import Glibc
import Synchronization
import TestSupport
import Testing

/// GIVEN a queue into a core WHEN threads put items in THEN the loop takes each out once, in the order of arrival.
struct InboxTests {
    private func number<T>(_ outcome: Inbox<T>.Outcome) -> Int? {
        if case .queued(let number) = outcome { number } else { nil }
    }

    @Test func `items come out in order, each once`() {
        let inbox = Inbox<String>(limit: 10)
        #expect(!inbox.hasItems)
        #expect(number(inbox.push("a")) == 1)
        #expect(number(inbox.push("b")) == 2)
        #expect(inbox.hasItems)
        #expect(inbox.dequeue(through: .max) == "a")
        #expect(number(inbox.push("c")) == 3)
        #expect(inbox.dequeue(through: .max) == "b")
        #expect(inbox.dequeue(through: .max) == "c")
        #expect(inbox.dequeue(through: .max) == nil)
        #expect(!inbox.hasItems)
        #expect(inbox.last == 3)
    }

    @Test func `none is taken beyond a number`() {
        let inbox = Inbox<Int>(limit: 10)
        for item in 1...4 { _ = inbox.push(item) }
        #expect(inbox.dequeue(through: 2) == 1)
        #expect(inbox.dequeue(through: 2) == 2)
        #expect(inbox.dequeue(through: 2) == nil)
        #expect(inbox.dequeue(through: 0) == nil)
        #expect(inbox.hasItems)
        #expect(inbox.dequeue(through: 3) == 3)
    }

    @Test func `it is full at its limit, and has room again for what was taken`() {
        let inbox = Inbox<Int>(limit: 2)
        _ = inbox.push(1)
        _ = inbox.push(2)
        guard case .full = inbox.push(3) else {
            Issue.record("not full")
            return
        }
        #expect(inbox.dequeue(through: .max) == 1)
        #expect(number(inbox.push(4)) == 3)
        guard case .full = inbox.push(5) else {
            Issue.record("not full")
            return
        }
        #expect(inbox.dequeue(through: .max) == 2)
        #expect(inbox.dequeue(through: .max) == 4)
    }

    @Test func `it is full when its bytes are, but takes one alone that has more`() {
        let inbox = Inbox<Int>(limit: 10, byteLimit: 100)
        #expect(!inbox.isFull(for: 1000))
        #expect(number(inbox.push(1, bytes: 1000)) == 1)
        #expect(inbox.isFull(for: 1))
        guard case .full = inbox.push(2, bytes: 1) else {
            Issue.record("not full")
            return
        }
        #expect(inbox.dequeue(through: .max) == 1)
        inbox.release(1000)
        #expect(number(inbox.push(3, bytes: 60)) == 2)
        #expect(!inbox.isFull(for: 40) && inbox.isFull(for: 41))
        #expect(number(inbox.push(4, bytes: 40)) == 3)
        #expect(inbox.isFull(for: 1))
    }

    @Test func `closed, it takes no more in and gives out what it has`() {
        let inbox = Inbox<Int>(limit: 2)
        _ = inbox.push(1)
        inbox.close()
        guard case .closed = inbox.push(2) else {
            Issue.record("not closed")
            return
        }
        #expect(inbox.dequeue(through: .max) == 1)
        #expect(inbox.dequeue(through: .max) == nil)
    }

    @Test func `what was taken is let go of with its burst`() {
        final class Item {}
        weak var item: Item?
        let inbox = Inbox<Item>(limit: 10)
        do {
            let new = Item()
            item = new
            _ = inbox.push(new)
        }
        _ = inbox.dequeue(through: .max)
        _ = inbox.dequeue(through: .max)
        #expect(item == nil)
    }

    @Test func `eight threads at once lose nothing, and keep each its own order`() {
        let inbox = Inbox<(thread: Int, item: Int)>(limit: .max)
        let threads = 8
        let each = 5000
        let finished = Atomic<Int>(0)
        for thread in 0..<threads {
            Threads.start {
                for item in 0..<each { _ = inbox.push((thread, item)) }
                finished.add(1, ordering: .releasing)
            }
        }
        var next = Array(repeating: 0, count: threads)
        var count = 0
        while count < threads * each {
            guard let (thread, item) = inbox.dequeue(through: .max) else {
                sched_yield()
                continue
            }
            #expect(next[thread] == item)
            next[thread] = item + 1
            count += 1
        }
        while finished.load(ordering: .acquiring) < threads { sched_yield() }
        #expect(inbox.dequeue(through: .max)?.item == nil)
        #expect(next == Array(repeating: each, count: threads))
        #expect(inbox.last == threads * each)
    }
}
