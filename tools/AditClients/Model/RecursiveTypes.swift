/// Groups of types that lead to each other.
enum RecursiveTypes {
    /// The number of the group of each node of a graph: two nodes are in one if each leads to the other (Tarjan 1972, without
    /// recursion, since a catalog may have a chain of any length).
    ///
    /// - Complexity: O(n) in the nodes and edges.
    static func components(of edges: [[Int]]) -> [Int] {
        var component = [Int](repeating: -1, count: edges.count)
        var order = component, low = component
        var open: [Int] = [], path: [(node: Int, next: Int)] = []
        var (count, groups) = (0, 0)
        for start in edges.indices where order[start] < 0 {
            path.append((start, 0))
            while let (node, next) = path.last {
                if next == 0 {
                    (order[node], low[node]) = (count, count)
                    count += 1
                    open.append(node)
                }
                if next < edges[node].count {
                    path[path.count - 1].next += 1
                    let other = edges[node][next]
                    if order[other] < 0 {
                        path.append((other, 0))
                    } else if component[other] < 0 {
                        low[node] = min(low[node], order[other])
                    }
                    continue
                }
                path.removeLast()
                if let parent = path.last?.node { low[parent] = min(low[parent], low[node]) }
                guard low[node] == order[node] else { continue }
                while let last = open.popLast() {
                    component[last] = groups
                    if last == node { break }
                }
                groups += 1
            }
        }
        return component
    }
}
