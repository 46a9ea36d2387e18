import Adit
import AditHost
import AditSystem
import CAdit

/// An object that hosts know by an id.
protocol Handle: AnyObject, Sendable {
    /// The process that made it.
    var forkGeneration: Fork.Generation { get }
}

/// A table of the process's open cores, or of its groups of cores, by id.
///
/// An id is the number of a slot (20 bits) below the slot's key (33 bits). A slot's first key is random, and each core
/// in the slot has the next one: an old id is recognized and never reused, and an id of another Adit library in the
/// process is unknown here, except with a probability of one in 8 billion. An id is below 2^53, so hosts whose numbers
/// are doubles can hold it. Any thread.
final class HandleTable<Entry: Handle>: @unchecked Sendable {  // The slots are touched under the lock only.
    private struct Slot {
        /// The id of the entry in the slot; in a free slot, the id of the next one.
        var id: UInt64
        /// The number of unused keys of the slot.
        var left = keysOfSlot
        var handle: Entry?
    }

    private let lock = Lock()
    @exclusivity(unchecked) private var slots: [Slot] = []
    @exclusivity(unchecked) private var free: [Int] = []

    /// What an entry is, in an error.
    private let kind: String

    /// - Parameter kind: what the entries are.
    init(of kind: String) {
        self.kind = kind
        Fork.protect(lock)
    }

    /// Adds the handle that `make` creates with a new id.
    ///
    /// - Throws: ``HostError`` `ADIT_ENOMEM` if all slots are taken.
    func add(_ make: (UInt64) -> Entry) throws(HostError) -> Entry {
        // Drawn outside the lock: a fork takes the lock of the random numbers before this one.
        let key = SystemRandom().next() % keysOfSlot + 1
        return try lock.withLock { () throws(HostError) in
            let index = free.popLast() ?? slots.count
            if index == slots.count {
                guard index < mostSlots else {
                    throw HostError(.memory, "\(index) \(kind)s are open; a process may have no more")
                }
                slots.append(Slot(id: key << 20 | UInt64(index)))
            }
            let handle = make(slots[index].id)
            slots[index].handle = handle
            return handle
        }
    }

    /// Returns the entry with an id.
    ///
    /// - Throws: ``HostError`` `ADIT_ECORE` if no open one has it, `ADIT_EFORK` if the parent process opened it.
    func find(_ id: UInt64) throws(HostError) -> Entry {
        lock.lock()
        let index = Int(id & placesOfSlots)
        let found = index < slots.count && slots[index].id == id ? slots[index].handle : nil
        lock.unlock()
        guard let handle = found else { throw HostError(.noCore) }
        guard handle.forkGeneration.isCurrent else { throw HostError(.fork) }
        return handle
    }

    /// Removes the entry with an id. The id is never reused.
    func remove(_ id: UInt64) {
        // Released outside the lock: its deinitializer may run any code.
        let handle = lock.withLock { () -> Entry? in
            let index = Int(id & placesOfSlots)
            guard index < slots.count, slots[index].id == id else { return nil }
            defer { slots[index].handle = nil }
            // A slot without unused keys stays empty.
            slots[index].left -= 1
            if slots[index].left > 0 {
                let key = (id >> 20) % keysOfSlot + 1
                slots[index].id = key << 20 | UInt64(index)
                free.append(index)
            }
            return slots[index].handle
        }
        _ = handle
    }
}

/// The maximum number of slots.
private let mostSlots = 1 << 20
private let placesOfSlots: UInt64 = (1 << 20) - 1
/// The number of keys of a slot: all but 0.
private let keysOfSlot: UInt64 = (1 << 33) - 1
