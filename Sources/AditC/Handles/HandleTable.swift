import Adit
import AditHost
import AditState
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
///
/// Using an entry takes no lock, and writes to nothing but its slot: threads that use different cores do not wait for
/// each other. An entry is released when it is removed and its last user has left.
final class HandleTable<Entry: Handle>: @unchecked Sendable {  // Slots are atomic; the rest is accessed under the lock.
    private typealias Slot = HandleSlots<Entry>.Slot

    private let slots = HandleSlots<Entry>()
    private let lock = Lock()
    @exclusivity(unchecked) private var count = 0
    @exclusivity(unchecked) private var free: [Int] = []

    /// The kind of entry, for errors.
    private let kind: String

    /// - Parameter kind: the kind of entries, for errors.
    init(of kind: String) {
        self.kind = kind
        Fork.protect(lock)
    }

    /// Adds the handle that `make` creates with a new id.
    ///
    /// - Throws: ``HostError`` `ADIT_ENOMEM` if all slots are taken, or there is no memory for another.
    func add(_ make: (UInt64) -> Entry) throws(HostError) -> Entry {
        // Drawn outside the lock: a fork takes the lock of the random numbers before this one.
        let key = SystemRandom().next() % keysOfSlot + 1
        return try lock.withLock { () throws(HostError) in
            let (index, slot) = try freeSlot(key)
            let handle = make((slot.pointee.word.load(ordering: .relaxed) >> keyShift) << 20 | UInt64(index))
            slot.pointee.entry.store(.passRetained(handle), ordering: .relaxed)
            slot.pointee.word.wrappingSubtract(isGone, ordering: .releasing)
            return handle
        }
    }

    /// Takes a slot that is free, or one that was never used. Under the lock.
    ///
    /// - Parameter key: the first key of one that was never used.
    private func freeSlot(_ key: UInt64) throws(HostError) -> (Int, UnsafeMutablePointer<Slot>) {
        if let index = free.popLast(), let slot = slots.slot(index) { return (index, slot) }
        guard count < mostSlots else {
            throw HostError(.memory, "\(count) \(kind)s are open; a process may have no more")
        }
        guard let slot = slots.makeSlot(count) else { throw HostError(.memory) }
        defer { count += 1 }
        // Added: users of an id that never was may be looking at it.
        slot.pointee.word.wrappingAdd(key << keyShift | isGone, ordering: .relaxed)
        slot.pointee.left.store(keysOfSlot, ordering: .relaxed)
        return (count, slot)
    }

    /// Calls `body` with the entry with an id, which stays alive during the call.
    ///
    /// - Throws: ``HostError`` `ADIT_ECORE` if no open one has it, `ADIT_EFORK` if the parent process opened it.
    @inline(__always)
    @discardableResult
    func with<R>(_ id: UInt64, _ body: (Entry) throws(HostError) -> R) throws(HostError) -> R {
        guard let slot = slot(of: id) else { throw HostError(.noCore) }
        let word = slot.pointee.word.wrappingAdd(1, ordering: .acquiring).newValue
        defer { endUse(slot, id) }
        guard isOf(id, word), let entry = slot.pointee.entry.load(ordering: .relaxed) else { throw HostError(.noCore) }
        return try entry._withUnsafeGuaranteedRef { (entry) -> Result<R, HostError> in
            guard entry.forkGeneration.isCurrent else { return .failure(HostError(.fork)) }
            do throws(HostError) { return .success(try body(entry)) } catch { return .failure(error) }
        }.get()
    }

    /// Removes the entry with an id. The id is never reused.
    func remove(_ id: UInt64) {
        guard let slot = slot(of: id) else { return }
        // A user, so that the entry goes when this one leaves.
        var word = slot.pointee.word.wrappingAdd(1, ordering: .acquiring).newValue
        defer { endUse(slot, id) }
        while isOf(id, word) {
            let (isExchanged, original) = slot.pointee.word.compareExchange(
                expected: word, desired: word | isGone, ordering: .acquiringAndReleasing)
            if isExchanged { return }
            word = original
        }
    }

    /// Returns the slot that an id names; nil without one.
    @inline(__always)
    private func slot(of id: UInt64) -> UnsafeMutablePointer<Slot>? {
        // A slot that was never used has the key 0.
        id >> 20 == 0 ? nil : slots.slot(Int(id & placesOfSlots))
    }

    /// Whether a slot's word says that it has the entry with an id, which is not gone.
    @inline(__always)
    private func isOf(_ id: UInt64, _ word: UInt64) -> Bool { word >> goneShift == (id >> 20) << 1 }

    /// Ends the use of an entry by a call of ``with(_:_:)`` that will not return.
    func endUse(of id: UInt64) {
        if let slot = slot(of: id) { endUse(slot, id) }
    }

    /// Ends a use. The last user of an entry that is gone releases it.
    @inline(__always)
    private func endUse(_ slot: UnsafeMutablePointer<Slot>, _ id: UInt64) {
        let word = slot.pointee.word.wrappingSubtract(1, ordering: .acquiringAndReleasing).newValue
        if isLeft(word) { release(slot, Int(id & placesOfSlots)) }
    }

    /// Releases the entry of a slot that is gone and without users, and lets the slot be used again.
    @inline(never)
    private func release(_ slot: UnsafeMutablePointer<Slot>, _ index: Int) {
        let entry = lock.withLock { () -> Unmanaged<Entry>? in
            // Another user may have done it meanwhile, and the slot be used again.
            guard isLeft(slot.pointee.word.load(ordering: .acquiring)),
                let entry = slot.pointee.entry.exchange(nil, ordering: .relaxed)
            else { return nil }
            let left = slot.pointee.left.wrappingSubtract(1, ordering: .relaxed).newValue
            // A slot without unused keys stays empty.
            if left > 0 {
                let isLastKey = slot.pointee.word.load(ordering: .relaxed) >> keyShift == keysOfSlot
                // The key after the last is 1.
                slot.pointee.word.wrappingAdd(isLastKey ? 2 << keyShift : 1 << keyShift, ordering: .releasing)
                free.append(index)
            }
            return entry
        }
        // Outside the lock: its deinitializer may run any code.
        entry?.release()
    }

    /// Whether a slot's word says that its entry is gone, and has no users.
    @inline(__always)
    private func isLeft(_ word: UInt64) -> Bool { word & (isGone << 1 - 1) == isGone }
}

/// The maximum number of slots.
private let mostSlots = 1 << 20
private let placesOfSlots: UInt64 = (1 << 20) - 1
/// The number of keys of a slot: all but 0.
private let keysOfSlot: UInt64 = (1 << 33) - 1
/// The places of a word's parts.
private let goneShift: UInt64 = 30
private let keyShift: UInt64 = 31
private let isGone: UInt64 = 1 << goneShift
