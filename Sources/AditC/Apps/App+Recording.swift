import Adit
import AditJSON
import AditProtocol
import AditSQLite
import AditState
import CAdit
import Glibc

extension App {
    /// Opens a core with its state in memory and a journal.
    func openInMemory(_ state: S?, _ journal: Journal, _ opening: Opening) throws(ABIError) -> Core {
        do {
            return try openCore(
                opening.replaying?.storage ?? JournalOnlyStorage(), journal: journal, state: state,
                gateways: Set(opening.config.gateways), limits: opening.config.coreLimits, time: opening.time,
                context: .live, bringing: opening.bring
            ).core
        } catch {
            throw ABIError(ADIT_ECONFIG, "\(error)")
        }
    }

    /// Reads the entries of a recording or of a store's journal.
    func readLines(_ path: String) throws(ABIError) -> any RecordedLines {
        do {
            guard try isDatabase(path) else { return try RecordingReader(path) }
            return try readJournal(path)
        } catch let refusal as ABIError {
            throw refusal
        } catch let failure as StorageFailure {
            throw ABIError(failure)
        } catch {
            throw ABIError(ADIT_ESCHEMA, "\(path) holds no state of the app \"\(name)\": \(error)")
        }
    }

    private func isDatabase(_ path: String) throws(StorageFailure) -> Bool {
        let file = try ImportFile(path)
        return try withUnsafeTemporaryAllocation(byteCount: 16, alignment: 1) { memory in
            Result { () throws(StorageFailure) in
                let count = try file.read(at: 0, into: memory)
                return memory.prefix(count).elementsEqual("SQLite format 3\0".utf8)
            }
        }.get()
    }

    private func readJournal(_ path: String) throws -> StoredLines {
        try SQLiteStorage.reading(path, app: name, schemaVersion: schemaVersion) { storage in
            let state = JSONWriter()
            if let stored = try types.stateCoding.readStored(storage) { try types.stateCoding.write(stored, state) }
            var entries: [[UInt8]] = []
            try storage.readJournal { _, text in
                entries.append(Array(text.bytes))
                return true
            }
            return try StoredLines(path, entries.reversed(), state: Array(state.bytes))
        }
    }
}
