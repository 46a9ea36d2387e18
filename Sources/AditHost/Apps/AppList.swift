import Adit
import AditJSON
import AditState

/// The apps of this library.
package final class AppList: Sendable {
    private let entries: [AppEntry]

    package init(_ entries: [AppEntry]) { self.entries = entries }

    /// Returns the app with a name.
    ///
    /// - Throws: ``HostError`` `app`, which names the existing apps.
    package func app(_ name: String) throws(HostError) -> AppEntry {
        guard let entry = entries.first(where: { $0.name.isSpelled(as: name) }) else {
            let names = entries.map(\.name).joined(separator: ", ")
            throw HostError(.app, "no app \"\(name)\"; this library holds \(names.isEmpty ? "none" : names)")
        }
        return entry
    }

    /// The list of the apps with their versions and hashes, as JSON.
    package var catalog: String { Catalog.list(entries.map { Catalog(of: $0.describe()) }) }
}

/// A type-erased app.
package struct AppEntry: Sendable {
    package let name: String
    /// The engine of the app\'s stores.
    package let engine: any StorageEngine
    /// Creates a core of the app.
    package let makeCore: @Sendable (Opening) throws(HostError) -> RunningApp
    /// Checks or repairs a store without opening a core, and returns a sentence about it.
    package let check: @Sendable (Config.Store) throws(HostError) -> String
    /// Creates a core that only shows a state.
    package let makeShowcase: @Sendable (Opening) -> RunningApp
    /// Reads the journal of a store; nil if it is a file, and not a store.
    package let readJournal: @Sendable (Config.Replay) throws(HostError) -> StoredJournal?
    /// The migration of states of older versions.
    package let upgrade: StateUpgrade
    /// Returns the app's description.
    let describe: @Sendable () -> AppDescription

    package init<S: State, Message>(_ app: App<S, Message>, storage engine: any StorageEngine) {
        name = app.name
        self.engine = engine
        makeCore = { opening throws(HostError) in
            if let fork = opening.config.fork {
                let found = try app.state(of: fork, origin: opening.origin, by: engine)
                return try app.open(opening, state: found.state, at: found.revision, storage: engine).core
            }
            let state = try opening.state.map { (state) throws(HostError) in try read(state, by: app) }
            return try app.open(opening, state: state, storage: engine).core
        }
        makeShowcase = { opening in
            app.withoutFeatures("the core shows what is replayed, and takes no messages of the app").makeCore(
                limits: opening.config.coreLimits, context: .live, bringing: opening.bring
            ).core
        }
        readJournal = { source throws(HostError) in try app.readJournal(source, by: engine) }
        check = { store throws(HostError) in
            if store.create { return try createTables(in: store.postgres ?? "", by: engine) }
            if let place = store.move { return try app.move(store, to: place, by: engine) }
            if let path = store.repair?.path { return try app.repair(store, to: path, by: engine) }
            return try app.check(store, by: engine)
        }
        upgrade = app.upgrade
        describe = { app.description }
    }

    /// The app's catalog, as JSON.
    package var catalog: String { Catalog(of: describe()).text }
}

/// Reads the initial state in a config.
private func read<S: State, Message>(_ state: JSONReader, by app: App<S, Message>) throws(HostError) -> S {
    do { return try app.readState(given: state) } catch { throw HostError(.config, error.within("state")) }
}
