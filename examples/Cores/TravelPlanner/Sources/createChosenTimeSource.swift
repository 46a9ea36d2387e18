import Adit

/// Makes the source that emits a message when the chosen time has passed. It has no input.
///
/// Another time has another source, and the former ends.
func createChosenTimeSource(until chosen: Timestamp, output: @escaping Output) -> Source {
    let watch = Watch(chosen: chosen, output: output)
    return Source(id: "until \(chosen)", watch.run)
}

private final class Watch {
    @Dependency(\.clock) private var clock
    @Dependency(\.date) private var date
    private let chosen: Timestamp
    private let output: Output

    init(chosen: Timestamp, output: @escaping Output) {
        self.chosen = chosen
        self.output = output
    }

    func run() async throws {
        // The core's clock is not the time of day, which may be set at any time: so it is checked every minute.
        while true {
            let now = date()
            if now >= chosen { return output(.clock(.chosenTimePasses(at: now))) }
            try await clock.sleep(for: min(now.duration(to: chosen), .seconds(60)))
        }
    }
}
