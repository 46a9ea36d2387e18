import Glibc

/// The floating-point environment of a thread: how it rounds, and what it does with subnormal numbers.
///
/// A host may have changed it, and the C library's functions that read numbers obey it. Numbers on the wire do not
/// depend on it: Adit reads and writes them with integers, and calls those functions in the default environment.
enum FloatingPointEnvironment {
    /// Calls `body`, which calls nothing of the host, in the default environment.
    static func withDefault<R>(_ body: () -> R) -> R {
        var hosts = fenv_t()
        guard fegetenv(&hosts) == 0 else { return body() }
        // The value of C's FE_DFL_ENV, a cast that Swift does not import.
        fesetenv(UnsafePointer(bitPattern: -1))
        defer { fesetenv(&hosts) }
        return body()
    }
}
