import Glibc

/// A system call that failed.
package struct SystemError: Error, Equatable {
    /// The value of `errno`.
    package let number: Int32

    package init(number: Int32) { self.number = number }

    /// The error of this thread's last call.
    static var last: SystemError { SystemError(number: errno) }

    package static var exists: SystemError { SystemError(number: EEXIST) }
    package static var notFound: SystemError { SystemError(number: ENOENT) }
    package static var notOpen: SystemError { SystemError(number: EBADF) }
    /// Another holds a lock.
    package static var wouldBlock: SystemError { SystemError(number: EAGAIN) }

    /// The system's description.
    package var text: String { String(cString: strerror(number)) }

    /// Whether the system has no descriptors or memory left.
    package var isOutOfResources: Bool { [EMFILE, ENFILE, ENOMEM].contains(number) }

    /// Whether another holds a lock that conflicts with the requested one: systems differ in the number (fcntl(2)).
    package var isLocked: Bool { number == EAGAIN || number == EACCES }

    /// Whether a file can be opened for reading at most.
    package var refusesWriting: Bool { [EACCES, EROFS, ETXTBSY, EPERM].contains(number) }

    /// Whether the file system does not know the operation.
    var isUnsupported: Bool { number == EINVAL || number == ENOSYS }
}

/// Makes a system call, and repeats it while signals interrupt it.
///
/// - Parameter body: returns a negative number if the call fails.
@discardableResult
func systemCall<Number: SignedInteger>(_ body: () -> Number) throws(SystemError) -> Number {
    while true {
        let result = body()
        if result >= 0 { return result }
        if errno != EINTR { throw .last }
    }
}
