import AditJSON
import AditState

extension Journal {
    /// Records the values that are drawn from dependencies.
    ///
    /// - Parameter values: the values whose ids, dates and random numbers are recorded.
    package func follow(_ values: inout DependencyValues) {
        values.recordDraws { [self] kind, write in draw(kind, write) }
    }
}
