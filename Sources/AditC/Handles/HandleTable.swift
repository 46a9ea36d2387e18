import Adit
import AditSystem
import CAdit

/// The open cores of the process, by id.
///
/// An id is the number of a slot (20 bits) below the slot's key (33 bits). A slot's first key is random, and each core
/// that takes the slot has the next one: an old id is known for what it is and never comes back, and an id of another
/// Adit library in the process is none here, but for one chance in 8 billion. An id is below 2^53, so hosts whose
/// numbers are doubles can hold it. Any thread.
final class HandleTable: @unchecked Sendable {  // The slots are touched under the lock only, one access at a time.
    static let shared = HandleTable()

    private struct Slot {
        /// The id of the core in the slot; of a free slot, that of the next one.
        var id: adit_core
        /// How many more keys the slot has.
        var left = HandleTable.keys
        var handle: CoreHandle?
    }

    /// How many slots there may be.
    private static let mostSlots = 1 << 20
    private static let places: UInt64 = (1 << 20) - 1
    /// How many keys a slot has: all but 0.
    private static let keys: UInt64 = (1 << 33) - 1

    private let lock = Lock()
    @exclusivity(unchecked) private var slots: [Slot] = []
    @exclusivity(unchecked) private var free: [Int] = []

    private init() { Fork.protect(lock) }

    /// Gives an id to the handle that `make` makes with it.
    ///
    /// - Throws: ``ABIError`` `ADIT_ENOMEM` where all slots are taken.
    func add(_ make: (adit_core) -> CoreHandle) throws(ABIError) -> CoreHandle {
        // Drawn outside of the lock, as the random numbers have one of their own that a fork takes first.
        let key = SystemRandom().next() % HandleTable.keys + 1
        return try lock.withLock { () throws(ABIError) in
            let index = free.popLast() ?? slots.count
            if index == slots.count {
                guard index < HandleTable.mostSlots else {
                    throw ABIError(ADIT_ENOMEM, "\(index) cores are open; a process may have no more")
                }
                slots.append(Slot(id: key << 20 | UInt64(index)))
            }
            let handle = make(slots[index].id)
            slots[index].handle = handle
            return handle
        }
    }

    /// The core of an id.
    ///
    /// - Throws: ``ABIError`` `ADIT_ECORE` if there is none (any more), `ADIT_EFORK` if it is the parent process's.
    func find(_ id: adit_core) throws(ABIError) -> CoreHandle {
        lock.lock()
        let index = Int(id & HandleTable.places)
        let found = index < slots.count && slots[index].id == id ? slots[index].handle : nil
        lock.unlock()
        guard let handle = found else { throw ABIError(ADIT_ECORE) }
        guard handle.forkGeneration == Fork.generation else { throw ABIError(ADIT_EFORK) }
        return handle
    }

    /// Takes an id away, for ever.
    func remove(_ id: adit_core) {
        // Let go of outside the lock: what it frees may be anything.
        let handle = lock.withLock { () -> CoreHandle? in
            let index = Int(id & HandleTable.places)
            guard index < slots.count, slots[index].id == id else { return nil }
            defer { slots[index].handle = nil }
            // A slot whose keys are used up stays empty.
            slots[index].left -= 1
            if slots[index].left > 0 {
                let key = (id >> 20) % HandleTable.keys + 1
                slots[index].id = key << 20 | UInt64(index)
                free.append(index)
            }
            return slots[index].handle
        }
        _ = handle
    }
}
