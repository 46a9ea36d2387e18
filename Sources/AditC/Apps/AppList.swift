import Adit
import AditJSON
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

    /// - Throws: ``Refusal`` `ADIT_EAPP` that names the apps there are.
    func app(_ name: String) throws(Refusal) -> AppEntry {
        guard let entry = entries.first(where: { $0.name == name }) else {
            let names = entries.map(\.name).joined(separator: ", ")
            throw Refusal(ADIT_EAPP, "no app \"\(name)\"; this library holds \(names.isEmpty ? "none" : names)")
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
    let makeCore: @Sendable (Opening) throws(CodingFailure) -> Core
    /// Describes it.
    let describe: @Sendable () -> AppDescription

    init<S: State, Message>(_ app: App<S, Message>) {
        name = app.name
        makeCore = { opening throws(CodingFailure) in
            let initial: S? = if let state = opening.state { try read(state, by: app.types) } else { nil }
            return app.makeCore(
                state: initial, gateways: opening.config.gateways, limits: opening.config.limits.core,
                time: opening.time, context: .live, bringing: opening.bring
            ).core
        }
        describe = { app.description }
    }

    /// What there is to say of it.
    var catalog: String { Catalog(of: describe()).text }
}

/// The state that a config gives.
private func read<S: State, Message>(_ state: JSONValue, by types: AppTypes<S, Message>) throws(CodingFailure) -> S {
    do { return try types.readState(state) } catch { throw error.within("state") }
}
