import AditState
import Glibc
import TestSupport
import Testing

/// Runs `body` in a forked child, and gives what it returned there.
private func inChild(_ body: () -> (UInt64, UInt64)) -> (UInt64, UInt64)? {
    var ends: [CInt] = [0, 0]
    guard pipe(&ends) == 0 else { return nil }
    let child = fork()
    if child == 0 {
        var result = body()
        _ = write(ends[1], &result, MemoryLayout.size(ofValue: result))
        _exit(0)
    }
    close(ends[1])
    defer { close(ends[0]) }
    var result: (UInt64, UInt64) = (0, 0)
    let count = Glibc.read(ends[0], &result, MemoryLayout.size(ofValue: result))
    var status: CInt = 0
    waitpid(child, &status, 0)
    return count == MemoryLayout.size(ofValue: result) && status == 0 ? result : nil
}

/// 1 if this process made a generation, 0 if an ancestor did: what a pipe can carry.
private func current(_ generation: Fork.Generation) -> UInt64 { generation.isCurrent ? 1 : 0 }

/// GIVEN a process that forks WHEN its child goes on THEN it knows, and shares neither locks nor numbers with its
/// parent.
@Suite(.serialized)
struct ForkTests {
    @Test func `a child is of a later generation, its parent is not`() throws {
        let parent = Fork.watch()
        let inside = try #require(inChild { (current(parent), current(Fork.watch())) })
        #expect(inside == (0, 1))
        #expect(parent.isCurrent)
    }

    @Test func `a child's child is of a later one still`() throws {
        let parent = Fork.watch()
        let inside = try #require(
            inChild {
                let child = Fork.watch()
                let grandchild = inChild { (current(parent), current(child)) }
                return (grandchild.map { $0.0 + $0.1 } ?? 9, current(child))
            })
        #expect(inside == (0, 1))
    }

    @Test func `a child does not draw its parent's numbers`() throws {
        let random = SystemRandom()
        _ = random.next()
        let child = try #require(inChild { (random.next(), random.next()) })
        let sibling = try #require(inChild { (random.next(), random.next()) })
        let own = (0..<64).map { _ in random.next() }
        #expect(Set([child.0, child.1, sibling.0, sibling.1] + own).count == 68)
    }

    @Test func `a protected lock is free in the child, whoever held it`() throws {
        let lock = Lock()
        Fork.protect(lock)
        let isStopped = Lock()
        let condition = Condition()
        let flag = Flag()
        // Another thread takes the lock all the time; a child that inherited it taken would wait for ever.
        Threads.start {
            while !isStopped.withLock({ flag.isRaised }) {
                lock.withLock {}
                sched_yield()
            }
            isStopped.withLock { flag.isRaised = false }
            condition.wakeAll()
        }
        for _ in 0..<20 {
            let inside = try #require(inChild { (lock.withLock { 7 }, 0) })
            #expect(inside.0 == 7)
        }
        isStopped.lock()
        flag.isRaised = true
        while flag.isRaised { _ = isStopped.wait(for: condition, until: nil) }
        isStopped.unlock()
    }
}

private final class Flag: @unchecked Sendable { var isRaised = false }  // Touched under a lock only.
