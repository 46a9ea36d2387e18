import AditState

/// A detector of tasks that a core's code starts outside of its core, in debug builds and in tests.
enum StrayTasks {
    /// Begins to watch the process; a core warns if such a task is started on its loop.
    static func watch() { _ = isWatching }

    private static let isWatching: Bool = {
        GlobalExecutor.watch {
            // nil on threads that run no core's code.
            guard let environment = CoreEnvironment.current else { return }
            environment.warnOnce(.strayTask)
        }
        return true
    }()
}

extension CoreEnvironment {
    /// Enables warnings about tasks that the core's code starts outside of it: in debug builds and in tests.
    package func watchStrayTasks() {
        #if DEBUG
            StrayTasks.watch()
        #else
            if values.context == .test { StrayTasks.watch() }
        #endif
    }
}

extension CoreWarning {
    /// A job was enqueued on the global executor.
    static let strayTask = CoreWarning(
        id: "strayTask",
        """
        a Task { } was started outside of the core: it runs on another thread, where the state must not be touched, and a \
        test or a replay does not wait for it. Start an effect, effects.run { … }; inside of an effect, use async let or a \
        task group
        """)
}
