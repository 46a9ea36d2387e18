import Adit
import AditState

extension ModuleTest {
    /// Expects that a part of the state has a value.
    ///
    /// - Parameters:
    ///   - keyPath: the part.
    ///   - expectedValue: the value.
    ///   - name: the name of the part in the log; by default the key path as written here.
    public func THEN<P: Equatable>(
        fileID: StaticString = #fileID, file: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
        _ keyPath: KeyPath<S, P>, is expectedValue: P, named name: String? = nil
    ) -> Self {
        let place = TestPlace(fileID: fileID, filePath: file, line: line, column: column)
        return adding(.part(at: place, keyPath, is: expectedValue, named: name) { $0.store.state() })
    }

    /// Expects that a message or an effect that the last `WHEN` caused has failed with an error.
    ///
    /// Each of several failures needs its own `THEN`, in their order.
    public func THEN<E: Error & Equatable>(
        throws error: E, fileID: StaticString = #fileID, file: StaticString = #filePath, line: UInt = #line,
        column: UInt = #column
    ) -> Self {
        let place = TestPlace(fileID: fileID, filePath: file, line: line, column: column)
        return adding(
            StoryStep(.then, { "it throws \(valueTitle(error))" }, at: place) { bench in
                compare(error, with: bench.removeFailure())
            })
    }

    /// Expects that a message or an effect that the last `WHEN` caused has failed with an error of a text: that which a host
    /// hears in the `@error`, `"\(error)"`.
    public func THEN(
        throws text: String, fileID: StaticString = #fileID, file: StaticString = #filePath, line: UInt = #line,
        column: UInt = #column
    ) -> Self {
        let place = TestPlace(fileID: fileID, filePath: file, line: line, column: column)
        return adding(
            StoryStep(.then, { "it throws \(valueTitle(text))" }, at: place) { bench in
                guard let error = bench.removeFailure() else {
                    return ["nothing was thrown; an error with the text \(valueTitle(text)) was expected"]
                }
                let found = "\(error)"
                if found == text { return [] }
                return ["another error was thrown (- expected, + found):\n\(difference(text as Any, found as Any))"]
            })
    }

    /// Expects a number of effects in flight; these effects and the current timers may be in flight at the end.
    public func THEN(
        inFlight count: Int, fileID: StaticString = #fileID, file: StaticString = #filePath, line: UInt = #line,
        column: UInt = #column
    ) -> Self {
        let place = TestPlace(fileID: fileID, filePath: file, line: line, column: column)
        return adding(
            StoryStep(.then, { "\(count) effect\(count == 1 ? " is" : "s are") in flight" }, at: place) { bench in
                let found = bench.acceptInFlight()
                if found.count == count { return [] }
                let list = found.isEmpty ? "none" : "\(found.count): \(found.joined(separator: ", "))"
                return ["another number of effects is in flight: \(list)"]
            })
    }
}

extension ModuleTest where Heard: Equatable {
    /// Expects these outputs next, in this order. Internal messages (``Internal()``) may be between them and need not
    /// be expected.
    ///
    /// In a ``relaxed`` story, other outputs may be between them.
    public func THEN(
        _ first: Heard, _ more: Heard..., fileID: StaticString = #fileID, file: StaticString = #filePath,
        line: UInt = #line, column: UInt = #column
    ) -> Self {
        let place = TestPlace(fileID: fileID, filePath: file, line: line, column: column)
        let expected = [first] + more
        return adding(
            StoryStep(.then, { expected.map { messageTitle($0) }.joined(separator: ", ") }, at: place) { bench in
                if bench.isRelaxed { return expected.flatMap { bench.outputs.find($0) } }
                return bench.outputs.remove(expected)
            })
    }
}
