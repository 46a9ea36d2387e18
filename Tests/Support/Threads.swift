import Glibc

/// Threads of the system's own, that no pool of Swift's holds back.
package enum Threads {
    private final class Work {
        let body: @Sendable () -> Void
        init(_ body: @escaping @Sendable () -> Void) { self.body = body }
    }

    /// Runs `body` on a new thread, which nobody waits for.
    package static func start(_ body: @escaping @Sendable () -> Void) {
        var thread = pthread_t()
        let work = Unmanaged.passRetained(Work(body))
        let code = pthread_create(
            &thread, nil,
            {
                Unmanaged<Work>.fromOpaque($0!).takeRetainedValue().body(); return nil
            }, work.toOpaque())
        precondition(code == 0, "no thread could be made")
        pthread_detach(thread)
    }
}
