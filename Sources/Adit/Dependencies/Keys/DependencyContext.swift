/// The context that dependencies' values are for.
public enum DependencyContext: Sendable {
    /// Production.
    case live
    /// A preview, without access to the outside world.
    case preview
    /// A test, which declares every contact with the outside world.
    case test
}

extension DependencyContext {
    /// The context of code outside a core: ``test`` if the process runs tests, else ``live``.
    static var ofProcess: DependencyContext { processRunsTests ? .test : .live }
}

/// Whether the process runs tests: on Linux a test bundle is an executable, with an argument that selects the testing
/// library.
private let processRunsTests = CommandLine.arguments.contains { $0.hasSuffix(".xctest") || $0 == "--testing-library" }
