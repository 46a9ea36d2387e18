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
            var file = file(store)
            file.connections = store.connections?.value
            let storage = try engine.open(
                file, durability: store.durability == .full ? .full : .normal,
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

    /// Copies a store, migrated if it is of an older version, to a place that has none.
    ///
    /// A core in a database is taken from its writer.
    ///
    /// - Returns: a sentence about the result.
    /// - Throws: ``HostError`` if one of the two cannot be opened, or the second has a state.
    func move(
        _ store: Config.Store, to place: Config.Store.Place, by engine: any StorageEngine
    ) throws(HostError) -> String {
        do {
            let verdict = try engine.check(file(store)) { try types.stateCoding.failures($0) }
            switch verdict {
            case .new: throw StorageFailure(.failed, "found no \(store.name); a store is expected")
            case .fine, .needsMigration: break
            case .impossible(let failures):
                throw HostError(.schema, "impossible: " + failures.map(\.description).joined(separator: "; "))
            }
            // Before anything is taken from a host that has it open.
            if let head = try? engine.read(file(place), { $0.head }) { throw occupied(place, head) }
            let other = try engine.open(file(place), durability: .full, retention: .everything) { _ in }
            defer { other.close() }
            if let head = other.head { throw occupied(place, head) }
            let storage = try engine.open(file(store), durability: .full, retention: .everything) {
                _ = try types.stateCoding.readStored($0)
            }
            defer { storage.close() }
            guard let head = storage.head else {
                throw StorageFailure(.failed, "\(store.name) has no state yet; open a core there in place of moving it")
            }
            try other.fill(from: storage)
            return
                "moved: \(place.name) has all of \(store.name), revision \(head.revision). \(store.name) is as it was;"
                + " open it no more, and remove it"
        } catch let error as HostError {
            throw error
        } catch {
            throw refusal(of: error, store)
        }
    }

    private func occupied(_ place: Config.Store.Place, _ head: StorageHead) -> StorageFailure {
        StorageFailure(
            .failed, "\(place.name) has a state, of revision \(head.revision); a place without one is expected")
    }

    /// The place of a store with the app's state.
    private func file(_ store: Config.Store) -> StoreFile { file(store.place) }

    func file(_ place: Config.Store.Place) -> StoreFile {
        var file = file(place.path?.path ?? place.postgres ?? "")
        file.core = place.core
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

/// Creates or upgrades the tables of a database.
///
/// - Returns: a sentence about the result.
func createTables(in database: String, by engine: any StorageEngine) throws(HostError) -> String {
    do throws(StorageFailure) { return try engine.createTables(in: database) } catch { throw HostError(error) }
}
