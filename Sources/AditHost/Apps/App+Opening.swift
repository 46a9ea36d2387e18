import Adit
import AditState

extension App {
    /// Opens a core as its config says: with a store, with a journal, or in memory.
    ///
    /// - Parameters:
    ///   - state: the initial state of a core without a store; nil for the app's own.
    ///   - revision: the revision of that state.
    ///   - engine: the engine of stores.
    ///   - context: the context of the dependencies' values; nil: `test` if the process runs tests, else `live`.
    package func open(
        _ opening: Opening, state: S?, at revision: Int = 0, storage engine: any StorageEngine,
        context: DependencyContext? = .live
    ) throws(HostError) -> (core: RunningApp, store: StateStore<S>) {
        if opening.config.hasHistory, undo.isStep == nil {
            throw HostError(.config, "undo: found for the app \"\(name)\", which offers no undo")
        }
        if let store = opening.config.store { return try open(store, by: engine, opening, context) }
        let (gateways, limits) = (Set(opening.config.gateways), opening.config.coreLimits)
        guard let journal = opening.journal else {
            let made = makeCore(
                state: state, gateways: gateways, limits: limits, time: opening.time, context: context,
                bringing: opening.bring)
            if revision > 0 { made.store.transaction.revision = revision }
            return made
        }
        do {
            return try openCore(
                opening.replaying?.storage
                    ?? JournalOnlyStorage(
                        StorageHead(revision: revision, opens: 1), journalBytes: opening.config.undo?.bytes.value ?? 0),
                journal: journal, state: state, gateways: gateways,
                limits: limits, time: opening.time, context: context, hasHistory: opening.config.hasHistory,
                bringing: opening.bring)
        } catch {
            throw HostError(.config, "\(error)")
        }
    }
}
