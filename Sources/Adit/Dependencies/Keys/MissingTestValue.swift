import CAditIssues
import Synchronization

/// A read of a live value in a test, because its key declares no test value.
final class MissingTestValue: Sendable {
    /// The test value that is being made, if any.
    @TaskLocal static var watch: MissingTestValue?

    private let reading: DependencyReading?
    private let wasMissing = Atomic<Bool>(false)

    init(_ reading: DependencyReading?) { self.reading = reading }

    var isMissing: Bool { wasMissing.load(ordering: .relaxed) }

    /// Records that a key was asked for a test value that it does not declare.
    static func wasAskedFor<K: DependencyKey>(of key: K.Type) {
        watch?.wasMissing.store(true, ordering: .relaxed)
        wasRead(of: key, by: watch?.reading)
    }

    /// Reports a failure to the test. If no test runner receives it, the process ends with the text.
    static func wasRead<K: TestDependencyKey>(of key: K.Type, by reading: DependencyReading?) {
        if let reading {
            if reading.isSilent { return }
            reading.isMissingTestValue = true
        }
        report(text(of: key, at: reading?.place), at: reading?.place)
    }

    private static func text<K: TestDependencyKey>(of key: K.Type, at place: SourcePlace?) -> String {
        let name = key.dependencyName
        return """
            a test reads the live value of \\.\(name) (\(K.Value.self)), \
            \(place.map { "declared at \($0)" } ?? "from DependencyValues"), and \(key) has no other. Set one around \
            what uses it, withDependencies { $0.\(name) = … } operation: { … }, or on the feature, \
            .dependency(\\.\(name), …), or give \(key) a testValue.
            """
    }
}

/// Reports a failure to the running test. If no test runner receives it, the process ends with the text.
func report(_ text: String, at place: SourcePlace?) {
    let wasHeard = adit_report_issue_if_any(
        text, place.map { "\($0.fileID)" } ?? "", place.map { "\($0.filePath)" } ?? "", Int(place?.line ?? 0),
        Int(place?.column ?? 0))
    // Only in the context of tests: an unreported failure would let them pass.
    if !wasHeard { fatalError(text) }
}

/// A place in the sources of a program.
struct SourcePlace: Sendable, CustomStringConvertible {
    let fileID: StaticString
    let filePath: StaticString
    let line: UInt
    let column: UInt

    var description: String { "\(fileID):\(line)" }
}
