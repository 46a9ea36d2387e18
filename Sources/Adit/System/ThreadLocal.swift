import CLinux

/// A pointer of each thread's own, nil until it is set. Reading it is no system call, and takes no lock: every read of a
/// dependency begins with it, and C's thread-local variables are several times as quick as pthread's keys.
@usableFromInline
package enum ThreadLocal {
    /// This thread's.
    // Not inlined: the variable belongs to this file's object file.
    @usableFromInline
    package static var pointer: UnsafeMutableRawPointer? {
        @inline(never) get { adit_thread_pointer().pointee }
        @inline(never) set { adit_thread_pointer().pointee = newValue }
    }

    /// Sets this thread's.
    ///
    /// - Returns: what it was before.
    @usableFromInline
    @inline(never)
    package static func exchange(_ pointer: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
        let place: UnsafeMutablePointer<UnsafeMutableRawPointer?> = adit_thread_pointer()
        defer { place.pointee = pointer }
        return place.pointee
    }
}
