/// How one list becomes another, element by element: by as few steps as there can be, as long as those are quick to find.
///
/// The lists are told by their lengths and by what is equal in them, so that this is compiled once for all elements.
struct ListDifference {
    /// A step, at the position that the lists have when it is made: all before it is as in the new list already.
    enum Step: Equatable {
        /// An element of the new list comes, at its position there.
        case insert(Int)
        case remove(at: Int)
        case move(from: Int, to: Int)
        /// An element of the old list becomes one of the new.
        case alter(Int, at: Int)
    }

    private(set) var steps: [Step] = []
    /// Whether the new list as a whole is no more to tell than the steps.
    private(set) var isLarge = false

    /// Of how many comparisons the shortest way is found out.
    private static let mostComparisons = 1 << 12
    /// Lists up to this are told by steps, unless nothing is left of them.
    private static let fewElements = 64

    /// - Parameter areEqual: whether an element of the old list, by its position, equals one of the new list.
    /// - Complexity: O(n) comparisons, and no more than `mostComparisons` beside.
    init(_ oldCount: Int, _ newCount: Int, _ areEqual: (Int, Int) -> Bool) {
        let common = min(oldCount, newCount)
        var start = 0
        while start < common, areEqual(start, start) { start += 1 }
        var end = 0
        while end < common - start, areEqual(oldCount - 1 - end, newCount - 1 - end) { end += 1 }
        let (old, new) = (oldCount - start - end, newCount - start - end)
        let last = start + new - 1
        if old == new, new > 1 {
            if (start..<last).allSatisfy({ areEqual($0 + 1, $0) }), areEqual(start, last) {
                steps = [.move(from: start, to: last)]
                return
            }
            if (start..<last).allSatisfy({ areEqual($0, $0 + 1) }), areEqual(last, start) {
                steps = [.move(from: last, to: start)]
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

    /// Finds the shortest way from one middle to another (Wagner, Fischer, "The String-to-String Correction Problem", 1974).
    private mutating func findSteps(_ old: Int, _ new: Int, from start: Int, _ areEqual: (Int, Int) -> Bool) {
        // How many steps it takes from an element of the old and one of the new to the ends.
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

    /// Makes one middle of another without a look at what they have in common.
    private mutating func alter(_ old: Int, _ new: Int, from start: Int) {
        let common = start + min(old, new)
        steps += (start..<common).map { .alter($0, at: $0) }
        if old > new { steps += (common..<start + old).map { _ in .remove(at: common) } }
        if new > old { steps += (common..<start + new).map { .insert($0) } }
    }
}
