import CLinux

/// Finds tasks that a core's code starts outside of its core, in debug builds and in tests.
enum StrayTasks {
    /// Watches the process from now on: tells the core on whose loop such a task is started.
    static func watch() { _ = isWatching }

    private static let isWatching: Bool = {
        adit_watch_enqueued {
            // Nil on every thread that no core's code runs on.
            guard let environment = CoreEnvironment.current else { return }
            environment.warnOnce(.strayTask)
        }
        return true
    }()
}

extension CoreEnvironment {
    /// Has the core tell of tasks that its code starts outside of it: in debug builds, and where tests run.
    func watchStrayTasks() {
        #if DEBUG
            StrayTasks.watch()
        #else
            if values.context == .test { StrayTasks.watch() }
        #endif
    }
}

extension CoreWarning {
    /// A job was given to the global executor.
    static let strayTask = CoreWarning(
        id: "strayTask",
        """
        a Task { } was started outside of the core: it runs on another thread, where the state must not be touched, and a \
        test or a replay does not wait for it. Start an effect, effects.run { … }; inside of an effect, use async let or a \
        task group
        """)
}
