import Adit

extension ModuleTest {
    /// Sends a message or a request to the module, and handles everything that it causes.
    ///
    /// - Parameter message: the input. It is evaluated when it is sent, with the dependencies of the core, from which
    ///   its initial values are drawn.
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

    /// Advances the virtual clock, and fires the timers that become due, in order.
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
