import AditState
import AditUncertainStorage
import Testing

/// Runs a test on its storage as it is, and on storages that do not know at once whether a batch is written.
///
/// The test makes its storage by ``uncertain(_:)``.
package struct OnUncertainStorages: TestTrait, SuiteTrait, TestScoping {
    /// The seed of the outcomes; nil if each is known at once.
    @TaskLocal fileprivate static var seed: UInt64?

    package var isRecursive: Bool { true }

    package func provideScope(
        for _: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        try await function()
        guard testCase != nil else { return }
        for seed in 1...8 as ClosedRange<UInt64> {
            try await Self.$seed.withValue(seed) { try await function() }
        }
    }

    fileprivate static func storage(_ storage: any StateStorage) -> any StateStorage {
        guard let seed else { return storage }
        return UncertainStorage(storage, course: UncertainStorage.Course.random(seed, fails: false))
    }

    fileprivate static func engine(_ engine: any StorageEngine) -> any StorageEngine {
        guard let seed else { return engine }
        return UncertainEngine(engine, course: UncertainStorage.Course.random(seed, fails: false))
    }
}

extension Trait where Self == OnUncertainStorages {
    /// Runs a test on its storage, and on storages that do not know at once whether a batch is written.
    package static var onUncertainStorages: OnUncertainStorages { OnUncertainStorages() }
}

/// Returns the storage of a test, with outcomes as the trait `onUncertainStorages` says.
package func uncertain(_ storage: any StateStorage) -> any StateStorage { OnUncertainStorages.storage(storage) }

/// Returns the engine of the stores of a test, with outcomes as the trait `onUncertainStorages` says.
package func uncertain(_ engine: any StorageEngine) -> any StorageEngine { OnUncertainStorages.engine(engine) }
