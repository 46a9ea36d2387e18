import Adit
import Testing

@testable import TodoCore

/// Runs each test of a suite with dependencies of its own, its fixtures included.
struct DependenciesTrait: SuiteTrait, TestTrait, TestScoping {
    let isRecursive = true
    let update: @Sendable (inout DependencyValues) -> Void

    func provideScope(
        for _: Test, testCase _: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        try await withDependencies(update) { try await function() }
    }
}

extension Trait where Self == DependenciesTrait {
    /// It is this time, and ids count from this number on.
    static func still(at date: Timestamp = .evening, from number: Int = 1) -> Self {
        DependenciesTrait {
            $0.date = .constant(date)
            $0.uuid = .numbered(from: number)
        }
    }
}
