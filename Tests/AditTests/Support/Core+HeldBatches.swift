import Adit

extension Core {
    /// Asks the storage until no batch is held.
    func settleHeldBatches(_ listener: any CoreListener) {
        while isHeld {
            switch resolveBatch() {
            case .written: settleBatch(nil, listener)
            case .notWritten(let failure): settleBatch(failure, listener)
            case .unknown: break
            }
        }
    }
}
