import AditJSON

/// The work that a comparison may take. A catalog may be a stranger's, and few definitions may refer to each other in
/// more ways, or longer ones, than can be followed.
final class ComparisonBudget {
    /// The number of pairs of schemas that are looked at, each with its members.
    private static let steps = 2_000_000
    /// The number of schemas within each other. Each takes a part of the thread's stack.
    private static let depth = 400

    private var steps = 0
    private var depth = 0

    /// Counts the work of one pair of schemas, with all that is within them.
    ///
    /// - Throws: ``CodingFailure`` once a limit is exceeded.
    func spend<R>(_ steps: Int, _ body: () throws(CodingFailure) -> R) throws(CodingFailure) -> R {
        self.steps += steps
        depth += 1
        defer { depth -= 1 }
        guard self.steps <= ComparisonBudget.steps else {
            throw CodingFailure(
                path: "",
                reason: "the catalogs take more than \(ComparisonBudget.steps) steps to compare; "
                    + "fewer definitions that refer to each other are expected")
        }
        guard depth <= ComparisonBudget.depth else {
            throw CodingFailure(
                path: "",
                reason: "the catalogs' types nest more than \(ComparisonBudget.depth) levels; "
                    + "that many cannot be compared")
        }
        return try body()
    }
}
