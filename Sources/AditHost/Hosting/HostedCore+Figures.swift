import Adit

// Figures that are sent every so many seconds, without being asked for.
extension HostedCore {
    /// Sets the timer of the next figures. Times that have passed without a driver are left out.
    func scheduleFigures() {
        guard let seconds = config.figures?.every?.value else { return }
        let time = loop.effects.time
        loop.effects.timers.add(due: time.later(by: seconds * 1_000_000_000), isNoted: false) { [unowned self] _ in
            endBatch()
            blockage.afterBatch { [unowned self] in
                hostWriter.send(stats, of: nil)
                scheduleFigures()
            }
        }
    }
}
