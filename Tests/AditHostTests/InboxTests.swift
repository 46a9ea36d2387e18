@testable import AditHost
import Glibc
import Synchronization
import TestSupport
import Testing

/// GIVEN a queue into a core WHEN threads put items in THEN the loop takes each out once, in the order of arrival.
struct InboxTests {
    private struct Item<Value>: InboxItem {
        let value: Value
        let bytes: Int
        let isUrgent: Bool

        init(_ value: Value, bytes: Int = 0, isUrgent: Bool = false) {
            (self.value, self.bytes, self.isUrgent) = (value, bytes, isUrgent)
        }
    }

    private func number<T>(_ outcome: Inbox<Item<T>>.Outcome) -> Int? {
        if case .queued(let number) = outcome { number } else { nil }
    }

    @Test func `items come out in order, each once`() {
        let inbox = Inbox<Item<String>>(limit: 10)
        #expect(!inbox.hasItems)
        #expect(number(inbox.push(Item("a"))) == 1)
        #expect(number(inbox.push(Item("b"))) == 2)
        #expect(inbox.hasItems)
        #expect(inbox.dequeue(through: .max)?.value == "a")
        #expect(number(inbox.push(Item("c"))) == 3)
        #expect(inbox.dequeue(through: .max)?.value == "b")
        #expect(inbox.dequeue(through: .max)?.value == "c")
        #expect(inbox.dequeue(through: .max)?.value == nil)
        #expect(!inbox.hasItems)
        #expect(inbox.last == 3)
    }

    @Test func `none is taken beyond a number`() {
        let inbox = Inbox<Item<Int>>(limit: 10)
        for item in 1...4 { _ = inbox.push(Item(item)) }
        #expect(inbox.dequeue(through: 2)?.value == 1)
        #expect(inbox.dequeue(through: 2)?.value == 2)
        #expect(inbox.dequeue(through: 2)?.value == nil)
        #expect(inbox.dequeue(through: 0)?.value == nil)
        #expect(inbox.hasItems)
        #expect(inbox.dequeue(through: 3)?.value == 3)
    }

    @Test func `it is full at its limit, and has room again for what was taken`() {
        let inbox = Inbox<Item<Int>>(limit: 2)
        _ = inbox.push(Item(1))
        _ = inbox.push(Item(2))
        guard case .full = inbox.push(Item(3)) else {
            Issue.record("not full")
            return
        }
        #expect(inbox.dequeue(through: .max)?.value == 1)
        #expect(number(inbox.push(Item(4))) == 3)
        guard case .full = inbox.push(Item(5)) else {
            Issue.record("not full")
            return
        }
        #expect(inbox.dequeue(through: .max)?.value == 2)
        #expect(inbox.dequeue(through: .max)?.value == 4)
    }

    @Test func `it is full when its bytes are, but takes one alone that has more`() {
        let inbox = Inbox<Item<Int>>(limit: 10, byteLimit: 100)
        #expect(!inbox.isFull(for: 1000))
        #expect(number(inbox.push(Item(1, bytes: 1000))) == 1)
        #expect(inbox.isFull(for: 1))
        guard case .full = inbox.push(Item(2, bytes: 1)) else {
            Issue.record("not full")
            return
        }
        #expect(inbox.dequeue(through: .max)?.value == 1)
        #expect(number(inbox.push(Item(3, bytes: 60))) == 2)
        #expect(!inbox.isFull(for: 40) && inbox.isFull(for: 41))
        #expect(number(inbox.push(Item(4, bytes: 40))) == 3)
        #expect(inbox.isFull(for: 1))
    }

    @Test func `the bytes of an item count until it is dequeued, and again once it is put back`() {
        let inbox = Inbox<Item<Int>>(limit: 10, byteLimit: 100)
        for item in 1...3 { _ = inbox.push(Item(item, bytes: 30, isUrgent: item == 2)) }
        #expect(!inbox.isFull(for: 10) && inbox.isFull(for: 11))
        guard let first = inbox.dequeue(through: .max) else {
            Issue.record("nothing was dequeued")
            return
        }
        #expect(!inbox.isFull(for: 40) && inbox.isFull(for: 41))
        inbox.putBack(first)
        #expect(!inbox.isFull(for: 10) && inbox.isFull(for: 11))
        // One that does not wait for those before it.
        inbox.putBack()
        #expect(inbox.dequeueUrgent()?.value == 2)
        #expect(!inbox.isFull(for: 40) && inbox.isFull(for: 41))
        #expect(inbox.dequeue(through: .max)?.value == 1)
        #expect(inbox.dequeue(through: .max)?.value == 3)
        #expect(inbox.dequeue(through: .max)?.value == nil && inbox.count == 0)
    }

    /// An item that counts how often it is asked whether it is urgent.
    private final class AskedItem: InboxItem {
        let bytes = 0
        private let answer: Bool
        private(set) var asked = 0

        init(isUrgent: Bool = false) { answer = isUrgent }

        var isUrgent: Bool {
            asked += 1
            return answer
        }
    }

    @Test func `each item is asked once whether it is urgent, and once more when it is put back`() {
        let inbox = Inbox<AskedItem>(limit: .max)
        let items = (0..<100).map { _ in AskedItem() }
        #expect(!inbox.hasUrgent)
        for item in items {
            _ = inbox.push(item)
            #expect(!inbox.hasUrgent && inbox.dequeueUrgent() == nil)
        }
        #expect(items.allSatisfy { $0.asked == 1 })
        // Urgent ones are found in their order.
        let urgent = [AskedItem(isUrgent: true), AskedItem(isUrgent: true)]
        for item in urgent { _ = inbox.push(item) }
        _ = inbox.push(AskedItem())
        for item in urgent {
            #expect(inbox.hasUrgent)
            #expect(inbox.dequeueUrgent() === item)
        }
        #expect(!inbox.hasUrgent)
        #expect(items.allSatisfy { $0.asked == 1 })
        // Also among those that were taken, and are put back.
        _ = inbox.push(urgent[0])
        #expect(inbox.dequeue(through: .max) === items[0])
        inbox.putBack()
        #expect(inbox.dequeueUrgent() === urgent[0])
        #expect(items[1...].allSatisfy { $0.asked == 2 })
    }

    @Test func `closed, it takes no more in and gives out what it has`() {
        let inbox = Inbox<Item<Int>>(limit: 2)
        _ = inbox.push(Item(1))
        inbox.close()
        guard case .closed = inbox.push(Item(2)) else {
            Issue.record("not closed")
            return
        }
        #expect(inbox.dequeue(through: .max)?.value == 1)
        #expect(inbox.dequeue(through: .max)?.value == nil)
    }

    @Test func `what was taken is let go of with its burst`() {
        final class Object {}
        weak var object: Object?
        let inbox = Inbox<Item<Object>>(limit: 10)
        do {
            let new = Object()
            object = new
            _ = inbox.push(Item(new))
        }
        _ = inbox.dequeue(through: .max)
        _ = inbox.dequeue(through: .max)
        #expect(object == nil)
    }

    @Test func `eight threads at once lose nothing, and keep each its own order`() {
        let inbox = Inbox<Item<(thread: Int, item: Int)>>(limit: .max)
        let threads = 8
        let each = 5000
        let finished = Atomic<Int>(0)
        for thread in 0..<threads {
            Threads.start {
                for item in 0..<each { _ = inbox.push(Item((thread, item))) }
                finished.add(1, ordering: .releasing)
            }
        }
        var next = Array(repeating: 0, count: threads)
        var count = 0
        while count < threads * each {
            guard let (thread, item) = inbox.dequeue(through: .max)?.value else {
                sched_yield()
                continue
            }
            #expect(next[thread] == item)
            next[thread] = item + 1
            count += 1
        }
        while finished.load(ordering: .acquiring) < threads { sched_yield() }
        #expect(inbox.dequeue(through: .max) == nil)
        #expect(next == Array(repeating: each, count: threads))
        #expect(inbox.last == threads * each)
    }
}
