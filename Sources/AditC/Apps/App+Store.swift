import Adit
import AditJSON
import AditProtocol
import AditSQLite
import AditState
import CAdit

// Cores with a store.
extension App {
    /// Opens a core with its state in a file.
    func open(_ store: Config.Store, _ opening: Opening) throws(ABIError) -> Core {
        do {
            let storage = try SQLiteStorage.open(
                store.path.path, app: name, schemaVersion: schemaVersion, migrations: migrations,
                durability: store.durability == .full ? .full : .normal,
                retention: Retention(bytes: store.retention.bytes.value, age: store.retention.seconds?.value)
            ) { _ = try types.stateCoding.readStored($0) }
            do {
                return try openCore(
                    storage, journal: opening.journal, gateways: Set(opening.config.gateways),
                    limits: opening.config.coreLimits, time: opening.time, context: .live, bringing: opening.bring
                ).core
            } catch {
                storage.close()
                throw error
            }
        } catch {
            throw refusal(of: error, store)
        }
    }

    /// Checks a store's file, and returns a sentence about it.
    ///
    /// - Throws: ``ABIError`` if it could not be opened.
    func check(_ store: Config.Store) throws(ABIError) -> String {
        let verdict: Verdict
        do {
            verdict = try SQLiteStorage.check(
                store.path.path, app: name, schemaVersion: schemaVersion, migrations: migrations,
                findFailures: { try types.stateCoding.failures($0) })
        } catch {
            throw ABIError(error)
        }
        switch verdict {
        case .new: return "new: \(store.path.path) would be made"
        case .fine: return "fine: version \(schemaVersion)"
        case .needsMigration(let from, let to): return "needs migration: from version \(from) to \(to)"
        case .impossible(let failures):
            throw ABIError(ADIT_ESCHEMA, "impossible: " + failures.map(\.description).joined(separator: "; "))
        }
    }

    /// Writes the recoverable data of a damaged file to a new one.
    ///
    /// - Returns: a sentence about the result.
    /// - Throws: ``ABIError`` if nothing is recoverable, or the saved data is not a state of the app.
    func repair(_ store: Config.Store, to path: String) throws(ABIError) -> String {
        let repair: Repair
        do {
            repair = try SQLiteStorage.repair(
                store.path.path, to: path, app: name, schemaVersion: schemaVersion,
                findFailures: { try types.stateCoding.failures($0) })
        } catch {
            throw ABIError(error)
        }
        guard repair.failures.isEmpty else {
            let failures = repair.failures.map(\.description).joined(separator: "; ")
            throw ABIError(ADIT_ESCHEMA, "impossible: \(repair), which is no state of the app: \(failures)")
        }
        return "repaired: \(repair)"
    }

    private func refusal(of error: any Error, _ store: Config.Store) -> ABIError {
        switch error {
        case let failure as StorageFailure: ABIError(failure)
        case let failure as CodingFailure:
            ABIError(ADIT_ESCHEMA, "\(store.path.path) holds no state of the app \"\(name)\": \(failure)")
        default: ABIError(ADIT_ESTORE, "\(store.path.path) could not be opened: \(error)")
        }
    }
}
