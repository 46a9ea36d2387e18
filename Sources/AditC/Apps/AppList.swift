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

    /// `{"counter": {}, "todo": {}}`.
    var catalog: String {
        let writer = JSONWriter()
        writer.write(literal: "{")
        for (index, entry) in entries.enumerated() {
            if index > 0 { writer.write(literal: ",") }
            writer.write(entry.name)
            writer.write(literal: ":")
            writer.write(json: entry.catalog)
        }
        writer.write(literal: "}")
        return writer.text
    }
}

/// An app, whatever its types are.
struct AppEntry: Sendable {
    let name: String
    /// Makes a core of it that tells into the buffer.
    let makeCore: @Sendable (Config, JSONValue?, MessageBuffer) throws(CodingFailure) -> any HostedCore

    init<S: State, Message>(_ app: App<S, Message>) {
        name = app.name
        makeCore = { config, state, buffer throws(CodingFailure) in
            let initial: S? = if let state { try read(state, by: app.coding) } else { nil }
            return AppCore(app, config: config, state: initial, buffer: buffer)
        }
    }

    /// What there is to say of it.
    var catalog: String { "{}" }
}

/// The state that a config gives.
private func read<S: State, Message>(_ state: JSONValue, by coding: WireCoding<S, Message>) throws(CodingFailure) -> S {
    do { return try coding.readState(state) } catch { throw error.within("state") }
}
