import Adit
import CAdit

/// The open cores of the process, by id.
///
/// An id is a slot's number and how often the slot has been used, so that an old id is known for what it is and never
/// comes back. Any thread.
final class HandleTable: @unchecked Sendable {  // The slots are touched under the lock only, one access at a time.
    static let shared = HandleTable()

    private struct Slot {
        var generation: UInt32 = 1
        var handle: CoreHandle?
    }

    private let lock = Lock()
    @exclusivity(unchecked) private var slots: [Slot] = []
    @exclusivity(unchecked) private var free: [Int] = []

    private init() { Fork.protect(lock) }

    /// Gives an id to the handle that `make` makes with it.
    func add(_ make: (adit_core) -> CoreHandle) -> CoreHandle {
        lock.withLock {
            let index = free.popLast() ?? slots.count
            if index == slots.count { slots.append(Slot()) }
            let handle = make(UInt64(slots[index].generation) << 32 | UInt64(index))
            slots[index].handle = handle
            return handle
        }
    }

    /// The core of an id.
    ///
    /// - Throws: ``Refusal`` `ADIT_ECORE` where there is none (any more), `ADIT_EFORK` where it is the parent process's.
    func find(_ id: adit_core) throws(Refusal) -> CoreHandle {
        lock.lock()
        let index = Int(id & 0xFFFF_FFFF)
        let isKnown = index < slots.count && slots[index].generation == UInt32(id >> 32)
        let found = isKnown ? slots[index].handle : nil
        lock.unlock()
        guard let handle = found else { throw Refusal(ADIT_ECORE) }
        guard handle.forkGeneration == Fork.generation else { throw Refusal(ADIT_EFORK) }
        return handle
    }

    /// Takes an id away, for ever.
    func remove(_ id: adit_core) {
        // Let go of outside the lock: what it frees may be anything.
        let handle = lock.withLock { () -> CoreHandle? in
            let index = Int(id & 0xFFFF_FFFF)
            guard index < slots.count, slots[index].generation == UInt32(id >> 32) else { return nil }
            defer { slots[index].handle = nil }
            // A slot whose generations are used up stays empty.
            if slots[index].generation < UInt32.max {
                slots[index].generation += 1
                free.append(index)
            }
            return slots[index].handle
        }
        _ = handle
    }
}
