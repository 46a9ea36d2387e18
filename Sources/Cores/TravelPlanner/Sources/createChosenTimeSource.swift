import Adit

/// Makes the source that tells when the time that was chosen has passed. It has no input.
///
/// Another time makes another source, and the former ends.
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
        // The core's clock is not the time of day, which may be set meanwhile: so it is looked at every minute.
        while true {
            let now = date()
            if now >= chosen { return output(.clock(.chosenTimePasses(at: now))) }
            try await clock.sleep(for: min(now.duration(to: chosen), .seconds(60)))
        }
    }
}
