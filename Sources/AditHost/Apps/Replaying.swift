import Adit
import AditState

/// The parts that a replayed core is opened with.
package struct Replaying {
    let journal: Journal
    let storage: JournalOnlyStorage
    /// Sets the generating dependencies, which draw the recorded values again.
    let bring: (inout DependencyValues) -> Void

    package init(
        journal: Journal, storage: JournalOnlyStorage, bringing bring: @escaping (inout DependencyValues) -> Void
    ) {
        self.journal = journal
        self.storage = storage
        self.bring = bring
    }
}
