// Swift's functions of these names trap without a message in a release build. A core should report why it ends the
// host's process, so importers of Adit get these instead, which differ in nothing else.

/// Checks a condition that the following code requires. If it is false, the message, the file and the line are written
/// to standard error, in debug and release builds, and the process ends.
///
/// Do not check host input by it: answer that by a response, or throw an error.
///
/// - Parameters:
///   - condition: the condition.
///   - message: why it is required.
///   - file: the file of the condition.
///   - line: the line in the file.
///
/// Any thread.
@inlinable
@inline(__always)
public func precondition(
    _ condition: @autoclosure () -> Bool, _ message: @autoclosure () -> String = String(),
    file: StaticString = #fileID, line: UInt = #line
) {
    if !condition() { fail("Precondition failed", message(), file, line) }
}

/// Ends the process when unreachable code is reached. The message, the file and the line are written to standard error,
/// in debug and release builds.
///
/// - Parameters:
///   - message: why the code is unreachable.
///   - file: the file of the call.
///   - line: the line in the file.
///
/// Any thread.
@inlinable
@inline(__always)
public func preconditionFailure(
    _ message: @autoclosure () -> String = String(), file: StaticString = #fileID, line: UInt = #line
) -> Never {
    fail("Precondition failed", message(), file, line)
}

@usableFromInline
@inline(never)
func fail(_ what: String, _ message: String, _ file: StaticString, _ line: UInt) -> Never {
    fatalError(message.isEmpty ? what : "\(what): \(message)", file: file, line: line)
}
