import Glibc

/// A system call that failed.
package struct SystemError: Error, Equatable {
    /// The value of `errno`.
    package let number: Int32

    package init(number: Int32) { self.number = number }

    /// The error of this thread's last call.
    package static var last: SystemError { SystemError(number: errno) }

    /// The system's description.
    package var text: String { String(cString: strerror(number)) }
}

/// Makes a system call, and repeats it while signals interrupt it.
///
/// - Parameter body: returns a negative number if the call fails.
@discardableResult
package func systemCall<Number: SignedInteger>(_ body: () -> Number) throws(SystemError) -> Number {
    while true {
        let result = body()
        if result >= 0 { return result }
        if errno != EINTR { throw .last }
    }
}
