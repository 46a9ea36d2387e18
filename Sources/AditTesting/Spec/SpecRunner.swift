import Testing

/// A run of a spec.
struct SpecRunner {
    private(set) var log = TestLog()

    /// Runs the examples of a group and of its inner groups.
    mutating func run(_ group: SpecGroup) { run(group, setups: [], teardowns: [], depth: 0) }

    /// - Parameters:
    ///   - setups: those of the groups around it, the outermost first.
    ///   - teardowns: those of the groups around it, the innermost first.
    private mutating func run(_ group: SpecGroup, setups: [SpecStep], teardowns: [SpecStep], depth: Int) {
        log.entries.append(TestLog.Entry(group.word, group.text, depth: depth))
        log.entries[log.entries.count - 1].failures = group.failures
        let (setups, teardowns) = (setups + group.setups, group.teardowns + teardowns)
        for child in group.children {
            switch child {
            case .example(let example):
                log.entries.append(TestLog.Entry(.it, example.text, depth: depth + 1))
                log.entries[log.entries.count - 1].failures =
                    example.failures + failures(of: example, setups: setups, teardowns: teardowns)
            case .group(let inner): run(inner, setups: setups, teardowns: teardowns, depth: depth + 1)
            }
        }
    }

    /// Runs an example, and returns its failures, which it has reported.
    private func failures(of example: SpecExample, setups: [SpecStep], teardowns: [SpecStep]) -> [String] {
        var failures: [String] = []
        SpecScope.running(example.name) {
            func perform(_ step: SpecStep, _ problem: String) -> Bool {
                var thrown: (any Error)?
                failures += recordedFailures {
                    do { try step.body() } catch { thrown = error }
                }
                // `#require` has recorded the failure that it throws.
                guard let thrown, !(thrown is ExpectationFailedError) else { return thrown == nil }
                let text = "\(example.name): \(problem): \(thrown)"
                failures.append("\(step.place): \(problem): \(thrown)")
                reportFailure(text, at: step.place)
                return false
            }
            let isSetUp = setups.allSatisfy { perform($0, "beforeEach threw an error, so the example did not run") }
            if isSetUp { _ = perform(example.step, "it threw an error") }
            for teardown in teardowns { _ = perform(teardown, "afterEach threw an error") }
        }
        return failures
    }
}
