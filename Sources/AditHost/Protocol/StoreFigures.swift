import Adit
import AditJSON
import AditState

/// Figures of a core's store, in `@stats`.
@Model
package struct StoreFigures {
    /// The bytes of the file.
    let bytes: Count
    /// The bytes of its write-ahead log.
    let logBytes: Count
    /// The bytes of the journal's entries.
    let journalBytes: Count
    /// The batches in the journal.
    let journalBatches: Count
    /// The transactions that were committed since the core was opened, or resumed.
    let commits: Count
    /// The total duration of the commits, with the syncs of the file.
    let nanoseconds: Count
    /// The longest commit in nanoseconds.
    let longest: Count

    package init(_ figures: StorageFigures) {
        (bytes, logBytes) = (Count(figures.bytes), Count(figures.logBytes))
        (journalBytes, journalBatches) = (Count(figures.journalBytes), Count(figures.journalBatches))
        commits = Count(figures.commits)
        (nanoseconds, longest) = (Count(figures.total.wholeNanoseconds), Count(figures.longest.wholeNanoseconds))
    }
}
