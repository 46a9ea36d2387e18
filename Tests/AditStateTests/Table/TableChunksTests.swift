@testable import AditState
import TestSupport
import Testing

@Suite struct TableChunksTests {
    @Test(arguments: 0..<8)
    func `it is known of each chunk whether others may have it, and of how many`(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        var chunks = TableChunks<Int>()
        for _ in 0..<300 { chunks.add() }
        var own = Set(0..<300)
        for _ in 0..<4000 {
            switch Int.random(in: 0..<200, using: &random) {
            case 0:
                chunks.disown()
                own = []
            case 1..<4:
                chunks = chunks.shared()
                own = []
            case 4..<20:
                own.insert(chunks.count)
                chunks.add()
            case 20..<36:
                chunks.removeLast()
                own.remove(chunks.count)
            case 36..<50:
                let number = Int.random(in: 0..<chunks.count, using: &random)
                chunks.empty(number, capacity: 4)
                own.insert(number)
            default:
                let number = Int.random(in: 0..<chunks.count, using: &random)
                chunks.own(number)
                own.insert(number)
            }
            try #require(chunks.sharedCount == chunks.count - own.count)
            try #require((0..<chunks.count).allSatisfy { chunks.isOwn($0) == own.contains($0) })
        }
    }

    @Test func `a chunk that another has as well is copied by who changes it`() {
        var chunks = TableChunks<Int>()
        for chunk in 0..<3 {
            chunks.add()
            chunks.append(chunk, to: chunk)
        }
        var others = chunks.shared()
        chunks.disown()
        for chunk in 0..<3 { others.append(7, to: chunk) }
        #expect(others.sharedCount == 0)
        #expect((0..<3).map { Array(chunks[chunk: $0].values) } == [[0], [1], [2]])
        #expect((0..<3).map { Array(others[chunk: $0].values) } == [[0, 7], [1, 7], [2, 7]])
    }
}
