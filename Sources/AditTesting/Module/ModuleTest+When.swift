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
        sent(message, at: TestPlace(fileID: fileID, filePath: file, line: line, column: column))
    }

    /// Sends a message with changed dependencies, which are those of everything that it causes, as a host does by
    /// `@with`.
    ///
    /// - Parameters:
    ///   - message: the input. It is evaluated when it is sent, with these dependencies.
    ///   - dependencies: sets the dependencies.
    public func WHEN(
        _ message: @autoclosure @escaping () -> Sent, fileID: StaticString = #fileID, file: StaticString = #filePath,
        line: UInt = #line, column: UInt = #column, with dependencies: @escaping (inout DependencyValues) -> Void
    ) -> Self {
        sent(
            message, at: TestPlace(fileID: fileID, filePath: file, line: line, column: column), with: dependencies)
    }

    private func sent(
        _ message: @escaping () -> Sent, at place: TestPlace,
        with dependencies: ((inout DependencyValues) -> Void)? = nil
    ) -> Self {
        adding(
            StoryStep(word: .when, place: place, title: { messageTitle(message()) }) { bench in
                let values = dependencies.map(bench.values)
                let message = bench.make(message, with: values)
                return StoryStep.Act(title: messageTitle(message)) {
                    bench.send(message, with: values)
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

    /// Undoes the last step of the core's undo history, as a host does by `@undo`.
    ///
    /// `undo: true` of ``GIVEN(_:state:gateways:from:store:undo:fileID:file:line:column:dependencies:)`` gives the core its
    /// history. If there is nothing to undo, that is an error, which a `THEN(throws:)` may expect.
    public func undo(
        fileID: StaticString = #fileID, file: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) -> Self {
        let place = TestPlace(fileID: fileID, filePath: file, line: line, column: column)
        return adding(StoryStep(.when, { "the last step is undone" }, at: place) { $0.revert(.undo) })
    }

    /// Redoes the last undo, as a host does by `@redo`.
    public func redo(
        fileID: StaticString = #fileID, file: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) -> Self {
        let place = TestPlace(fileID: fileID, filePath: file, line: line, column: column)
        return adding(StoryStep(.when, { "the last undo is redone" }, at: place) { $0.revert(.redo) })
    }

    /// Closes the core, and opens it again with its stored state. Output of the closing need not be expected.
    ///
    /// `store: true` of ``GIVEN(_:state:gateways:from:store:undo:fileID:file:line:column:dependencies:)`` gives the
    /// core its store. Its dependencies are reset; its clock continues.
    ///
    /// - Parameter pause: the time that passes while it is closed.
    public func reopen(
        after pause: Duration = .zero, fileID: StaticString = #fileID, file: StaticString = #filePath,
        line: UInt = #line, column: UInt = #column
    ) -> Self {
        let place = TestPlace(fileID: fileID, filePath: file, line: line, column: column)
        let title = "the core is closed, and opened again" + (pause > .zero ? " after \(pause)" : "")
        return adding(StoryStep(.when, { title }, at: place) { $0.reopen(after: pause) })
    }
}
