import Adit

/// A bench for an object with a single entry point, and the error that it threw.
final class EntryPointBench<T: SingleEntryPoint>: StoryBench {
    let sut: T
    var isRelaxed = false
    private var error: (any Error)?

    init(_ sut: T) { self.sut = sut }

    func handle(_ when: T.When) {
        do { try sut.handle(when) } catch { self.error = error }
    }

    /// Removes and returns the error that the last `WHEN` threw.
    func removeError() -> (any Error)? {
        defer { error = nil }
        return error
    }

    func removeUnexpected() -> [String] {
        removeError().map { ["it threw an error that no THEN(throws:) expects: \($0)"] } ?? []
    }

    func recordBeginnings(_: StoryOrigin) {}
    func end() -> [(text: String, origin: StoryOrigin?)] { [] }
    var parts: [StoryPart] { [StoryPart(sut)] }
}
