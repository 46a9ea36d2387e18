import Adit
import AditJSON
import AditProtocol
import AditState
import CAdit
import CAditApps

/// The apps of this library.
final class AppList: Sendable {
    /// The apps that `adit_apps` returns; empty if the library does not define it.
    static let shared: AppList = {
        guard let list = adit_apps_if_any() else { return AppList([]) }
        // Retained by `export`.
        return Unmanaged<AppList>.fromOpaque(list).takeRetainedValue()
    }()

    private let entries: [AppEntry]

    init(_ entries: [AppEntry]) { self.entries = entries }

    /// Returns the app with a name.
    ///
    /// - Throws: ``ABIError`` `ADIT_EAPP`, which names the existing apps.
    func app(_ name: String) throws(ABIError) -> AppEntry {
        guard let entry = entries.first(where: { $0.name == name }) else {
            let names = entries.map(\.name).joined(separator: ", ")
            throw ABIError(ADIT_EAPP, "no app \"\(name)\"; this library holds \(names.isEmpty ? "none" : names)")
        }
        return entry
    }

    /// The list of the apps with their versions and hashes, as JSON.
    var catalog: String { Catalog.list(entries.map { Catalog(of: $0.describe()) }) }
}

/// A type-erased app.
struct AppEntry: Sendable {
    let name: String
    /// Creates a core of the app.
    let makeCore: @Sendable (Opening) throws(ABIError) -> Core
    /// Checks or repairs a store without opening a core, and returns a sentence about it.
    let check: @Sendable (Config.Store) throws(ABIError) -> String
    /// Creates a core that only shows a state.
    let makeShowcase: @Sendable (Opening) -> Core
    /// Reads the entries of a recording or of a store's journal.
    let readLines: @Sendable (String) throws(ABIError) -> any RecordedLines
    /// The migration of states of older versions.
    let upgrade: StateUpgrade
    /// Returns the app's description.
    let describe: @Sendable () -> AppDescription

    init<S: State, Message>(_ app: App<S, Message>) {
        name = app.name
        makeCore = { opening throws(ABIError) in
            if let store = opening.config.store { return try app.open(store, opening) }
            let state = try opening.state.map { (state) throws(ABIError) in try read(state, by: app) }
            if let journal = opening.journal { return try app.openInMemory(state, journal, opening) }
            return app.makeCore(
                state: state, gateways: Set(opening.config.gateways), limits: opening.config.coreLimits,
                time: opening.time, context: .live, bringing: opening.bring
            ).core
        }
        makeShowcase = { opening in
            app.withoutFeatures("the core shows what is replayed, and takes no messages of the app").makeCore(
                limits: opening.config.coreLimits, context: .live, bringing: opening.bring
            ).core
        }
        readLines = { path throws(ABIError) in try app.readLines(path) }
        check = { store throws(ABIError) in
            if let path = store.repair?.path { return try app.repair(store, to: path) }
            return try app.check(store)
        }
        upgrade = app.upgrade
        describe = { app.description }
    }

    /// The app's catalog, as JSON.
    var catalog: String { Catalog(of: describe()).text }
}

/// Reads the initial state in a config.
private func read<S: State, Message>(_ state: JSONValue, by app: App<S, Message>) throws(ABIError) -> S {
    do { return try app.readState(given: state) } catch { throw ABIError(ADIT_ECONFIG, error.within("state")) }
}
