/// What values of dependencies are for.
public enum DependencyContext: Sendable {
    /// The real world.
    case live
    /// Something to look at, without the real world behind it.
    case preview
    /// A test, in which every contact with the outside world is declared.
    case test
}

extension DependencyContext {
    /// The context of code that runs in no core: ``test`` where the process runs tests, else ``live``.
    static var ofProcess: DependencyContext { processRunsTests ? .test : .live }
}

/// A bundle of tests is an executable of its own on Linux, and is told which library to run by an argument.
private let processRunsTests = CommandLine.arguments.contains { $0.hasSuffix(".xctest") || $0 == "--testing-library" }
