import AditSQLite
import AditState
import AditTesting
import Testing

/// The seed of the outcomes of stores in a test that runs on ``UncertainEngine``, too.
enum UncertainSeed {
    /// nil: each outcome is known at once.
    @TaskLocal static var present: UInt64?
}

/// The engine of the stores of a test.
func storeEngine() -> any StorageEngine {
    guard let seed = UncertainSeed.present else { return SQLiteEngine() }
    return UncertainEngine(SQLiteEngine(), course: UncertainStorage.Course.random(seed, fails: false))
}

/// Runs a test on SQLite as it is, and on stores that do not know at once whether a batch is written.
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
    /// Runs a test on SQLite, and on stores that do not know at once whether a batch is written.
    static var onUncertainStorages: OnUncertainStorages { OnUncertainStorages() }
}
