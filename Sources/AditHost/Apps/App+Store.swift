import Adit
import AditJSON
import AditState

// Cores with a store.
extension App {
    /// Opens a core with its state in a file.
    func open(
        _ store: Config.Store, by engine: any StorageEngine, _ opening: Opening, _ context: DependencyContext?
    ) throws(HostError) -> (core: RunningApp, store: StateStore<S>) {
        do {
            let storage = try engine.open(
                file(store), durability: store.durability == .full ? .full : .normal,
                retention: Retention(bytes: store.retention.bytes.value, age: store.retention.seconds?.value)
            ) { _ = try types.stateCoding.readStored($0) }
            do {
                return try openCore(
                    storage, journal: opening.journal, gateways: Set(opening.config.gateways),
                    limits: opening.config.coreLimits, time: opening.time, context: context,
                    hasHistory: opening.config.hasHistory, bringing: opening.bring)
            } catch {
                storage.closeRefused()
                throw error
            }
        } catch {
            throw refusal(of: error, store)
        }
    }

    /// Checks a store's file, and returns a sentence about it.
    ///
    /// - Throws: ``HostError`` if it could not be opened.
    func check(_ store: Config.Store, by engine: any StorageEngine) throws(HostError) -> String {
        let verdict: StorageVerdict
        do {
            verdict = try engine.check(file(store)) { try types.stateCoding.failures($0) }
        } catch {
            throw HostError(error)
        }
        switch verdict {
        case .new: return "new: \(store.name) would be made"
        case .fine: return "fine: version \(schemaVersion)"
        case .needsMigration(let from, let to): return "needs migration: from version \(from) to \(to)"
        case .impossible(let failures):
            throw HostError(.schema, "impossible: " + failures.map(\.description).joined(separator: "; "))
        }
    }

    /// Writes the recoverable data of a damaged file to a new one.
    ///
    /// - Returns: a sentence about the result.
    /// - Throws: ``HostError`` if nothing is recoverable, or the saved data is not a state of the app.
    func repair(
        _ store: Config.Store, to path: String, by engine: any StorageEngine
    ) throws(HostError) -> String {
        let repair: StorageRepair
        do {
            repair = try engine.repair(file(store), to: path) { try types.stateCoding.failures($0) }
        } catch {
            throw HostError(error)
        }
        guard repair.failures.isEmpty else {
            let failures = repair.failures.map(\.description).joined(separator: "; ")
            throw HostError(.schema, "impossible: \(repair), which is no state of the app: \(failures)")
        }
        return "repaired: \(repair)"
    }

    /// The place of a store with the app's state.
    private func file(_ store: Config.Store) -> StoreFile {
        var file = file(store.path?.path ?? store.postgres ?? "")
        file.core = store.core
        return file
    }

    /// The file of a store with the app's state.
    func file(_ path: String) -> StoreFile {
        StoreFile(path: path, app: name, schemaVersion: schemaVersion, migrations: migrations)
    }

    private func refusal(of error: any Error, _ store: Config.Store) -> HostError {
        switch error {
        case let failure as StorageFailure: HostError(failure)
        case let failure as CodingFailure:
            HostError(.schema, "\(store.name) holds no state of the app \"\(name)\": \(failure)")
        default: HostError(.store, "\(store.name) could not be opened: \(error)")
        }
    }
}
