import Adit

/// Makes the source that emits a beat at each interval. It has no input.
func createHeartbeatSource(seconds: Int, output: @escaping Output) -> Source {
    let clock = BeatingClock(output: output)
    return .every(.seconds(seconds), id: "heartbeat every \(seconds) s", clock.beat)
}

private final class BeatingClock {
    @Dependency(\.date) private var date
    private let output: Output

    init(output: @escaping Output) { self.output = output }

    func beat() { output(.heartbeat(.beats(at: date()))) }
}
