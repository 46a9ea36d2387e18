import Adit
import AditJSON
import AditState

extension App {
    /// Reads the journal of a store.
    ///
    /// - Returns: nil if it is a file, and not a store.
    func readJournal(_ source: Config.Replay, by engine: any StorageEngine) throws(HostError) -> StoredJournal? {
        do {
            if let path = source.file, try !isStore(path, of: engine) { return nil }
            return try readStored(file(source.place), by: engine)
        } catch let error as HostError {
            throw error
        } catch let failure as StorageFailure {
            throw HostError(failure)
        } catch {
            throw HostError(.schema, "\(source.name) holds no state of the app \"\(name)\": \(error)")
        }
    }

    func isStore(_ path: String, of engine: any StorageEngine) throws(StorageFailure) -> Bool {
        let file = try ImportFile(path, engine)
        return try withUnsafeTemporaryAllocation(byteCount: 16, alignment: 1) { memory in
            Result { () throws(StorageFailure) in
                let count = try file.read(at: 0, into: memory)
                return engine.isStore(UnsafeRawBufferPointer(rebasing: memory.prefix(count)))
            }
        }.get()
    }

    private func readStored(_ file: StoreFile, by engine: any StorageEngine) throws -> StoredJournal {
        try engine.read(file) { storage in
            let state = JSONWriter()
            if let stored = try types.stateCoding.readStored(storage) { try types.stateCoding.write(stored, state) }
            var batches: [[UInt8]] = []
            try storage.readJournal { _, text in
                batches.append(Array(text.bytes))
                return true
            }
            return StoredJournal(batches: batches.reversed(), state: Array(state.bytes))
        }
    }
}

/// The journal of a store, with its last state.
package struct StoredJournal {
    /// The entries of the batches: lines, each ended by a line feed. The oldest batch first.
    package let batches: [[UInt8]]
    /// The last state, as JSON.
    package let state: [UInt8]
}
