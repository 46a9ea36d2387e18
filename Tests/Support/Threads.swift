import Glibc

/// Threads of the system's own, that no pool of Swift's holds back.
package enum Threads {
    private final class Work {
        let body: @Sendable () -> Void
        init(_ body: @escaping @Sendable () -> Void) { self.body = body }
    }

    /// Runs `body` on a new thread, which nobody waits for.
    package static func start(_ body: @escaping @Sendable () -> Void) { pthread_detach(make(body)) }

    /// Runs `body` on new threads at once, and waits for all of them.
    ///
    /// - Parameter body: is given the number of its thread, from 0.
    package static func run(_ count: Int, _ body: @Sendable (Int) -> Void) {
        withoutActuallyEscaping(body) { body in
            let threads = (0..<count).map { number in make { body(number) } }
            for thread in threads { pthread_join(thread, nil) }
        }
    }

    private static func make(_ body: @escaping @Sendable () -> Void) -> pthread_t {
        var thread = pthread_t()
        let work = Unmanaged.passRetained(Work(body))
        let code = pthread_create(
            &thread, nil,
            {
                Unmanaged<Work>.fromOpaque($0!).takeRetainedValue().body(); return nil
            }, work.toOpaque())
        precondition(code == 0, "no thread could be made")
        return thread
    }
}
