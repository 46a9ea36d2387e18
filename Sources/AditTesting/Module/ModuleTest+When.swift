import Adit

extension ModuleTest {
    /// Something is sent to the module, which does all that comes of it at once.
    ///
    /// - Parameter message: what is sent. It is made when it is sent, with the dependencies of the core: an initial
    ///   value that is drawn is drawn from there.
    public func WHEN(
        _ message: @autoclosure @escaping () -> Sent, fileID: StaticString = #fileID, file: StaticString = #filePath,
        line: UInt = #line, column: UInt = #column
    ) -> Self {
        let place = TestPlace(fileID: fileID, filePath: file, line: line, column: column)
        return adding(
            StoryStep(word: .when, place: place) { bench in
                let message = bench.make(message)
                return StoryStep.Act(title: messageTitle(message)) {
                    bench.send(message)
                    return []
                }
            })
    }

    /// Time passes, and what becomes due happens in its order.
    public func advance(
        by duration: Duration, fileID: StaticString = #fileID, file: StaticString = #filePath, line: UInt = #line,
        column: UInt = #column
    ) -> Self {
        let place = TestPlace(fileID: fileID, filePath: file, line: line, column: column)
        return adding(
            StoryStep(.when, { "\(duration) pass" }, at: place) { bench in
                bench.advance(by: duration)
                return []
            })
    }
}
