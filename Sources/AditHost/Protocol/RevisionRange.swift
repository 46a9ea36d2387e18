import Adit
import AditJSON

/// A range of revisions: changes of the state.
@Model
package struct RevisionRange {
    /// The revision before the changes.
    package let from: Count
    /// The revision after them.
    package let revision: Count

    package init(from: Int, revision: Int) { (self.from, self.revision) = (Count(from), Count(revision)) }
}
