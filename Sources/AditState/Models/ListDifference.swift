/// The difference between two lists, element by element: as few steps as possible, as long as these are quick to find.
///
/// The lists are given by their lengths and an equality of positions, so that this is compiled once for all elements.
struct ListDifference {
    /// A step, at a position at the time of the step: everything before it already matches the new list.
    enum Step: Equatable {
        /// Inserts an element of the new list, at its position there.
        case insert(Int)
        case remove(at: Int)
        case move(from: Int, to: Int)
        /// Changes an element of the old list into one of the new list.
        case alter(Int, at: Int)
    }

    private(set) var steps: [Step] = []
    /// Whether the new list as a whole is no larger than the steps.
    private(set) var isLarge = false

    /// The number of comparisons up to which the shortest sequence is determined.
    private static let mostComparisons = 1 << 12
    /// The length up to which lists are written as steps, unless the new one is empty.
    private static let fewElements = 64

    /// - Parameter areEqual: whether an element of the old list, by its position, equals one of the new list.
    /// - Complexity: O(n) comparisons, and at most `mostComparisons` more.
    init(_ oldCount: Int, _ newCount: Int, _ areEqual: (Int, Int) -> Bool) {
        let common = min(oldCount, newCount)
        var start = 0
        while start < common, areEqual(start, start) { start += 1 }
        var end = 0
        while end < common - start, areEqual(oldCount - 1 - end, newCount - 1 - end) { end += 1 }
        let (old, new) = (oldCount - start - end, newCount - start - end)
        let last = start + new - 1
        if old == new, new > 1 {
            // Most windows of a list change by one element that comes and one that goes.
            if (start..<last).allSatisfy({ areEqual($0 + 1, $0) }) {
                steps = areEqual(start, last) ? [.move(from: start, to: last)] : [.remove(at: start), .insert(last)]
                return
            }
            if (start..<last).allSatisfy({ areEqual($0, $0 + 1) }) {
                steps =
                    areEqual(last, start) ? [.move(from: last, to: start)] : [.insert(start), .remove(at: last + 1)]
                return
            }
        }
        let (changed, whole) = (max(old, new), max(oldCount, newCount))
        isLarge = newCount == 0 ? old > 1 : whole > ListDifference.fewElements && changed > whole / 2
        if old * new <= ListDifference.mostComparisons {
            findSteps(old, new, from: start) { areEqual(start + $0, start + $1) }
        } else {
            alter(old, new, from: start)
        }
    }

    /// Finds the shortest edit sequence (Wagner, Fischer, "The String-to-String Correction Problem", 1974).
    private mutating func findSteps(_ old: Int, _ new: Int, from start: Int, _ areEqual: (Int, Int) -> Bool) {
        // The number of steps from an element of the old list and one of the new list to the ends.
        var costs = [Int](repeating: 0, count: (old + 1) * (new + 1))
        func place(_ i: Int, _ j: Int) -> Int { i * (new + 1) + j }
        for i in 0...old { costs[place(i, new)] = old - i }
        for j in 0...new { costs[place(old, j)] = new - j }
        for i in (0..<old).reversed() {
            for j in (0..<new).reversed() {
                let others = min(costs[place(i + 1, j + 1)], costs[place(i + 1, j)], costs[place(i, j + 1)])
                costs[place(i, j)] = areEqual(i, j) ? costs[place(i + 1, j + 1)] : others + 1
            }
        }
        var (i, j) = (0, 0)
        while i < old || j < new {
            let rest = costs[place(i, j)] - 1
            if i < old, j < new, areEqual(i, j) {
                i += 1
                j += 1
            } else if i < old, j < new, costs[place(i + 1, j + 1)] == rest {
                steps.append(.alter(start + i, at: start + j))
                i += 1
                j += 1
            } else if i < old, costs[place(i + 1, j)] == rest {
                steps.append(.remove(at: start + j))
                i += 1
            } else {
                steps.append(.insert(start + j))
                j += 1
            }
        }
    }

    /// Changes one middle into another position by position, without looking for common elements.
    private mutating func alter(_ old: Int, _ new: Int, from start: Int) {
        let common = start + min(old, new)
        steps += (start..<common).map { .alter($0, at: $0) }
        if old > new { steps += (common..<start + old).map { _ in .remove(at: common) } }
        if new > old { steps += (common..<start + new).map { .insert($0) } }
    }
}
