// Swift's functions of these names trap without a word in a release build. A core should say why it ends the host's
// process, so those who import Adit have these instead, which differ in nothing else.

/// Checks a condition that has to hold for the code behind it to make sense. Where it does not, the message, the file
/// and the line go to standard error, in debug and release builds, and the process ends.
///
/// What a host may send is no such condition: it is answered by a response, or by an error that is thrown.
///
/// - Parameters:
///   - condition: what has to hold.
///   - message: why it has to.
///   - file: where the condition stands.
///   - line: where in the file.
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

/// Ends the process where code is reached that cannot be. The message, the file and the line go to standard error, in
/// debug and release builds.
///
/// - Parameters:
///   - message: why it cannot be reached.
///   - file: where it stands.
///   - line: where in the file.
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
