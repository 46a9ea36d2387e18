import Adit
import AditState
import AditTesting
import Testing

/// The seed of the outcomes of storages in a test that runs on ``UncertainStorage``, too.
enum UncertainSeed {
    /// nil: each outcome is known at once.
    @TaskLocal static var present: UInt64?

    /// Returns a storage with such outcomes in front of another one.
    static func storage(_ storage: any StateStorage) -> any StateStorage {
        guard let seed = present else { return storage }
        return UncertainStorage(storage, course: UncertainStorage.Course.random(seed, fails: false))
    }
}

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

/// Runs a test on its storage as it is, and on storages that do not know at once whether a batch is written.
struct OnUncertainStorages: TestTrait, SuiteTrait, TestScoping {
    var isRecursive: Bool { true }

    func provideScope(for _: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void)
        async throws
    {
        try await function()
        guard testCase != nil else { return }
        for seed in 1...8 as ClosedRange<UInt64> {
            try await UncertainSeed.$present.withValue(seed) { try await function() }
        }
    }
}

extension Trait where Self == OnUncertainStorages {
    /// Runs a test on its storage, and on storages that do not know at once whether a batch is written.
    static var onUncertainStorages: OnUncertainStorages { OnUncertainStorages() }
}
