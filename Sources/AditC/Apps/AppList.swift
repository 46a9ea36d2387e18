import Adit
import AditJSON
import AditState
import CAdit
import CAditApps

/// The apps of this library.
final class AppList: Sendable {
    /// Those that `adit_apps` told; none where the library does not define it.
    static let shared: AppList = {
        guard let list = adit_apps_if_any() else { return AppList([]) }
        // What `export` has made, retained.
        return Unmanaged<AppList>.fromOpaque(list).takeRetainedValue()
    }()

    private let entries: [AppEntry]

    init(_ entries: [AppEntry]) { self.entries = entries }

    /// - Throws: ``ABIError`` `ADIT_EAPP` that names the apps there are.
    func app(_ name: String) throws(ABIError) -> AppEntry {
        guard let entry = entries.first(where: { $0.name == name }) else {
            let names = entries.map(\.name).joined(separator: ", ")
            throw ABIError(ADIT_EAPP, "no app \"\(name)\"; this library holds \(names.isEmpty ? "none" : names)")
        }
        return entry
    }

    /// What there is to say of them.
    var catalog: String { Catalog.list(entries.map { Catalog(of: $0.describe()) }) }
}

/// An app, whatever its types are.
struct AppEntry: Sendable {
    let name: String
    /// Makes a core of it.
    let makeCore: @Sendable (Opening) throws(ABIError) -> Core
    /// Says what there is to say of a store, or repairs it, and opens nothing.
    let check: @Sendable (Config.Store) throws(ABIError) -> String
    /// Makes a core that only shows a state.
    let makeShowcase: @Sendable (Opening) -> Core
    /// Reads the entries of a recording or of a store's journal.
    let readLines: @Sendable (String) throws(ABIError) -> any RecordedLines
    /// What becomes of states of older versions.
    let upgrade: StateUpgrade
    /// Describes it.
    let describe: @Sendable () -> AppDescription

    init<S: State, Message>(_ app: App<S, Message>) {
        name = app.name
        makeCore = { opening throws(ABIError) in
            if let store = opening.config.store { return try app.open(store, opening) }
            let state = try opening.state.map { (state) throws(ABIError) in try read(state, by: app) }
            if let journal = opening.journal { return try app.openInMemory(state, journal, opening) }
            return app.makeCore(
                state: state, gateways: opening.config.gateways, limits: opening.config.limits.core,
                time: opening.time, context: .live, bringing: opening.bring
            ).core
        }
        makeShowcase = { opening in
            app.withoutFeatures("the core shows what is replayed, and takes no messages of the app").makeCore(
                limits: opening.config.limits.core, context: .live, bringing: opening.bring
            ).core
        }
        readLines = { path throws(ABIError) in try app.readLines(path) }
        check = { store throws(ABIError) in
            if let path = store.repair { return try app.repair(store, to: path) }
            return try app.check(store)
        }
        upgrade = app.upgrade
        describe = { app.description }
    }

    /// What there is to say of it.
    var catalog: String { Catalog(of: describe()).text }
}

/// The state that a config gives.
private func read<S: State, Message>(_ state: JSONValue, by app: App<S, Message>) throws(ABIError) -> S {
    do { return try app.readState(given: state) } catch { throw ABIError(ADIT_ECONFIG, error.within("state")) }
}
