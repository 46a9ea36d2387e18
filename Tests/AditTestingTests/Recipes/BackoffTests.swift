import Adit
import AditTesting
import Testing

struct BackoffTests {
    @Test(arguments: [(0, 1), (1, 1), (2, 2), (3, 4), (9, 256), (10, 300), (.max, 300), (.min, 1)])
    func itDoublesUpToTheLongest(failures: Int, seconds: Int) {
        let random = RandomSource.seeded(7)
        #expect(Backoff(jitter: 1...1).delay(after: failures, random: random) == .seconds(seconds))
        let delays = (0..<50).map { _ in Backoff().delay(after: failures, random: random) }
        #expect(delays.allSatisfy { (.seconds(seconds) / 2 ... .seconds(seconds)).contains($0) })
        #expect(Set(delays).count > 1)
    }
}
