import Adit
import AditState

extension ModuleTest {
    /// A part of the state has a value.
    ///
    /// - Parameters:
    ///   - keyPath: the part.
    ///   - expectedValue: the value.
    ///   - name: what the log calls the part; by default what is written here for the key path.
    public func THEN<P: Equatable>(
        fileID: StaticString = #fileID, file: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
        _ keyPath: KeyPath<S, P>, is expectedValue: P, named name: String? = nil
    ) -> Self {
        let place = TestPlace(fileID: fileID, filePath: file, line: line, column: column)
        return adding(.part(at: place, keyPath, is: expectedValue, named: name) { $0.store.state() })
    }

    /// What the last `WHEN` caused has failed with an error: a message, or an effect.
    ///
    /// Of several failures, each is spoken of by a `THEN` of its own, in their order.
    public func THEN<E: Error & Equatable>(
        throws error: E, fileID: StaticString = #fileID, file: StaticString = #filePath, line: UInt = #line,
        column: UInt = #column
    ) -> Self {
        let place = TestPlace(fileID: fileID, filePath: file, line: line, column: column)
        return adding(
            StoryStep(.then, { "it throws \(valueTitle(error))" }, at: place) { bench in
                compare(error, with: bench.takeFailure())
            })
    }

    /// So many effects are in flight; they, and the timers that are set now, may be so at the end.
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
    /// The module has put these out next, in this order. Internal messages (``Internal()``) may be between them: of
    /// those it need not be spoken.
    ///
    /// Once the story is ``relaxed``, others may be between them.
    public func THEN(
        _ first: Heard, _ more: Heard..., fileID: StaticString = #fileID, file: StaticString = #filePath,
        line: UInt = #line, column: UInt = #column
    ) -> Self {
        let place = TestPlace(fileID: fileID, filePath: file, line: line, column: column)
        let expected = [first] + more
        return adding(
            StoryStep(.then, { expected.map { messageTitle($0) }.joined(separator: ", ") }, at: place) { bench in
                if bench.isRelaxed { return expected.flatMap { bench.outputs.find($0) } }
                return bench.outputs.take(expected)
            })
    }
}
