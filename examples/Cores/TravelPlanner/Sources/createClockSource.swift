import Adit

/// Makes the source that emits a tick at once, and at the beginning of each minute. It has no input.
func createClockSource(output: @escaping Output) -> Source {
    let clock = MinuteClock(output: output)
    return Source(id: "clock", clock.run)
}

private final class MinuteClock {
    @Dependency(\.clock) private var clock
    @Dependency(\.date) private var date
    private let output: Output

    init(output: @escaping Output) { self.output = output }

    func run() async throws {
        while true {
            let now = date()
            output(.clock(.ticks(at: now)))
            try await clock.sleep(for: now.restOfMinute)
        }
    }
}
