import CLinux

/// A pointer of each thread's own, nil until it is set. Reading it is no system call, and takes no lock: every read of
/// a dependency begins with it, and C's thread-local variables are several times as quick as pthread's keys.
@usableFromInline
package enum ThreadLocal {
    /// This thread's.
    package static var pointer: UnsafeMutableRawPointer? { place.pointee }

    /// Where this thread's lies, as long as the thread lives. Finding it is most of the cost.
    // Not inlined: the variable belongs to this file's object file.
    @usableFromInline
    package static var place: UnsafeMutablePointer<UnsafeMutableRawPointer?> {
        @inline(never) get { adit_thread_pointer() }
    }
}
