import Adit

extension EventLoop {
    /// Asks the storage until no batch is held.
    func finishHeldBatches(_ listener: any CoreListener) {
        while isHeld {
            switch resolveBatch() {
            case .written: endHeldBatch(nil, listener)
            case .notWritten(let failure): endHeldBatch(failure, listener)
            case .unknown: break
            }
        }
    }
}
